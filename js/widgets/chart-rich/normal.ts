/** The series of a chart as lists of numbers, however they were written. */
import type { Json, JsonObject } from "../../types/index.js";
import { amount, isRecord, pair, typed } from "../written.js";

const TYPES = { doughnut: "donut", ring: "donut", column: "bar", columns: "bar", spline: "line" };

/** The names and the numbers of a series that was written as pairs; nothing where it is numbers alone. */
function pairsOf(values: readonly Json[]): [Json, Json][] | undefined {
	if (!values.some((value) => isRecord(value) || Array.isArray(value))) return undefined;
	const found = values.map(pair);
	return found.every((one) => Array.isArray(one) && one.length === 2) ? (found as [Json, Json][]) : undefined;
}

const textOf = (name: Json) => (typeof name === "string" ? name : JSON.stringify(name));

export default (given: JsonObject): JsonObject => {
	const { datasets, ...data } = typed(given, TYPES);
	// As the library of charts that is known most has it: labels and datasets, also within `data`.
	const inner = isRecord(data.data) && Array.isArray(data.data.datasets) ? data.data : undefined;
	const list = inner?.datasets ?? data.data ?? datasets;
	if (!Array.isArray(list)) return typed(given, TYPES);
	let labels = data.labels ?? inner?.labels;
	const series = list.map((one): Json => {
		if (!isRecord(one)) return one;
		const { data: own, name, ...rest } = one;
		const values = rest.values ?? own;
		if (!Array.isArray(values)) return one;
		const found = pairsOf(values);
		if (found) labels ??= found.map(([label]) => textOf(label));
		const label = rest.label ?? name;
		return {
			...rest,
			...(label !== undefined && { label }),
			values: found ? found.map(([, value]) => value) : values.map(amount),
		};
	});
	return { ...data, ...(labels !== undefined && { labels }), data: series };
};
