/** The cells of a notebook, whatever was sent for them. */
import type { JsonObject } from "../../types/index.js";
import { listOf, oneOf, recordOf, textOf } from "../dom.js";

export const MAX_CELLS = 200;
export const MAX_CONTENT_CHARS = 100_000;
const MAX_NAME_CHARS = 100;
const MAX_VARIABLE_CHARS = 80;
/** Words that name no variable, and values that cannot be another one. */
const TAKEN = new Set(
	(
		"await break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
		"implements import in instanceof interface let new null package private protected public return static super switch this throw " +
		"true try typeof var void while with yield undefined NaN Infinity globalThis arguments eval"
	).split(" "),
);

export type CellType = "md" | "sql" | "js";

/** A cell; its key stays while it is moved and changed. */
export interface Cell {
	readonly key: string;
	readonly type: CellType;
	readonly content: string;
	readonly name: string;
	readonly varname: string;
	readonly hideSource: boolean;
	readonly hideResult: boolean;
}

/** The cells that were sent, without keys of their own yet, and how many are left out. */
export function cellsOf(given: unknown): { cells: Omit<Cell, "key">[]; leftOut: number } {
	const all = listOf(given);
	const cells = all.slice(0, MAX_CELLS).map((one) => {
		const { type, content, name, varname, hideSource, hideResult } =
			typeof one === "string" ? { type: "md", content: one } : recordOf(one);
		return {
			type: oneOf<CellType>(type, ["md", "sql", "js"]),
			content: textOf(content, MAX_CONTENT_CHARS),
			name: textOf(name, MAX_NAME_CHARS),
			varname: variableOf(varname),
			hideSource: hideSource === true,
			hideResult: hideResult === true,
		};
	});
	return { cells, leftOut: all.length - cells.length };
}

/** A variable's name as it was written, without the room around it. */
export function variableOf(given: unknown): string {
	return textOf(given, MAX_VARIABLE_CHARS).trim();
}

/** Whether code can have a variable of this name. */
export function isVariable(name: string): boolean {
	return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && !TAKEN.has(name);
}

/** Whether a text mentions a variable, as a word. */
export function mentions(text: string, name: string): boolean {
	if (!isVariable(name)) return false;
	const word = name.replace(/[$]/g, "\\$&");
	return new RegExp(`(?<![\\p{ID_Continue}$.])${word}(?![\\p{ID_Continue}$])`, "u").test(text);
}

let numbers = 0;

/** A new key. */
export function keyed(cell: Omit<Cell, "key">): Cell {
	numbers += 1;
	return { ...cell, key: `cell-${numbers}` };
}

/** Other cells in place of those that there are: the ones that are meant again keep their keys, and by them what they gave. */
export function merged(known: readonly Cell[], next: readonly Omit<Cell, "key">[]): Cell[] {
	const left = [...known];
	const take = (isIt: (cell: Cell, at: number) => boolean) => {
		const at = left.findIndex(isIt);
		return at < 0 ? undefined : left.splice(at, 1)[0];
	};
	const same = next.map((cell) =>
		take(
			({ type, content, varname }) =>
				type === cell.type && content === cell.content && varname === cell.varname,
		),
	);
	return next.map((cell, at) => {
		// Of the rest the one with its name is it, or the one in its place.
		const found =
			same[at] ??
			take(
				({ type, name, varname }) =>
					type === cell.type && name + varname !== "" && name === cell.name && varname === cell.varname,
			) ??
			take((one) => one.type === cell.type && one.key === known[at]?.key);
		return found ? { ...cell, key: found.key } : keyed(cell);
	});
}

/** The cells as they are told to the page. */
export function plain(cells: readonly Cell[]): JsonObject[] {
	return cells.map(({ type, content, name, varname, hideSource, hideResult }) => ({
		type,
		content,
		...(name === "" ? {} : { name }),
		...(varname === "" ? {} : { varname }),
		...(hideSource ? { hideSource } : {}),
		...(hideResult ? { hideResult } : {}),
	}));
}
