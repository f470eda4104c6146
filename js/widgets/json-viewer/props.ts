/** What the widget `json-viewer` shows. */
export interface JsonViewerProps {
	/** @maxLength 200 */
	title?: string;
	/** Any JSON: an object, a list, a text, a number. */
	data: unknown;
	/**
	 * How many levels can be opened.
	 *
	 * @minimum 1
	 * @maximum 20
	 * @default 5
	 */
	maxDepth?: number;
	/** Whether every level is open at first. */
	expanded?: boolean;
}
