/** What the widget `trombinoscope` shows. */
export interface TrombinoscopeProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 300
	 */
	people: TrombinoscopePerson[];
	/**
	 * How many beside each other, where there is room.
	 *
	 * @minimum 1
	 * @maximum 12
	 */
	columns?: number;
}

interface TrombinoscopePerson {
	/** @maxLength 120 */
	name: string;
	/**
	 * Role, job or place.
	 *
	 * @maxLength 200
	 */
	subtitle?: string;
	/**
	 * One more word, such as a team.
	 *
	 * @maxLength 40
	 */
	badge?: string;
	/**
	 * A CSS colour; without it, one by the name.
	 *
	 * @maxLength 60
	 */
	color?: string;
}
