/** What a map shows, checked and capped. */

/** Something on the map: a country by its code, or a place by its degrees north and east; neither where nobody said where it is. */
export interface Place {
	readonly name: string;
	readonly value: number | undefined;
	readonly at?: readonly [number, number];
	readonly country?: string | undefined;
}

/** A map's title and what lies on it. */
export interface MapData {
	readonly title: string;
	readonly places: readonly Place[];
}
