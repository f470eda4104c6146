/**
 * Decides which CSS a widget's frame takes: what loads nothing, and paints and lies where the frame does. `tests/fixtures/css-properties.json` says
 * the same in examples.
 */

import { COLOR_TOKENS } from "../core/color-tokens.js";

/** The longest value, in bytes of UTF-8. */
const MAX_BYTES = 200;
/** Of shadows, outlines, borders and margins, CSS pixels: so far a frame may paint around itself, or keep others away. */
const MAX_AROUND = 64;
/** Of text. Lengths in `em` are as many times that. */
const MAX_TEXT = 64;
/** Of a frame's own size, and of the least that it may ask for. */
const MAX_SIZE = 4_000;
const MAX_LEAST = 1_000;
const MAX_PADDING = 256;
/** Beyond a pill's ends a radius changes nothing. */
const MAX_RADIUS = 9_999;
/** Columns and rows of a canvas. */
const MAX_TRACKS = 12;

type Fits = (part: string) => boolean;

const words =
	(all: string): Fits =>
	(part) =>
		all.split(" ").includes(part);
const any =
	(...all: Fits[]): Fits =>
	(part) =>
		all.some((fits) => fits(part));

/** How many CSS pixels a unit may be at most; what depends on the window is none. */
const UNITS: ReadonlyMap<string, number> = new Map([
	["px", 1],
	["pt", 4 / 3],
	["rem", 16],
	["em", MAX_TEXT],
]);

/** A length from `least` to `most` pixels, or 0. */
function length(least: number, most: number): Fits {
	return (part) => {
		const [, number = "", unit = ""] =
			/^([+-]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6}))([a-z]*)$/.exec(part) ?? [];
		if (number === "") return false;
		const pixels = Number(number) * (UNITS.get(unit) ?? Number.NaN);
		return Number(number) === 0 || (pixels >= least && pixels <= most);
	};
}

function share(most: number): Fits {
	return (part) => /^\+?\d{1,3}(?:\.\d{1,6})?%$/.test(part) && Number.parseFloat(part) <= most;
}

function number(least: number, most: number, isWhole = false): Fits {
	return (part) => {
		const fits = isWhole
			? /^[+-]?\d{1,6}$/.test(part)
			: /^\+?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})$/.test(part);
		return fits && Number(part) >= least && Number(part) <= most;
	};
}

/** A name, digits behind `#`, or a function of colours; names that are none do nothing. */
const COLOUR_FUNCTION = /^(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color|color-mix|light-dark|var)\(/;
function colour(part: string): boolean {
	if (/^#[\da-f]{3,8}$/.test(part) || /^[a-z]{3,30}$/.test(part)) return !line(part);
	if (!COLOUR_FUNCTION.test(part) || !/^[\w\s#%.,/()+-]+$/.test(part)) return false;
	if (!part.endsWith(")") || partsOf(part, " ").length !== 1) return false;
	const inner = part.matchAll(/([a-z-]*)\(/g);
	return (
		[...inner].every(([, name = ""]) => COLOUR_FUNCTION.test(`${name}(`)) &&
		[...part.matchAll(/var\(\s*([^\s,)]*)/g)].every(([, name = ""]) => /^--color-[a-z0-9]+$/.test(name))
	);
}

const LINE_STYLES = "none hidden dotted dashed solid double groove ridge inset outset auto";
const line = words(LINE_STYLES);
const width = any(words("thin medium thick"), length(0, MAX_AROUND));

/** A list of 1 to `most` parts, each of which fits. */
function list(most: number, fits: Fits): Fits {
	return (value) => {
		const parts = partsOf(value, " ");
		return parts.length > 0 && parts.length <= most && parts.every(fits);
	};
}

/** Parts in any order, no more of each kind than said. */
function mixed(...kinds: readonly (readonly [most: number, fits: Fits])[]): Fits {
	return (value) => {
		const left = kinds.map(([most]) => most);
		const parts = partsOf(value, " ");
		return (
			parts.length > 0 &&
			parts.every((part) => {
				const at = kinds.findIndex(([, fits], kind) => (left[kind] ?? 0) > 0 && fits(part));
				if (at >= 0) left[at] = (left[at] ?? 0) - 1;
				return at >= 0;
			})
		);
	};
}

const shadow = mixed([1, words("inset")], [4, length(-MAX_AROUND, MAX_AROUND)], [1, colour]);
const shadows: Fits = (value) => {
	const all = partsOf(value, ",");
	return value === "none" || (all.length > 0 && all.length <= 4 && all.every(shadow));
};
const size = any(words("auto none min-content max-content fit-content"), length(0, MAX_SIZE), share(100));
const least = any(words("auto"), length(0, MAX_LEAST), share(100));
const track = any(number(-MAX_TRACKS, MAX_TRACKS, true), words("auto span"));
const tracks: Fits = (value) => {
	const sides = value.split("/").map((side) => side.trim());
	return (
		sides.length <= 2 &&
		sides.every((side) => /^(?:span )?[+-]?\d+$|^auto$/.test(side) && list(2, track)(side))
	);
};
const radius = list(4, any(length(0, MAX_RADIUS), share(100)));
const family: Fits = (part) => /^(?:-?[\p{L}_][\p{L}\p{N} _-]*|(["'])[\p{L}\p{N} _.-]+\1)$/u.test(part);
const families: Fits = (value) => {
	const all = partsOf(value, ",");
	return all.length > 0 && all.every(family);
};

/** What each property takes, in small letters and with single blanks. */
const TAKES: ReadonlyMap<string, Fits> = new Map<string, Fits>([
	["background-color", colour],
	["border", mixed([1, line], [1, width], [1, colour])],
	["border-color", list(4, colour)],
	[
		"border-radius",
		(value) => value.split("/").length <= 2 && value.split("/").every((side) => radius(side.trim())),
	],
	["border-style", list(4, line)],
	["border-width", list(4, width)],
	["box-shadow", shadows],
	["color", colour],
	["font-family", families],
	[
		"font-size",
		any(words("xx-small x-small small medium large x-large xx-large xxx-large smaller larger"), textSize()),
	],
	["font-style", words("normal italic oblique")],
	["font-weight", any(words("normal bold bolder lighter"), number(1, 1000))],
	["line-height", any(words("normal"), number(0, 4), share(400), length(0, 2 * MAX_TEXT))],
	["margin", list(4, any(words("auto"), length(0, MAX_AROUND)))],
	["max-height", size],
	["max-width", size],
	["min-height", least],
	["min-width", least],
	["opacity", any(number(0, 1), share(100))],
	["outline", mixed([1, line], [1, width], [1, colour])],
	// `visible` would let what is inside lie over others.
	["overflow", list(2, words("hidden clip scroll auto"))],
	["padding", list(4, any(length(0, MAX_PADDING), share(25)))],
	["text-align", words("left right center justify start end")],
	[
		"text-decoration",
		mixed(
			[1, words("none")],
			[3, words("underline overline line-through")],
			[1, words("solid double dotted dashed wavy")],
			[1, any(words("from-font auto"), length(0, 8))],
			[1, colour],
		),
	],
	["text-transform", words("none capitalize uppercase lowercase")],
	["grid-column", tracks],
	["grid-row", tracks],
	["order", number(-10_000, 10_000, true)],
	// The colour tokens, which all that is in the frame goes by.
	...COLOR_TOKENS.map((token): [string, Fits] => [`--color-${token}`, colour]),
]);

/** `em` is what is around here, so that it is no more than the most times itself. */
function textSize(): Fits {
	const inEm: Fits = (part) => /^\d(?:\.\d{1,6})?em$/.test(part) && Number.parseFloat(part) <= 4;
	return any(share(400), inEm, (part) => !/\dem$/.test(part) && length(0, MAX_TEXT)(part));
}

/** Whether a frame takes this value of a property, both as a style sheet writes them. */
export function takes(property: string, value: unknown): value is string {
	const fits = TAKES.get(property);
	if (!fits || typeof value !== "string" || new TextEncoder().encode(value).length > MAX_BYTES) return false;
	const plain = value.trim().replace(/[ \t\r\n\f]+/g, " ");
	return fits(property === "font-family" ? plain : plain.toLowerCase());
}

/** The parts of a value at its top: what stands in parentheses is one part. */
function partsOf(value: string, separator: " " | ","): string[] {
	const parts: string[] = [];
	let [depth, part] = [0, ""];
	for (const letter of value) {
		if (letter === "(") depth += 1;
		if (letter === ")") depth -= 1;
		if (depth < 0) return [];
		if (letter !== separator || depth !== 0) part += letter;
		else {
			parts.push(part.trim());
			part = "";
		}
	}
	parts.push(part.trim());
	return depth === 0 && parts.every((one) => one !== "") ? parts : [];
}
