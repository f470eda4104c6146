/** What the widget `document` shows. */
export interface DocumentProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * Markdown with headings.
	 *
	 * @maxLength 100000
	 */
	content: string;
	/** Whether the headings stand in front as links. */
	outline?: boolean;
}
