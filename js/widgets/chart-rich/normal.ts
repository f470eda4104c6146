/** The series of a chart as lists of numbers, however they were written. */
import type { Json, JsonObject } from "../../types/index.js";
import { amount, isAmount, isRecord, pairs, typed } from "../written.js";

const TYPES = { doughnut: "donut", ring: "donut", column: "bar", columns: "bar", spline: "line" };
/** What else the list of series is called. */
const LISTS = ["data", "datasets", "series"];

const textOf = (name: Json) => (typeof name === "string" ? name : JSON.stringify(name));

/** Names and numbers of values that were written as pairs or by name; nothing where they are numbers alone. */
function namedOf(values: Json | undefined): [Json, Json][] | undefined {
	const isPlain = Array.isArray(values) && !values.some((one) => isRecord(one) || Array.isArray(one));
	const found = isPlain ? undefined : pairs(values);
	return found?.every((one) => Array.isArray(one) && one.length === 2)
		? (found as [Json, Json][])
		: undefined;
}

/** The series themselves: numbers without any around them are one, and lists of numbers are one each. */
function seriesOf(list: readonly Json[]): Json[] {
	if (list.length > 0 && list.every(isAmount)) return [{ values: [...list] }];
	return list.map((one) => (Array.isArray(one) && one.every(isAmount) ? { values: one } : one));
}

export default (given: JsonObject): JsonObject => {
	const data = typed(given, TYPES);
	// As the best known library of charts has it, labels and datasets may stand within `data`.
	const whole =
		isRecord(data.data) && !Array.isArray(data.data.values)
			? { ...data, data: undefined, ...data.data }
			: data;
	const name = LISTS.find((one) => Array.isArray(whole[one as keyof typeof whole]));
	const { labels: own, categories, ...rest } = whole as { [key: string]: Json };
	const list = name === undefined ? undefined : rest[name];
	if (name === undefined || !Array.isArray(list)) return data;
	let labels = own ?? categories;
	const series = seriesOf(list).map((one): Json => {
		if (!isRecord(one)) return one;
		const { data: numbers, name: called, ...more } = one;
		const values = more.values ?? numbers;
		const named = namedOf(values);
		if (named) labels ??= named.map(([label]) => textOf(label));
		if (!named && !Array.isArray(values)) return one;
		const label = more.label ?? called;
		return {
			...more,
			...(label !== undefined && { label }),
			values: named ? named.map(([, value]) => value) : (values as Json[]).map(amount),
		};
	});
	const others = Object.entries(rest).filter(([key, value]) => !LISTS.includes(key) && value !== undefined);
	return { ...Object.fromEntries(others), ...(labels !== undefined && { labels }), data: series };
};
