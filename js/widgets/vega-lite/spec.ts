/** A spec as anybody may send it, made harmless: no address, nothing outside the chart, no more than can be drawn. */
import { textOf } from "../dom.js";
import { someOf } from "../numbers.js";
import { rowsOfText } from "./delimited.js";

/** A spec of which nothing is sure. */
export type Spec = { [key: string]: unknown };

/** Why a spec is not drawn, as a sentence. */
export class Refused extends Error {}

/** A spec that can be drawn, and its rows, which change more often than the spec. */
export interface Prepared {
	readonly spec: Spec;
	/** The name of the data that the rows are. */
	readonly source: string;
	readonly rows: readonly unknown[] | undefined;
	/** How many more there are than are drawn. */
	readonly left: number;
}

const MAX_ROWS = 100_000;
/** Of all names, texts and numbers of the spec, the rows aside. */
const MAX_CHARS = 200_000;
const MAX_DEPTH = 40;
/** So many rows tell which columns there are. */
const MAX_LOOKED_AT = 100;
/** Panels side by side and one below another. */
const MAX_PANELS = 64;
/** Numbers of which a larger one would take the page's time or memory. */
const MOST: { readonly [key: string]: number } = {
	...{ width: 4000, height: 4000, maxbins: 1000, tickCount: 1000 },
	...{ steps: 5000, minsteps: 5000, maxsteps: 5000, size: 1_000_000 },
};
/** What is for other programs, or ours to say. */
const DROPPED = new Set(["$schema", "usermeta", "background", "cursor"]);
/** What an input field of the chart may be, and what is said of it. */
const INPUTS = new Set(["range", "select", "radio", "checkbox", "number", "text", "date", "color"]);
const INPUT_FIELDS = new Set([
	"input",
	"name",
	"min",
	"max",
	"step",
	"options",
	"labels",
	"debounce",
	"legend",
]);

const MARKS = [
	...["arc", "area", "bar", "boxplot", "circle", "errorband", "errorbar", "geoshape", "line", "point"],
	...["rect", "rule", "square", "text", "tick", "trail"],
];

/** Reads a spec; `given` rows take the place of its own. Throws {@link Refused}. */
export function prepared(given: unknown, rows: readonly unknown[] | undefined): Prepared {
	if (!isRecord(given)) throw new Refused("The spec is no object.");
	const own = isRecord(given.data) ? read(given.data) : {};
	const isBare = given.data === undefined && "mark" in given;
	const all = rows ?? (Array.isArray(own.values) ? own.values : isBare ? [] : undefined);
	const source = typeof own.name === "string" && /^[a-z]\w*$/i.test(own.name) ? own.name : "rows";
	const format = own.format === undefined ? {} : { format: own.format };
	const spec = cleaned(all ? { ...given, data: { name: source, ...format } } : given);
	if (all) checkColumns(spec, all);
	return {
		...{ spec, source, rows: all?.slice(0, MAX_ROWS) },
		left: Math.max(0, (all?.length ?? 0) - MAX_ROWS),
	};
}

const isRecord = (value: unknown): value is Spec =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** The data of a spec, its text as rows. */
function read(data: Spec): Spec {
	const { type, delimiter, ...format } = isRecord(data.format) ? data.format : {};
	const rows = typeof data.values === "string" ? rowsOfText(data.values, { type, delimiter }) : undefined;
	return rows ? { ...data, values: rows, format } : data;
}

/** A copy without what must not be there. */
function cleaned(given: Spec): Spec {
	let [chars, rows] = [0, 0];
	const count = (text: string) => {
		chars += text.length + 2;
		if (chars > MAX_CHARS)
			throw new Refused(`The spec has more than ${MAX_CHARS.toLocaleString()} characters beside its rows.`);
	};
	/** Rows are data, whatever they are called. */
	const rowsOf = (list: readonly unknown[]) => {
		rows += list.length;
		if (rows > MAX_ROWS) throw new Refused(`The spec has more than ${MAX_ROWS.toLocaleString()} rows.`);
		return list;
	};
	const clean = (one: unknown, path: readonly string[]): unknown => {
		const value = path.at(-1) === "data" && isRecord(one) ? read(one) : one;
		if (path.length > MAX_DEPTH) throw new Refused(`The spec is nested deeper than ${MAX_DEPTH} levels.`);
		const [parent = "", key = ""] = path.slice(-2);
		if (Array.isArray(value)) {
			const isData = (parent === "data" && key === "values") || parent === "datasets";
			return isData ? rowsOf(value) : value.map((part, at) => clean(part, [...path, String(at)]));
		}
		if (!isRecord(value)) {
			count(String(value));
			checkNumber(value, path);
			return value;
		}
		checkRecord(value, path);
		return Object.fromEntries(
			Object.entries(value)
				.filter(([name]) => !DROPPED.has(name))
				.filter(
					([name, one]) => !isInput(path) || INPUT_FIELDS.has(name) || (key === "bind" && isRecord(one)),
				)
				// What a chart listens to is ours to say as well.
				.filter(([name]) => key !== "config" || name !== "events")
				.map(([name, inner]) => {
					count(name);
					return [name, clean(inner, [...path, name])];
				}),
		);
	};
	return clean(given, ["spec"]) as Spec;
}

/** Says which column of a chart without transforms there is not: it would be drawn empty. */
function checkColumns(spec: Spec, rows: readonly unknown[]): void {
	const columns = new Set(
		rows.slice(0, MAX_LOOKED_AT).flatMap((row) => (isRecord(row) ? Object.keys(row) : [])),
	);
	if (columns.size === 0 || spec.transform !== undefined || !isRecord(spec.encoding)) return;
	for (const channel of Object.values(spec.encoding)) {
		const field = isRecord(channel) ? channel.field : undefined;
		// With such signs it is a way into a row, not a name.
		if (typeof field === "string" && !/[.[\\]/.test(field) && !columns.has(field))
			throw new Refused(`The rows have no "${field}"; they have ${someOf([...columns])}.`);
	}
}

/** Whether a place is an input field, or one of those of several columns. */
const isInput = (path: readonly string[]) => path.slice(-2).includes("bind");

const at = (path: readonly string[], name: string) => [...path.slice(1), name].join(".");

function checkRecord(value: Spec, path: readonly string[]): void {
	const address = ["url", "href"].find((name) => name in value);
	if (address !== undefined)
		throw new Refused(
			`The spec names an address ("${at(path, address)}"): a chart draws only the rows that it is given.`,
		);
	const mark = path.at(-1) === "mark" ? value.type : value.mark;
	if (mark === "image") throw new Refused("The spec draws images: a chart loads none.");
	if (typeof mark === "string" && !MARKS.includes(mark))
		throw new Refused(`The spec has a mark "${mark}"; there are ${MARKS.join(", ")}.`);
	if (isInput(path) && value.input !== undefined && !INPUTS.has(String(value.input)))
		throw new Refused(`The spec has an input field of a kind that charts have not ("${at(path, "input")}").`);
	const { start, stop, step = 1 } = value;
	if (stop !== undefined && !(Math.abs((Number(stop) - Number(start ?? 0)) / Number(step)) <= MAX_ROWS))
		throw new Refused(`The spec counts to more than ${MAX_ROWS.toLocaleString()} ("${at(path, "stop")}").`);
	const { repeat } = value;
	const lists = Array.isArray(repeat) ? [repeat] : Object.values(isRecord(repeat) ? repeat : {});
	const panels = lists.reduce<number>(
		(product, list) => product * (Array.isArray(list) ? list.length : 1),
		1,
	);
	if (panels > MAX_PANELS) throw new Refused(`The spec repeats a chart more than ${MAX_PANELS} times.`);
}

function checkNumber(value: unknown, path: readonly string[]): void {
	const most = MOST[path.at(-1) ?? ""];
	if (most !== undefined && typeof value === "number" && !(value <= most))
		throw new Refused(`"${path.slice(1).join(".")}" of the spec is more than ${most.toLocaleString()}.`);
}

/** What is wrong, as one sentence. */
export function sentenceOf(error: unknown): string {
	const words = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();
	// What breaks the library says nothing of the spec.
	const isTold = words !== "" && !(error instanceof TypeError || error instanceof RangeError);
	const text = textOf(isTold ? words : `The spec is none of Vega-Lite (${words}).`, 300);
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
