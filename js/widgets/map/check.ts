/** Whether a map knows where its places are. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { numberOf } from "../amount.js";
import { listOf, recordOf, textOf } from "../dom.js";
import { someOf } from "../numbers.js";
import { countryOf } from "./countries.js";

/** Names the places that are on no map: no country is called so, and no position is given. */
export default function check({ places }: JsonObject): WidgetProblem | undefined {
	const all = listOf(places).map(recordOf);
	const lost = all.filter(({ name, lat, lon }) => {
		const isPlaced = numberOf(lat) !== undefined && numberOf(lon) !== undefined;
		return !isPlaced && countryOf(textOf(name, 200)) === undefined;
	});
	if (lost.length === 0) return undefined;
	const names = someOf(
		lost.map(({ name }) => textOf(name, 80)),
		8,
	);
	return {
		reason: `Not on the map, for they are no countries and have no lat and lon: ${names}.`,
		remedy: "Give lat and lon, in degrees, of each place that is no country.",
		isPartial: lost.length < all.length,
	};
}
