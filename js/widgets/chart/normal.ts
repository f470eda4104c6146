/** A chart's numbers as pairs, however they were written. */
import type { JsonObject } from "../../types/index.js";
import { pairs, typed } from "../written.js";

const TYPES = { doughnut: "pie", donut: "pie", column: "bar", columns: "bar", area: "line", spline: "line" };
/** What else the pairs are called. */
const LISTS = ["bars", "data", "points", "values", "items", "rows"];

export default (data: JsonObject): JsonObject => {
	const { labels, ...rest } = typed(data, TYPES);
	const name = LISTS.find((one) => rest[one] !== undefined);
	const given = name === undefined ? undefined : rest[name];
	const bars = pairs(given, labels);
	if (name === undefined || !bars) return typed(data, TYPES);
	const { [name]: _, ...others } = rest;
	return { ...others, bars };
};
