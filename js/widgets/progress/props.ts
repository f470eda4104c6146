/** What the widget `progress` shows. */
export interface ProgressProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 100
	 */
	items: ProgressItem[];
}

interface ProgressItem {
	/** @maxLength 120 */
	label: string;
	/**
	 * How far it is.
	 *
	 * @maxLength 60
	 */
	value: number | string;
	/**
	 * What is all of it.
	 *
	 * @default 100
	 */
	max?: number;
}
