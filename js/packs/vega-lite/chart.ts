/** What a chart of the pack is told by: which columns it takes, and a spec in which they stand under the names of its parameters. */
import type { JsonObject, JsonSchema } from "../../types/index.js";

/** A column of the rows, or several of them. */
export interface Column {
	/** Numbers; names, in their order; times, where they are such, else numbers or names; or the numbers of several columns. */
	readonly kind: "number" | "name" | "time" | "numbers";
	/** What it holds, in words that follow "Column with". */
	readonly holds: string;
	readonly isOptional?: boolean;
}

/** Something else that can be said. */
export interface Option {
	readonly schema: JsonSchema;
	readonly usual: string | number;
}

/** A wish, the rows as a table, and what else is said. */
export interface Example {
	readonly wish: string;
	readonly head: readonly string[];
	readonly rows: readonly (readonly (string | number)[])[];
	readonly params: JsonObject;
}

/** A chart of the pack. */
export interface ChartKind {
	readonly name: string;
	/** One line; its first 70 characters are what a small model reads. */
	readonly description: string;
	/** When it is used and when another one. */
	readonly use: string;
	readonly columns: { readonly [param: string]: Column };
	readonly options?: { readonly [param: string]: Option };
	/**
	 * The spec. A `field` that is a parameter gets its type, its order and the column's name as title; where the column is not given, what is
	 * shown of it is left out. The text `$param` is the column's name or the option.
	 */
	readonly spec: JsonObject;
	readonly examples: readonly [Example, ...Example[]];
}

/** A column of numbers. */
export const number = (holds: string): Column => ({ kind: "number", holds });
/** A column of names, which are shown in their order. */
export const name = (holds: string): Column => ({ kind: "name", holds });
/** A column of dates or years; of what is none, the order of the rows counts. */
export const time = (holds: string): Column => ({ kind: "time", holds });
/** Several columns: each is shown as `measure`, its numbers as `number`, and the row that they are of as `entry`. */
export const numbers = (holds: string): Column => ({ kind: "numbers", holds });
/** A column that need not be there. */
export const optional = (column: Column): Column => ({ ...column, isOptional: true });

/** A chart, as its file tells it. */
export const chart = (kind: ChartKind): ChartKind => kind;
