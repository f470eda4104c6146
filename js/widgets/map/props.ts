/** What the widget `map` shows. */
export interface MapProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * Countries by name or code; anything else with its position.
	 *
	 * @minItems 1
	 * @maxItems 2000
	 */
	places: MapPlace[];
}

interface MapPlace {
	/** @maxLength 200 */
	name: string;
	value?: number;
	/**
	 * Degrees north.
	 *
	 * @minimum -90
	 * @maximum 90
	 */
	lat?: number;
	/**
	 * Degrees east.
	 *
	 * @minimum -180
	 * @maximum 180
	 */
	lon?: number;
}
