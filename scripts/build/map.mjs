/** What the map draws, as modules, so that the package needs no loader for JSON and style sheets. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";
import { inRoot } from "../lib/paths.mjs";

const require = createRequire(import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(require.resolve(path), "utf8");

/** Digits of a degree: the outlines are drawn for a scale of 1:110 million. */
const PLACES = 1;
/** Outlines without a number in the world's data; of all others ISO 3166 has one. */
const UNNUMBERED = new Map([["Kosovo", "XK"]]);

/** As far as the map's projection shows anything. */
const SOUTH = -85;

const round = (/** @type {number} */ degrees) => Number(degrees.toFixed(PLACES));

/** A country's code of two letters, by its number (`276`): locale identifiers know both. */
function codeOf(/** @type {{id?: string | number, properties: {name: string}}} */ { id, properties }) {
	if (id === undefined) return UNNUMBERED.get(properties.name) ?? "";
	return new Intl.Locale(`und-${String(id).padStart(3, "0")}`).region ?? "";
}

/** A ring without jumps from one edge of the world to the other: its points may lie beyond 180 degrees. */
function unwrapped(/** @type {number[][]} */ ring) {
	let turns = 0;
	const points = ring.map(([lon = 0, lat = 0], at) => {
		const step = lon - (ring[at - 1]?.[0] ?? lon);
		if (Math.abs(step) > 180) turns -= Math.sign(step);
		return [lon + 360 * turns, lat];
	});
	const [[first = 0] = []] = points;
	const [last = 0] = points.at(-1) ?? [];
	// What goes once around the world lies around the pole.
	return turns === 0 ? points : [...points, [last, SOUTH], [first, SOUTH], [first, points[0]?.[1] ?? SOUTH]];
}

/** The part of a ring on one side of a meridian. */
function clipped(
	/** @type {number[][]} */ points,
	/** @type {number} */ meridian,
	/** @type {1 | -1} */ side,
) {
	const isIn = (/** @type {number[]} */ [lon = 0]) => (lon - meridian) * side >= 0;
	return points.flatMap((point, at) => {
		const before = points.at(at - 1) ?? point;
		if (isIn(before) === isIn(point)) return isIn(point) ? [point] : [];
		const [lon = 0, lat = 0] = point;
		const [lonBefore = 0, latBefore = 0] = before;
		const edge = [meridian, lat + ((latBefore - lat) * (meridian - lon)) / (lonBefore - lon)];
		return isIn(point) ? [edge, point] : [edge];
	});
}

/** The parts of a ring within the world's edges, without points that rounding has made one. */
function parts(/** @type {number[][]} */ ring) {
	const whole = unwrapped(ring);
	return [0, 360, -360].flatMap((shift) => {
		const shifted = whole.map(([lon = 0, lat = 0]) => [lon + shift, lat]);
		const inside = clipped(clipped(shifted, -180, 1), 180, -1);
		const rounded = inside.map(([lon = 0, lat = 0]) => [round(lon), round(lat)]);
		const kept = rounded.filter(
			([lon, lat], at) => lon !== rounded[at - 1]?.[0] || lat !== rounded[at - 1]?.[1],
		);
		return kept.length > 3 ? [kept] : [];
	});
}

function countries() {
	const world = JSON.parse(read("world-atlas/countries-110m.json"));
	const { features } = /** @type {any} */ (feature(world, world.objects.countries));
	return features.map((/** @type {any} */ one) => {
		const { type, coordinates } = one.geometry;
		const polygons = type === "Polygon" ? [coordinates] : coordinates;
		return {
			code: codeOf(one),
			name: one.properties.name,
			// South Africa alone has a hole, and it lies on no edge.
			polygons: polygons.flatMap((/** @type {number[][][]} */ [outer = [], ...holes]) => {
				const inner = holes.flatMap(parts);
				return parts(outer).map((one) => [one, ...inner]);
			}),
		};
	});
}

/** Writes build/gen/widgets/map/: the countries' outlines (Natural Earth, public domain) and the looks of Leaflet, each with its licence. */
export function buildMap() {
	const out = inRoot("build", "gen", "widgets", "map");
	mkdirSync(out, { recursive: true });
	const write = (
		/** @type {{name: string, doc: string, type: string, of: string}} */ { name, doc, type, of },
		/** @type {unknown} */ value,
	) => {
		const licence = read(`${of}/LICENSE`).trim().split("\n").join("\n * ");
		const code = `export const ${name} = ${JSON.stringify(value)};`;
		writeFileSync(`${out}/${name}.js`, `/** ${doc} */\n/*\n * ${licence}\n */\n${code}\n`);
		writeFileSync(`${out}/${name}.d.ts`, `/** ${doc} */\nexport declare const ${name}: ${type};\n`);
	};
	write(
		{
			name: "world",
			doc: "Countries: code of ISO 3166, English name, and polygons of rings of degrees east and north.",
			type: "readonly { readonly code: string; readonly name: string; readonly polygons: [number, number][][][] }[]",
			of: "world-atlas",
		},
		countries(),
	);
	// Pictures belong to controls that the map has not.
	const looks = read("leaflet/dist/leaflet.css").replace(/[^{}]+\{[^{}]*url\([^{}]*\}/g, "");
	const doc = "Leaflet's style sheet, without what loads pictures.";
	write({ name: "looks", doc, type: "string", of: "leaflet" }, looks);
}
