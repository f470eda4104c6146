/** Links in the cells of a table. */
import { linkAddress, recordOf, textOf } from "../dom.js";

const MAX_WORDS = 10_000;

/** What a link says, and where it leads; nothing where that is no address. */
export interface CellLink {
	readonly words: string;
	readonly address: string | undefined;
}

/** A link as a cell tells of it: an address alone, or `{href, label}`. */
export function linkIn(value: unknown): CellLink {
	const { href, label } = typeof value === "object" ? recordOf(value) : { href: value };
	const named = textOf(label, MAX_WORDS).trim() || textOf(href, MAX_WORDS);
	return { words: named || textOf(value, MAX_WORDS), address: linkAddress(href) };
}

/** Whether a link has words beside its address. */
export function hasWords({ words, address }: CellLink): boolean {
	return address !== undefined && linkAddress(words) !== address;
}
