/** How models write the numbers of charts, in the form that charts take: pairs, amounts, gaps. */
import type { Json, JsonObject } from "../types/index.js";
import { numberOf } from "./amount.js";

/** What people write where there is no number. */
const NOTHING = /^(?:|[-–—?.]{1,3}|n\.?\/?a\.?|null|none|nil|nan|undefined|missing|#n\/a)$/i;
const NAMES = ["label", "name", "category", "key", "x", "title", "group", "date"];
const VALUES = ["value", "y", "count", "amount", "total", "number"];

export const isRecord = (value: Json | undefined): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A number where one can be read, null where a text says that there is none; anything else as it is. */
export function amount(value: Json | undefined): Json {
	if (typeof value !== "string") return value ?? null;
	return NOTHING.test(value.trim()) ? null : (numberOf(value) ?? value);
}

/** Whether a value is a number, is written as one, or says that there is none. */
export const isAmount = (value: Json | undefined): boolean => {
	const read = amount(value);
	return read === null || typeof read === "number";
};

/** The field that is called by one of these names, whatever its case. */
function fieldOf(record: JsonObject, names: readonly string[]): string | undefined {
	const fields = Object.keys(record);
	return names.flatMap((name) => fields.filter((field) => field.toLowerCase() === name))[0];
}

/** A name and its number of a pair, or of a record such as `{label, value}` or a row of two columns; else as it is. */
export function pair(given: Json): Json {
	if (Array.isArray(given)) return given.length === 2 ? [given[0] ?? "", amount(given[1])] : given;
	if (!isRecord(given)) return given;
	const fields = Object.keys(given);
	const [name, value] = [fieldOf(given, NAMES), fieldOf(given, VALUES)];
	const only = (other: string | undefined) => {
		const left = fields.filter((field) => field !== other);
		return left.length === 1 ? left[0] : undefined;
	};
	if (name !== undefined && (value ?? only(name)) !== undefined)
		return [given[name] ?? "", amount(given[value ?? only(name) ?? ""])];
	if (value !== undefined && only(value) !== undefined)
		return [given[only(value) ?? ""] ?? "", amount(given[value])];
	const [first = "", second = ""] = fields;
	if (fields.length === 1) return isAmount(given[first]) ? [first, amount(given[first])] : given;
	if (fields.length !== 2) return given;
	// Of two columns the one with words is the name; where both are numbers, the first one is.
	const isTurned = isAmount(given[first]) && !isAmount(given[second]);
	return isTurned ? [given[second] ?? "", amount(given[first])] : [given[first] ?? "", amount(given[second])];
}

/** Pairs of a list of them, of a record of numbers by their names, or of names and numbers in two lists; else nothing. */
export function pairs(given: Json | undefined, names?: Json): Json[] | undefined {
	if (Array.isArray(given)) {
		if (!Array.isArray(names)) return given.map(pair);
		return given.every(isAmount)
			? given.map((value, at) => [names[at] ?? String(at + 1), amount(value)])
			: undefined;
	}
	if (!isRecord(given) || !Object.values(given).every(isAmount)) return undefined;
	return Object.entries(given).map(([name, value]) => [name, amount(value)]);
}

/** The data with its type by the name that the chart has for it; `names` are what else it is called. */
export function typed(data: JsonObject, names: { readonly [alias: string]: string }): JsonObject {
	if (typeof data.type !== "string") return data;
	const type = data.type
		.toLowerCase()
		.replace(/[\s_-]*(?:chart|graph|plot)$/, "")
		.trim();
	return { ...data, type: Object.hasOwn(names, type) ? (names[type] ?? type) : type };
}
