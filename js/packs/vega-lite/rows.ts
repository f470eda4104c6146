/** The rows of a chart under the names of its parameters, so that no column's name is part of a spec. */
import { numberOf } from "../../widgets/amount.js";
import { listOf, textOf } from "../../widgets/dom.js";
import { someOf } from "../../widgets/numbers.js";
import type { Loose } from "../../widgets/view.js";
import type { ChartKind, Column } from "./chart.js";

/** How a column is measured. */
export type Measure = "quantitative" | "temporal" | "ordinal" | "nominal";

/** What can be drawn. */
export interface Drawn {
	readonly rows: readonly Loose[];
	/** The column behind each parameter that was given. */
	readonly names: { readonly [param: string]: string };
	readonly measures: { readonly [param: string]: Measure };
}

/** Why rows are not drawn, as a sentence. */
export class Unfit extends Error {}

const MAX_NAME = 200;

/** Reads rows by the columns that are named. Throws {@link Unfit}. */
export function drawnOf({ columns }: ChartKind, data: Loose): Drawn {
	const given = listOf(data.rows).filter((row) => typeof row === "object" && row !== null) as Loose[];
	const known = [...new Set(given.slice(0, 100).flatMap((row) => Object.keys(row)))];
	const found = (asked: unknown): string => {
		const text = textOf(asked, MAX_NAME);
		const same = known.find((one) => one === text) ?? known.find((one) => alike(one) === alike(text));
		if (same === undefined && given.length > 0)
			throw new Unfit(`The rows have no "${text}"; they have ${someOf(known)}.`);
		return same ?? text;
	};
	const names: { [param: string]: string } = {};
	const measures: { [param: string]: Measure } = {};
	const made: Loose[] = given.map(() => ({}));
	let several: readonly string[] = [];
	for (const [param, column] of Object.entries(columns)) {
		if (column.kind === "numbers") several = listOf(data[param]).map(found);
		const text = textOf(data[param], MAX_NAME);
		if (text === "" && !column.isOptional)
			throw new Unfit(`"${param}" is missing: the column with ${column.holds}.`);
		if (text === "" || column.kind === "numbers") continue;
		const name = found(data[param]);
		const [measure, values] = measured(
			column,
			given.map((row) => row[name]),
		);
		if (column.kind === "number" && given.length > 0 && values.every((value) => value === null))
			throw new Unfit(`The column "${name}" has no numbers.`);
		names[param] = name;
		measures[param] = measure;
		for (const [at, row] of made.entries()) (row as { [param: string]: unknown })[param] = values[at];
	}
	if (several.length === 0) return { rows: made, names, measures };
	return {
		rows: made.flatMap((row, entry) =>
			several.map((name) => ({
				...row,
				entry,
				measure: name,
				number: numberOf(given[entry]?.[name]) ?? null,
			})),
		),
		names: { ...names, measure: "measure", number: "number" },
		measures: { ...measures, measure: "nominal", number: "quantitative", entry: "nominal" },
	};
}

const alike = (name: string) =>
	name
		.toLowerCase()
		.replace(/[\s_-]+/g, " ")
		.trim();

function measured({ kind }: Column, values: readonly unknown[]): [Measure, unknown[]] {
	if (kind === "number") return ["quantitative", values.map((value) => numberOf(value) ?? null)];
	if (kind === "time") {
		const filled = values.filter((value) => value !== null && value !== undefined && value !== "");
		if (filled.length > 0 && filled.every((value) => timeOf(value) !== undefined))
			return ["temporal", values.map((value) => timeOf(value) ?? null)];
		if (filled.length > 0 && filled.every((value) => typeof value === "number"))
			return ["quantitative", [...values]];
	}
	return [kind === "time" ? "ordinal" : "nominal", values.map((value) => textOf(value, MAX_NAME))];
}

/** Whether a number of four digits is likely to be a year. */
export const isYear = (number: number): boolean => number >= 1000 && number < 2500;

/** A year, a day or a time as milliseconds; days are those of the page's own clock. */
function timeOf(value: unknown): number | undefined {
	const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
	const [, year, month = "1", day = "1"] = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(text) ?? [];
	if (year !== undefined) {
		return isYear(Number(year))
			? new Date(Number(year), Number(month) - 1, Number(day)).getTime()
			: undefined;
	}
	// Browsers take "May" for a day of 2001.
	const time = typeof value === "string" && /\d{4}/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}
