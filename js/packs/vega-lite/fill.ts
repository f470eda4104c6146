/** A chart's spec for the rows that it is to draw. */
import { recordOf } from "../../widgets/dom.js";
import type { Loose } from "../../widgets/view.js";
import type { ChartKind } from "./chart.js";
import { type Drawn, isYear } from "./rows.js";

/** Beside another end of the same mark a channel has neither type nor title. */
const SECOND = /2$|Error$/;
/** Where names have an order. */
const SORTED = new Set(["x", "y", "color", "row", "column", "facet", "xOffset", "yOffset", "theta"]);

/** An axis of years: without a mark between their digits, and nothing between two. */
const YEARS = { format: "d", tickMinStep: 1 };

/** Whether a column's numbers can be years. */
function areYears(rows: Drawn["rows"], param: string): boolean {
	const values = rows.map((row) => row[param]).filter((value) => value !== null);
	return values.length > 0 && values.every((value) => Number.isInteger(value) && isYear(Number(value)));
}

/** The spec with types, titles and options. */
export function filled(
	{ spec, columns, options = {} }: ChartKind,
	{ rows, names, measures }: Drawn,
	data: Loose,
): Loose {
	const isLeftOut = (part: unknown) => {
		const field = recordOf(part).field;
		return typeof field === "string" && field in columns && !(field in names);
	};
	const texts = (text: string): unknown => {
		const [, sign, name = ""] = /^(-?)\$(\w+)$/.exec(text) ?? [];
		if (name in names) return names[name];
		const option = options[name];
		if (option === undefined) return text;
		const value = data[name] ?? option.usual;
		return sign === "-" ? -Number(value) : value;
	};
	const fill = (part: unknown, key: string): unknown => {
		if (typeof part === "string") return texts(part);
		if (Array.isArray(part)) return part.filter((one) => !isLeftOut(one)).map((one) => fill(one, key));
		if (typeof part !== "object" || part === null) return part;
		const inner = Object.entries(part)
			.filter(([, one]) => !isLeftOut(one))
			.map(([name, one]) => [name, fill(one, name)]);
		const { field } = part as Loose;
		const isOwn = typeof field === "string" && !SECOND.test(key) && !("op" in part);
		const added = isOwn ? channel(field, key) : {};
		// What is counted of years, or put into bins, is none.
		const isPlace = isOwn && (key === "x" || key === "y") && !("bin" in part || "aggregate" in part);
		const axis =
			isPlace && measures[field] === "quantitative" && areYears(rows, field) ? { axis: YEARS } : {};
		return { ...added, ...axis, ...Object.fromEntries(inner) };
	};
	const channel = (field: string, key: string): Loose => {
		const measure = measures[field];
		if (measure === undefined || ["sort", "window", "joinaggregate", "aggregate"].includes(key)) return {};
		const isNamed = measure === "nominal" || measure === "ordinal";
		return { type: measure, title: names[field] ?? field, ...(isNamed && SORTED.has(key) && { sort: null }) };
	};
	return fill(spec, "spec") as Loose;
}
