/** Links in the cells of a table. */
import { linkAddress, recordOf, textOf } from "../dom.js";

const MAX_WORDS = 10_000;

/** What a link says, and where it leads; nothing where that is no address. */
export interface CellLink {
	readonly words: string;
	readonly address: string | undefined;
}

const partsOf = (value: unknown) => (typeof value === "object" ? recordOf(value) : { href: value });

/** What a link says; to read its address takes much longer. */
export function wordsIn(value: unknown): string {
	const { href, label } = partsOf(value);
	return textOf(label, MAX_WORDS).trim() || textOf(href, MAX_WORDS) || textOf(value, MAX_WORDS);
}

/** A link as a cell tells of it: an address alone, or `{href, label}`. */
export function linkIn(value: unknown): CellLink {
	return { words: wordsIn(value), address: linkAddress(partsOf(value).href) };
}

/** Whether a link has words beside its address. */
export function hasWords({ words, address }: CellLink): boolean {
	return address !== undefined && linkAddress(words) !== address;
}
