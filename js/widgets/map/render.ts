/** A map of the world with places and countries on it. */
import { render } from "../lit.js";
import type { WidgetRenderer } from "../../types/index.js";
import { numberOf } from "../amount.js";
import { element, listOf, numberText, recordOf, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { toldOf } from "../told.js";
import { html, type Loose, nothing, titleOf } from "../view.js";
import type { DrawnMap } from "./draw.js";
import { listed } from "./listed.js";
import type { MapData, Place } from "./place.js";
import { mapTiles } from "./tiles.js";
import { say } from "../say.js";

const MAX_PLACES = 2000;

/**
 * Draws outlines of countries and what lies on them; the map's library and the outlines load when the first map appears. A press on a
 * place, or Enter where the keyboard has led to it, tells `pointselect`.
 */
const renderMap: WidgetRenderer = async (container, data, { emit }) => {
	const [{ countryOf }, { createMap }, { looks }] = await Promise.all([
		import("./countries.js"),
		import("./draw.js"),
		import("./looks.js"),
	]);
	useStyles(container, looks);
	const tiles = mapTiles();
	const plane = element("div", { class: "wm-map", role: "region" });
	const heard = toldOf();
	let current = read(data, countryOf);
	let map: DrawnMap | undefined;
	/** The place that the tabulator leads to, and the one that has the focus, by where they stand in the list. */
	let active = 0;
	let led: number | undefined;

	const press = (place: Place) => {
		if (place.name === "") return;
		heard.forget();
		draw();
		emit("pointselect", { name: place.name, value: place.value ?? null });
	};
	const mark = () => {
		const { places } = current;
		map?.mark(
			places.filter(({ name }) => heard.has(name)),
			led === undefined ? undefined : places[led],
		);
	};
	const draw = () => {
		const { title, places } = current;
		const missing = someOf(places.filter((place) => !isOnMap(place)).map(told));
		const rows = places.map(({ name, value }) => [name, value] as const);
		plane.setAttribute(
			"aria-label",
			`${title === "" ? "" : `${title}: `}${say("map")}. ${someOf(places.map(told))}`,
		);
		const why =
			missing === "" ? "" : say("Not on the map, because where it is was not said: {missing}", { missing });
		const isListed = (place: Place | undefined) => place !== undefined && place.name !== "" && isOnMap(place);
		const reached = isListed(places[active]) ? active : places.findIndex(isListed);
		const named = (name: string, at: number) => {
			const place = places[at];
			if (!place || !isListed(place)) return name;
			const focused = (isHere: boolean) => {
				led = isHere ? at : undefined;
				if (isHere) active = at;
				// What goes loses the focus while the table is drawn, which must not begin to be drawn then.
				if (isHere) draw();
				else mark();
			};
			const [isTold, isActive] = [heard.has(name), at === reached];
			return listed({ name, isTold, isActive, press: () => press(place), focused });
		};
		const table = numberTable(title, rows, [], named);
		render(html`${heading(title)}${plane}${note(tiles?.attribution ?? "")}${table}${note(why)}`, container);
		mark();
	};
	draw();
	map = await createMap(plane, tiles, press);
	map.show(current.places.filter(isOnMap));
	mark();
	return {
		update(next) {
			current = read(next, countryOf);
			map?.show(current.places.filter(isOnMap));
			draw();
		},
		receive(_, payload) {
			if (heard.hear(payload)) draw();
		},
		dispose() {
			map?.dispose();
			map = undefined;
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

/** Whether somebody said where it is. */
function isOnMap({ at, country }: Place): boolean {
	return at !== undefined || country !== undefined;
}

function told({ name, value }: Place): string {
	return value === undefined ? name : `${name} ${numberText(value)}`;
}
