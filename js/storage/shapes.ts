/** What a stored widget, title and moment look like: what is imported, and what is read back of rows that may be damaged. */
import {
	aFlag,
	anObject,
	aText,
	type Check,
	listOf,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	recordOf,
} from "../core/arguments.js";
import type { CanvasLayout, Json, Widget } from "../types/index.js";

const MAX_ID_CHARS = 200;
const MAX_TITLE_CHARS = 1000;

/** An id of a session or a widget. */
export const anId = must(
	`a text of 1 to ${MAX_ID_CHARS} characters`,
	(value) => typeof value === "string" && value !== "" && value.length <= MAX_ID_CHARS,
);
/** The title of a session. */
export const aTitle = must(
	`a text of at most ${MAX_TITLE_CHARS} characters`,
	(value) => typeof value === "string" && value.length <= MAX_TITLE_CHARS,
);
/** Milliseconds since 1970. */
export const aMoment = number(
	"milliseconds since 1970",
	(value) => Number.isSafeInteger(value) && value >= 0,
);

const LAYOUTS = ["flow", "grid", "tiling", "floating", "stack"];
/** How widgets lie. */
export const aLayout = oneOf(LAYOUTS);

const pixels = number("CSS pixels", Number.isFinite);
const size = number("CSS pixels from 0", (value) => Number.isFinite(value) && value >= 0);
const FRAME = { x: optional(pixels), y: optional(pixels), width: optional(size), height: optional(size) };
const frame = optional(objectOf(FRAME));
/** The fields of a widget; others are left out of what is imported. */
export const BLOCK_FIELDS: { readonly [name: string]: Check } = {
	id: anId,
	type: aText,
	data: anObject,
	serverName: optional(aText),
	...FRAME,
	frames: optional(objectOf(Object.fromEntries(LAYOUTS.map((layout) => [layout, frame])))),
	z: optional(number("a number", Number.isFinite)),
	locked: optional(aFlag),
	group: optional(aText),
	links: optional(listOf(aText)),
	style: optional(
		recordOf(must("a text or a number", (value) => ["string", "number"].includes(typeof value))),
	),
};
/** A widget. */
export const aBlock = objectOf(BLOCK_FIELDS);

/** Whether a value passes a check. */
export function fits(check: Check, value: unknown): boolean {
	try {
		check("", value);
		return true;
	} catch {
		return false;
	}
}

/** Whether what was stored is a text. */
export const isTitle = (value: Json): value is string => fits(aTitle, value);
/** Whether what was stored is a layout. */
export const isLayout = (value: Json): value is CanvasLayout => fits(aLayout, value);
/** Whether what was stored is a widget. */
export const isBlock = (value: Json): value is Json & Widget => fits(aBlock, value);
/** What was stored as a moment or a count; 0 where it is none. */
export const wholeNumber = (value: unknown): number => (fits(aMoment, value) ? Number(value) : 0);
