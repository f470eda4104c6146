/** Decides what a file holds: columns, and rows of cells. */
import { delimitedSheet } from "./delimited.js";
import { jsonSheet } from "./json-sheet.js";
import { Problem } from "./problem.js";
import type { Cell, Column } from "./types.js";

/** What is to become a table. */
export interface Sheet {
	columns: Column[];
	rows(): Iterable<Cell[]>;
}

/** How a file is to be read. */
export interface Reading {
	delimiter?: string | undefined;
	header?: boolean | undefined;
}

/**
 * Reads a text.
 *
 * @param name - The file's name: one that ends in `.json` is JSON.
 * @throws {@link Problem} where it holds no table.
 */
export function sheetOf(name: string, text: string, reading: Reading): Sheet {
	if (text.includes("\0")) throw new Problem("It is no text.");
	return /\.json$/i.test(name) ? jsonSheet(text) : delimitedSheet(text, reading);
}

/** The bytes of a file as text: UTF-8, UTF-16 where its mark says so, else what older programs write. */
export function decoded(bytes: ArrayBuffer): string {
	const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
	if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
