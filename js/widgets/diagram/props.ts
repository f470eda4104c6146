/** What the widget `diagram` shows. */
export interface DiagramProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * The text of a Mermaid diagram.
	 *
	 * @maxLength 50000
	 */
	source: string;
}
