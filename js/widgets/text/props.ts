/** What the widget `text` shows. */
export interface TextProps {
	/**
	 * Markdown.
	 *
	 * @maxLength 100000
	 */
	content: string;
}
