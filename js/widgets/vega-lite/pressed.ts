/** What a press on a mark tells. */
import type { Json, JsonObject } from "../../types/index.js";
import { recordOf } from "../dom.js";

/** One mark of many rows: its first row is no more pressed than another. */
const OF_MANY = ["line", "area", "trail"];

/** What the library writes into rows beside their own columns. */
const ADDED = /^_|_(?:start|end)$/;

/** Whether these marks are one mark of many rows. */
export const isOfMany = (marks: { readonly marktype?: unknown }) => OF_MANY.includes(String(marks.marktype));

/**
 * What a press on a mark tells: the row behind it, of a line what its rows have in common. Nothing behind axes, legends and empty places.
 *
 * @param own - A row as it was given, whose columns stay whatever they are called.
 */
export function rowBehind(item: unknown, own: unknown): JsonObject | undefined {
	const mark = recordOf(recordOf(item).mark);
	const row = rowOf(item, own);
	if (!row || !isOfMany(mark)) return row;
	const others = (mark.items as unknown[]).map((other) => fieldsOf(recordOf(other).datum));
	const common = Object.entries(row).filter(([name, value]) => others.every((one) => one[name] === value));
	return common.length > 0 ? Object.fromEntries(common) : undefined;
}

/** The row behind a mark, and behind a place of a line, as JSON. */
export function rowOf(item: unknown, own: unknown): JsonObject | undefined {
	const { mark, datum, isVoronoi } = recordOf(item);
	const { role, marktype } = recordOf(mark);
	if (role !== "mark" || marktype === "group") return undefined;
	const row = fieldsOf(isVoronoi ? recordOf(datum).datum : datum);
	const columns = recordOf(own);
	const kept = Object.entries(row).filter(([name]) => Object.hasOwn(columns, name) || !ADDED.test(name));
	return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function fieldsOf(datum: unknown): { [name: string]: Json } {
	const plain = (value: unknown): Json | undefined => {
		if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
		if (typeof value === "number") return Number.isFinite(value) ? value : null;
		return typeof value === "string" || typeof value === "boolean" || value === null ? value : undefined;
	};
	const all = Object.entries(recordOf(datum)).map(([name, value]) => [name, plain(value)] as const);
	return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as { [name: string]: Json };
}
