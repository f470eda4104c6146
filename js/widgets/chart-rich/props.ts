import type { Text200 } from "../limits.js";

/** What the widget `chart-rich` shows. */
export interface ChartRichProps {
	/** @maxLength 200 */
	title?: string;
	/** @default "bar" */
	type?: "bar" | "line" | "area" | "pie" | "donut";
	/**
	 * What the values are of, in their order.
	 *
	 * @maxItems 5000
	 */
	labels?: Text200[];
	/**
	 * One for each line or colour.
	 *
	 * @minItems 1
	 * @maxItems 20
	 */
	data: ChartRichSeries[];
	/** Whether the series lie on top of each other. */
	stacked?: boolean;
	/** Whether the numbers go up by tens, hundreds, thousands. */
	log?: boolean;
	/**
	 * What the numbers are in.
	 *
	 * @maxLength 40
	 */
	unit?: string;
}

interface ChartRichSeries {
	/** @maxLength 200 */
	label?: string;
	/**
	 * Numbers; null is a gap.
	 *
	 * @maxItems 5000
	 */
	values: (number | string | null)[];
	/** @maxLength 40 */
	color?: string;
}
