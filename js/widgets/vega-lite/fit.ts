/** How large a chart is: as wide as its place, with panels that share it. */
import { listOf, recordOf, textOf } from "../dom.js";
import type { Spec } from "./spec.js";

/** An axis with its labels takes about so much beside a panel. */
const BESIDE = 64;
const LEAST = 80;
/** A row of panels is no longer than that; where it would be, it is wider than its place and can be scrolled. */
const MOST_ACROSS = 6;

/** Where panels come from, and how many of them are side by side. */
type Count = (field: unknown) => number;

/** The spec of a chart that is `room` pixels wide; `count` says how many values a field has. */
export function fitted(spec: Spec, room: number, count: Count): Spec {
	const isWhole = isPlain(spec) && across(spec, count) === undefined;
	if (!isWhole) return shared(spec, room, count);
	const autosize = spec.autosize ?? { type: "fit", contains: "padding" };
	return hasStep(spec.width) ? spec : { ...spec, width: room, autosize };
}

/** Whether the chart follows its place by its width alone. */
export function isFluid(spec: Spec, count: Count): boolean {
	return isPlain(spec) && across(spec, count) === undefined && !hasStep(spec.width);
}

const isPlain = (spec: Spec) => "mark" in spec || "layer" in spec;
const hasStep = (width: unknown) => typeof width === "object" && width !== null;

/** How many panels a spec has side by side; undefined for one alone. */
function across(spec: Spec, count: Count): number | undefined {
	const { row, column, facet } = recordOf(spec.encoding);
	if (column !== undefined) return count(recordOf(column).field);
	if (facet !== undefined) return columnsOf(recordOf(facet).columns, count(recordOf(facet).field));
	if (row !== undefined) return 1;
	if ("hconcat" in spec) return listOf(spec.hconcat).length;
	if ("vconcat" in spec) return 1;
	if ("concat" in spec) return columnsOf(spec.columns, listOf(spec.concat).length);
	if ("repeat" in spec) {
		if (Array.isArray(spec.repeat)) return columnsOf(spec.columns, spec.repeat.length);
		return Math.max(1, listOf(recordOf(spec.repeat).column).length);
	}
	if ("facet" in spec) {
		const own = recordOf(spec.facet);
		if ("field" in own) return columnsOf(spec.columns, count(own.field));
		return own.column === undefined ? 1 : count(recordOf(own.column).field);
	}
	return undefined;
}

const columnsOf = (given: unknown, all: number) => Math.min(typeof given === "number" ? given : all, all);

/** Gives the panels of a spec their part of the room, where they do not say how wide they are. */
function shared(spec: Spec, room: number, count: Count): Spec {
	const beside = Math.min(Math.max(1, across(spec, count) ?? 1), MOST_ACROSS);
	const part = Math.max(LEAST, Math.floor(room / beside) - (beside > 1 ? 0 : 8));
	if (isPlain(spec)) {
		// Panels of one chart have their axis in common.
		const isFaceted = across(spec, count) !== undefined;
		const width = isFaceted ? (room - BESIDE) / beside - 16 : room - BESIDE;
		return spec.width === undefined ? { ...spec, width: Math.max(LEAST, Math.floor(width)) } : spec;
	}
	const inner = (one: unknown) => shared(recordOf(one), part, count);
	const panels = ["hconcat", "vconcat", "concat"].filter((name) => name in spec);
	return {
		...spec,
		...Object.fromEntries(panels.map((name) => [name, listOf(spec[name]).map(inner)])),
		...("spec" in spec && { spec: inner(spec.spec) }),
	};
}

/** Pixels of a letter, about, and between two labels. */
const [LETTER, GAP] = [6.4, 10];
const LONGEST = 22;

/** How the names below a chart lie: flat where there is room for all of them. */
export function labelAngle(spec: Spec, rows: readonly unknown[]): number {
	const layer = recordOf(listOf(spec.layer)[0]);
	const { x } = { ...recordOf(layer.encoding), ...recordOf(spec.encoding) } as Spec;
	const { field, bin, timeUnit } = recordOf(x);
	const isNamed = typeof field === "string" && bin === undefined && timeUnit === undefined;
	if (!isNamed || typeof spec.width !== "number") return 0;
	const names = new Set(rows.map((row) => textOf(recordOf(row)[field], LONGEST)));
	const longest = Math.max(0, ...[...names].slice(0, 100).map(({ length }) => length));
	return names.size * (longest * LETTER + GAP) > spec.width - BESIDE ? -40 : 0;
}
