/** The map itself: outlines, coloured countries, dots; pictures of the land where the host has allowed some. */
import type { LatLng, PathOptions } from "leaflet";
import { element, numberText } from "../dom.js";
import { animated, colorsOf, onThemeChange } from "../theme.js";
import { marksOn, type Shape } from "./marks.js";
import type { Place } from "./place.js";
import type { MapTiles } from "./tiles.js";
import { world } from "./world.js";

/** Degrees north and east. */
type Point = [number, number];

/** Pixels of the smallest and the largest dot. */
const DOT = [5, 16] as const;
/** How much of its colour the country with the least has, and the one with the most. */
const TINT = [0.25, 0.9] as const;
/** The same over pictures, which stay to be seen. */
const PALE_TINT = [0.2, 0.6] as const;
/** No closer than this: the outlines have no more detail. */
const CLOSEST = 7;

/** A map that is drawn. */
export interface DrawnMap {
	/** Shows these places in the place of others, as near as all of them can be seen. */
	show(places: readonly Place[]): void;
	/** Makes those of the places stand out that are told of, and the one that the keyboard has led to, which says its words as well. */
	mark(told: readonly Place[], led: Place | undefined): void;
	dispose(): void;
}

/** A map of the world on `plane`, over `tiles` if there are any; a press on a place calls `pressed`. */
export async function createMap(
	plane: HTMLElement,
	tiles: MapTiles | undefined,
	pressed: (place: Place) => void,
): Promise<DrawnMap> {
	const loaded = await import("leaflet");
	const leaflet = "default" in loaded ? (loaded.default as typeof loaded) : loaded;
	const isCalm = animated(1) === 0;
	const map = leaflet.map(plane, {
		attributionControl: false,
		fadeAnimation: !isCalm,
		zoomAnimation: !isCalm,
		// A wheel over the map scrolls the page.
		scrollWheelZoom: false,
		maxBounds: [
			[-90, -200],
			[90, 200],
		],
		maxZoom: tiles?.maxZoom ?? CLOSEST,
		zoomSnap: 0.25,
	});
	const whole = leaflet.latLngBounds([-56, -170], [78, 180]);
	let bounds = whole;
	const fit = () => void map.fitBounds(bounds, { animate: false, maxZoom: 5 });
	// A dot can only be put on a map that shows something.
	fit();
	if (tiles) leaflet.tileLayer(tiles.url, { maxZoom: tiles.maxZoom ?? CLOSEST }).addTo(map);
	const countries = world.map(({ code, name, polygons }) => {
		const outline = polygons.map((rings) =>
			rings.map((points) => points.map(([lon, lat]) => [lat, lon] as Point)),
		);
		// What a country has far away, such as Guiana, would make the map a map of the world.
		const mainland = outline.reduce((most, one) => (extent(one) > extent(most) ? one : most));
		const shape = leaflet
			.polygon(outline)
			.addTo(map)
			.bindTooltip(words({ name, value: undefined }), { sticky: true });
		shape.on("click", () => {
			const place = placeIn(code);
			if (place) pressed(place);
		});
		return { code, name, shape, extent: leaflet.polygon(mainland).getBounds() };
	});
	const dots = leaflet.featureGroup().addTo(map);
	const markAbout = marksOn(leaflet, map);
	let shown: readonly Place[] = [];
	const placeIn = (country: string) =>
		country === "" ? undefined : shown.find((one) => one.country === country);
	/** What each place is drawn as, and where its words stand. */
	const drawn = new Map<Place, { shape: Shape; at: LatLng }>();
	let speaking: Shape | undefined;
	const draw = () => {
		const color = colorsOf(plane);
		const share = shares(shown);
		const land: PathOptions = {
			color: color("border2"),
			weight: 1,
			fillColor: color("surface2"),
			// Over pictures of the land its outlines are enough.
			fillOpacity: tiles ? 0 : 1,
		};
		const seen = leaflet.latLngBounds([]);
		drawn.clear();
		for (const { code, name, shape, extent } of countries) {
			const place = placeIn(code);
			const tint = between(tiles ? PALE_TINT : TINT, place ? share(place) : 0);
			const own = place && { fillColor: color("accent"), fillOpacity: tint };
			shape.setStyle({ ...land, ...own });
			shape.setTooltipContent(words(place ?? { name, value: undefined }));
			if (!place) continue;
			seen.extend(extent);
			for (const one of shown) if (one.country === code) drawn.set(one, { shape, at: extent.getCenter() });
		}
		dots.clearLayers();
		for (const place of shown) {
			if (!place.at) continue;
			const at: Point = [...place.at];
			const looks = { color: color("surface"), weight: 1, fillColor: color("accent2"), fillOpacity: 0.85 };
			const dot = leaflet.circleMarker(at, { ...looks, radius: between(DOT, share(place)) });
			dots.addLayer(dot.bindTooltip(words(place)).on("click", () => pressed(place)));
			drawn.set(place, { shape: dot, at: dot.getLatLng() });
			seen.extend(at);
		}
		bounds = seen.isValid() ? seen.pad(0.2) : whole;
	};
	// A canvas gives its widgets their size after they are drawn; who has moved the map is not moved back.
	let isTouched = false;
	map.on("movestart", () => {
		isTouched ||= plane.matches(":hover, :focus-within");
	});
	const size = new ResizeObserver(() => {
		map.invalidateSize({ animate: false });
		if (!isTouched) fit();
	});
	size.observe(plane);
	const unfollow = onThemeChange(draw);
	return {
		show(places) {
			shown = places;
			draw();
			if (!isTouched) fit();
		},
		mark(told, led) {
			const here = led && drawn.get(led);
			const all = told.flatMap((place) => drawn.get(place)?.shape ?? []);
			markAbout([...new Set(here ? [...all, here.shape] : all)]);
			speaking?.closeTooltip();
			speaking = here?.shape;
			if (!here) return;
			map.panInside(here.at, { padding: [40, 40], animate: false });
			here.shape.openTooltip(here.at);
		},
		dispose() {
			size.disconnect();
			unfollow();
			map.remove();
		},
	};
}

/** How much of the greatest value each place has, from 0; what has none is in the middle. */
function shares(places: readonly Place[]): (place: Place) => number {
	const values = places.flatMap(({ value }) => (value === undefined ? [] : [value]));
	const least = Math.min(...values);
	const most = Math.max(...values);
	return ({ value }) => (value === undefined || most === least ? 0.5 : (value - least) / (most - least));
}

/** How large a polygon is, about, to tell the largest. */
function extent([outer = []]: Point[][]): number {
	const of = (at: 0 | 1) => {
		const all = outer.map((point) => point[at]);
		return Math.max(...all) - Math.min(...all);
	};
	return of(0) * of(1);
}

function between([least, most]: readonly [number, number], share: number): number {
	return least + (most - least) * share;
}

/** Words of a place; text, whatever its name holds. */
function words({ name, value }: Pick<Place, "name" | "value">): HTMLElement {
	return element("span", {}, value === undefined ? name : `${name}: ${numberText(value)}`);
}
