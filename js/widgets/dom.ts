/** Small tools to build DOM from data that nobody vouches for: text stays text. */

import { type Check, aFunction, objectOf } from "../core/arguments.js";

/** An element to draw in; one of another window is no instance of ours. */
export const anElement: Check = objectOf(
	{ getRootNode: aFunction, append: aFunction, replaceChildren: aFunction },
	"an element",
);

/** Attributes of an element; an undefined one is left out. */
export type Attributes = { [name: string]: string | undefined };

/** An element with attributes and children. Strings become text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined) made.setAttribute(name, value);
	}
	made.append(...children);
	return made;
}

/** A value as text for people; objects as JSON, cut at `max` characters. */
export function textOf(value: unknown, max = 500): string {
	if (value === null || value === undefined) return "";
	if (typeof value === "number") return numberText(value);
	const text = typeof value === "object" ? jsonOf(value) : String(value);
	return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** A name that programs compare: digits stay as they are written. */
export function idOf(value: unknown): string {
	return typeof value === "number" ? String(value) : textOf(value, 200);
}

/** An object as JSON; of one that holds itself no more than that. */
function jsonOf(value: object): string {
	try {
		return JSON.stringify(value) ?? "";
	} catch {
		return "…";
	}
}

/** The page's language, or the browser's where the page says none, or something that is none. */
export function languageOfPage(): string | undefined {
	// Data is also read where there is no page.
	if (typeof document === "undefined") return undefined;
	try {
		return Intl.getCanonicalLocales(document.documentElement.lang)[0];
	} catch {
		return undefined;
	}
}

let formatting: { language: string | undefined; format: Intl.NumberFormat } | undefined;

/** A number as people read it: at most three decimals, in the page's language. */
export function numberText(value: number): string {
	if (Number.isInteger(value) && Math.abs(value) < 10_000) return String(value);
	const language = languageOfPage();
	// To make one takes longer than to use it a hundred times.
	if (formatting?.language !== language || !formatting)
		formatting = { language, format: new Intl.NumberFormat(language, { maximumFractionDigits: 3 }) };
	return formatting.format.format(value);
}

/** A string out of a closed set; the first one for anything else. */
export function oneOf<T extends string>(value: unknown, allowed: readonly [T, ...T[]]): T {
	return allowed.find((candidate) => candidate === value) ?? allowed[0];
}

/** The first letters of the first and the last name. */
export function initialsOf(name: string): string {
	const names = name.split(/\s+/).filter((part) => part !== "");
	const chosen = names.length > 1 ? [names[0], names.at(-1)] : names;
	// A letter for a person: a flag or a family is several characters.
	const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
	const first = (part = "") => [...letters.segment(part.slice(0, 40))][0]?.segment ?? "";
	return chosen.map((part) => first(part).toLocaleUpperCase()).join("");
}

/** A list; anything else is an empty one. */
export function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** An object's fields; anything else has none. */
export function recordOf(value: unknown): { [key: string]: unknown } {
	return typeof value === "object" && value !== null ? (value as { [key: string]: unknown }) : {};
}

/** Whether an address may be followed or loaded: http, https, mailto, or relative to the page, as a browser reads it. */
export function isSafeUrl(address: string): boolean {
	try {
		return ["http:", "https:", "mailto:"].includes(new URL(address, "https://relative.invalid").protocol);
	} catch {
		return false;
	}
}

/** No longer than this. */
const MAX_ADDRESS = 2000;

/** Where a link of data leads, as a browser reads it: http, https or mailto, in full. Anything else is no link. */
export function linkAddress(value: unknown): string | undefined {
	if (typeof value !== "string" || value.length > MAX_ADDRESS || !isSafeUrl(value)) return undefined;
	try {
		return new URL(value).href;
	} catch {
		// What is relative would lead somewhere else on each page.
		return undefined;
	}
}
