import type { Text100 } from "../limits.js";

/** What the widget `chart` shows. */
export interface ChartProps {
	/** @maxLength 200 */
	title?: string;
	/** @default "bar" */
	type?: "bar" | "line" | "pie";
	/**
	 * Pairs of a name and its number; null is a gap.
	 *
	 * @minItems 1
	 * @maxItems 1000
	 */
	bars: [Text100, number | null][];
}
