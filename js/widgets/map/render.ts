/** A map of the world with places and countries on it. */
import { render } from "../lit.js";
import type { WidgetRenderer } from "../../types.js";
import { numberOf } from "../amount.js";
import { element, listOf, numberText, recordOf, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { html, type Loose, nothing, titleOf } from "../view.js";
import type { MapData, Place } from "./place.js";
import { mapTiles } from "./tiles.js";

const MAX_PLACES = 2000;

/** Draws outlines of countries and what lies on them; the map's library and the outlines load when the first map appears. */
const renderMap: WidgetRenderer = async (container, data) => {
	const [{ countryOf }, { createMap }, { looks }] = await Promise.all([
		import("./countries.js"),
		import("./draw.js"),
		import("./looks.js"),
	]);
	useStyles(container, looks);
	const tiles = mapTiles();
	const plane = element("div", { class: "wm-map", role: "region" });
	const show = (given: Loose) => {
		const { title, places } = read(given, countryOf);
		const shown = places.filter((place) => place.at !== undefined || place.country !== undefined);
		const missing = someOf(places.filter((place) => !shown.includes(place)).map(told));
		const rows = places.map(({ name, value }) => [name, value] as const);
		plane.setAttribute("aria-label", `${title === "" ? "" : `${title}: `}map. ${someOf(places.map(told))}`);
		const why = missing === "" ? "" : `Not on the map, because where it is was not said: ${missing}`;
		render(
			html`${heading(title)}${plane}${note(tiles?.attribution ?? "")}${numberTable(title, rows)}${note(why)}`,
			container,
		);
		return shown;
	};
	const shown = show(data);
	const map = await createMap(plane, tiles);
	map.show(shown);
	return {
		update: (next) => map.show(show(next)),
		dispose() {
			map.dispose();
			render(nothing, container);
		},
	};
};

export default renderMap;

function read(data: Loose, countryOf: (name: string) => string | undefined): MapData {
	const places = listOf(data.places)
		.slice(0, MAX_PLACES)
		.map(recordOf)
		.map((place): Place => {
			const name = textOf(place.name, 200);
			const [lat, lon, value] = [place.lat, place.lon, place.value].map(numberOf);
			const isOnEarth = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
			return isOnEarth ? { name, value, at: [lat, lon] } : { name, value, country: countryOf(name) };
		});
	return { title: titleOf(data), places };
}

function told({ name, value }: Place): string {
	return value === undefined ? name : `${name} ${numberText(value)}`;
}
