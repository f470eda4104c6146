/** What the widget `vega-lite` shows. */
export interface VegaLiteProps {
	/** @maxLength 200 */
	title?: string;
	/** A Vega-Lite spec; it can name no address. */
	spec: { [key: string]: unknown };
	/**
	 * The rows that it draws, in the place of `data` within.
	 *
	 * @maxItems 100000
	 */
	data?: VegaRow[];
}

interface VegaRow {
	[column: string]: unknown;
}
