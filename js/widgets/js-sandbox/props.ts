/** What the widget `js-sandbox` shows. */
export interface JsSandboxProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * JavaScript for a small page of its own: its document, no network.
	 *
	 * @maxLength 100000
	 */
	code: string;
	/**
	 * What stands in the body at first.
	 *
	 * @maxLength 100000
	 */
	html?: string;
	/** @maxLength 50000 */
	css?: string;
	/**
	 * Pixels.
	 *
	 * @default 300
	 * @minimum 40
	 * @maximum 1200
	 */
	height?: number | string;
}
