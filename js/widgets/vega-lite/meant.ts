/** Which rows are meant by what a linked widget tells. */
import type { Json, JsonObject } from "../../types/index.js";
import { recordOf } from "../dom.js";
import { mentioned } from "../joining.js";

/** A day, with a time of it or without. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]{0,30})?$/;

/** The places, among rows, of those that are meant. */
export type Meaning = (rows: readonly (JsonObject | undefined)[]) => readonly number[];

/**
 * What a message means: the rows that have the values told; where there is none, those whose texts are all told, under whatever names. Numbers
 * alone say nothing where their names are others. Nothing where it names nothing at all.
 */
export function meaningOf(payload: unknown): Meaning | undefined {
	const mentions = mentioned(payload);
	if (mentions.size === 0) return undefined;
	const { row: inner } = recordOf(payload);
	const told = recordOf(typeof inner === "object" && inner !== null ? inner : payload);
	return (rows) => {
		const [same, alike]: [number[], number[]] = [[], []];
		for (const [at, row] of rows.entries()) {
			let [isSaid, isMentioned, hasText, hasName] = [true, true, false, false];
			for (const [name, value] of Object.entries(row ?? {})) {
				if (value === null || value === "") continue;
				const isText = typeof value === "string";
				const isHeard = isText && mentions.has(value);
				if (isText) {
					hasText = true;
					isMentioned &&= isHeard;
				}
				if (Object.hasOwn(told, name)) {
					hasName = true;
					isSaid &&= isEqual(value, told[name]);
				} else isSaid &&= isHeard || !isText;
			}
			if (isSaid && (hasText || hasName)) same.push(at);
			else if (isMentioned && hasText) alike.push(at);
		}
		return same.length > 0 ? same : alike;
	};
}

/** Whether a value is the one told; a chart has times as numbers, where others have a text. */
function isEqual(value: Json, told: unknown): boolean {
	if (typeof told === "object") return false;
	if (value === told || String(value) === String(told)) return true;
	if (typeof value !== "number" || typeof told !== "string" || !DATE.test(told)) return false;
	// The library takes a day for one of UTC, and the pack for one of the page's own clock.
	return value === Date.parse(told) || value === Date.parse(`${told}T00:00`);
}
