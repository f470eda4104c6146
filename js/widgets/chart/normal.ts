/** A chart's numbers as pairs, however they were written. */
import type { Json, JsonObject } from "../../types/index.js";
import { isRecord, pairs, typed } from "../written.js";

const TYPES = { doughnut: "pie", donut: "pie", column: "bar", columns: "bar", area: "line", spline: "line" };
/** What else the pairs are called. */
const LISTS = ["bars", "data", "points", "values", "items", "rows", "series", "datasets"];

/** Of one series its numbers. */
function numbersOf(given: Json | undefined): Json | undefined {
	const only = Array.isArray(given) && given.length === 1 ? given[0] : undefined;
	if (!isRecord(only)) return given;
	const numbers = only.values ?? only.data;
	return Array.isArray(numbers) ? numbers : given;
}

export default (data: JsonObject): JsonObject => {
	const { labels, categories, ...rest } = typed(data, TYPES);
	const name = LISTS.find((one) => rest[one] !== undefined);
	const bars = pairs(numbersOf(name === undefined ? undefined : rest[name]), labels ?? categories);
	if (name === undefined || !bars) return typed(data, TYPES);
	const { [name]: _, ...others } = rest;
	return { ...others, bars };
};
