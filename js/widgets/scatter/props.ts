/** What the widget `scatter` shows. */
export interface ScatterProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * What the first number is, with its unit.
	 *
	 * @maxLength 100
	 */
	x?: string;
	/**
	 * What the second number is, with its unit.
	 *
	 * @maxLength 100
	 */
	y?: string;
	/**
	 * Pairs of two numbers.
	 *
	 * @minItems 1
	 * @maxItems 5000
	 */
	points: [number, number][];
}
