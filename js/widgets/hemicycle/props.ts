/** What the widget `hemicycle` shows. */
export interface HemicycleProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * From left to right.
	 *
	 * @minItems 1
	 * @maxItems 60
	 */
	groups: HemicycleGroup[];
	/**
	 * Seats of the house, where some are of no group.
	 *
	 * @minimum 1
	 * @maximum 2000
	 */
	totalSeats?: number;
}

interface HemicycleGroup {
	/** @maxLength 100 */
	id: string;
	/** @maxLength 100 */
	label: string;
	/**
	 * @minimum 0
	 * @maximum 2000
	 */
	seats: number;
	/**
	 * A colour of CSS, such as tomato or #e63946.
	 *
	 * @maxLength 60
	 */
	color: string;
}
