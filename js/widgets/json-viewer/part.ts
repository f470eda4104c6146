/** What a value is, for the line that it gets. */
import { say } from "../say.js";

/** Characters of a text; the rest of a long one is counted. */
const MAX_CHARS = 500;
const MAX_NAME_CHARS = 100;

/** A value without parts, as text, and how it is coloured. */
export interface Leaf {
	readonly text: string;
	readonly kind: "text" | "number" | "truth" | "none";
	/** What is left out. */
	readonly more: string;
}

/** Whether a value has parts of its own. */
export function isWhole(value: unknown): value is object {
	return typeof value === "object" && value !== null && !(value instanceof Date);
}

/** The names of a value's parts; of a list so many as it has. */
export function sizeOf(whole: object): number {
	return Array.isArray(whole) ? whole.length : Object.keys(whole).length;
}

/** The first parts with their names. */
export function partsOf(whole: object, most: number): [string, unknown][] {
	if (Array.isArray(whole)) return whole.slice(0, most).map((part, at) => [String(at), part]);
	const fields = whole as { [name: string]: unknown };
	return Object.keys(whole)
		.slice(0, most)
		.map((name) => [name, fields[name]]);
}

/** How many parts there are, in the marks of JSON. */
export function sizeText(whole: object): string {
	const size = sizeOf(whole);
	const count = size.toLocaleString();
	if (Array.isArray(whole))
		return size === 0 ? "[ ]" : `[ ${say(size === 1 ? "1 item" : "{n} items", { n: size })} ]`;
	return size === 0 ? "{ }" : `{ ${count} ${size === 1 ? "field" : "fields"} }`;
}

/** A part's name, cut where it is no name any more; an empty one is seen by its marks. */
export function nameText(name: string): string {
	if (name === "") return '""';
	return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
}

/** What has no parts, as text. */
export function leafOf(value: unknown): Leaf {
	if (typeof value === "string") {
		const isLong = value.length > MAX_CHARS;
		const text = isLong ? `"${value.slice(0, MAX_CHARS)}…"` : `"${value}"`;
		return { text, kind: "text", more: isLong ? say("{n} characters", { n: value.length }) : "" };
	}
	if (value instanceof Date) return { text: dateText(value), kind: "text", more: "" };
	const text = String(value).slice(0, MAX_CHARS);
	if (typeof value === "number" || typeof value === "bigint") return { text, kind: "number", more: "" };
	return { text, kind: typeof value === "boolean" ? "truth" : "none", more: "" };
}

function dateText(date: Date): string {
	return Number.isNaN(date.getTime()) ? say("no date") : date.toISOString();
}
