/** Decides which columns the features of GeoJSON (RFC 7946) have: their properties, and where points lie. */

type Fields = { [key: string]: unknown };

/** Whether a record is a feature. */
export const isFeature = (record: Fields): boolean =>
	record.type === "Feature" && "properties" in record && "geometry" in record;

/**
 * The records of features: `id` where it has one, the properties, and of points `longitude` and `latitude`. Of another geometry only the kind
 * is kept: its corners are for maps and not for a table.
 */
export function flattened(features: readonly Fields[]): Fields[] {
	return features.map(({ id, properties, geometry }) => {
		const named = new Map<string, unknown>();
		if (id !== undefined) named.set("id", id);
		const own = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
		for (const [key, value] of own) named.set(key, value);
		for (const [key, value] of placeOf(geometry)) {
			if (!named.has(key)) named.set(key, value);
		}
		return Object.fromEntries(named);
	});
}

function placeOf(geometry: unknown): [string, unknown][] {
	if (typeof geometry !== "object" || geometry === null || !("type" in geometry)) return [];
	const place = "coordinates" in geometry && Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
	const [longitude, latitude] = place as unknown[];
	if (geometry.type !== "Point" || typeof longitude !== "number" || typeof latitude !== "number")
		return [["geometry", geometry.type]];
	return [
		["longitude", longitude],
		["latitude", latitude],
	];
}
