/** What the widget `stat` shows. */
export interface StatProps {
	/**
	 * What the number is.
	 *
	 * @maxLength 120
	 */
	label: string;
	/**
	 * The number as text, with its unit.
	 *
	 * @maxLength 60
	 */
	value: string;
	/**
	 * The change, such as +12%.
	 *
	 * @maxLength 60
	 */
	trend?: string;
	trendDir?: "up" | "down" | "neutral";
}
