/** A map of the world with places and countries on it. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, numberText, recordOf, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { useStyles } from "../styles.js";
import type { MapData, Place } from "./place.js";

const MAX_PLACES = 2000;

/** Draws outlines of countries and what lies on them; the map's library and the outlines load when the first map appears. */
export const renderMap: WidgetRenderer = async (container, data) => {
	const [{ countryOf }, { drawMap }, { looks }] = await Promise.all([
		import("./countries.js"),
		import("./draw.js"),
		import("./looks.js"),
	]);
	const { title, places } = read(data, countryOf);
	const shown = places.filter((place) => place.at !== undefined || place.country !== undefined);
	const missing = places.filter((place) => !shown.includes(place));
	useStyles(container, looks);
	const rows = places.map(({ name, value }) => [name, value] as const);
	const label = `${title === "" ? "" : `${title}: `}map. ${someOf(places.map(told))}`;
	const plane = element("div", { class: "wm-map", role: "region", "aria-label": label });
	container.append(...heading(title), plane, numberTable(title, rows));
	if (missing.length > 0) {
		const names = someOf(missing.map(told));
		container.append(
			element("p", { class: "wm-note" }, `Not on the map, because where it is was not said: ${names}`),
		);
	}
	return drawMap(plane, shown);
};

function read(data: { [key: string]: unknown }, countryOf: (name: string) => string | undefined): MapData {
	const places = listOf(data.places)
		.slice(0, MAX_PLACES)
		.map(recordOf)
		.map((place): Place => {
			const name = textOf(place.name, 200);
			const [lat, lon, value] = [place.lat, place.lon, place.value].map(numberOf);
			const isOnEarth = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
			return isOnEarth ? { name, value, at: [lat, lon] } : { name, value, country: countryOf(name) };
		});
	return { title: textOf(data.title, 200), places };
}

function numberOf(value: unknown): number | undefined {
	return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function told({ name, value }: Place): string {
	return value === undefined ? name : `${name} ${numberText(value)}`;
}
