/**
 * The short form of JSON, for addresses. Words of the dictionary are numbers, and what objects have in common is said once: the keys of
 * each kind of object are its shape, an object is `[shape, ...values]`, a list of objects of one shape is `[-shape, ...values]`, column by
 * column. Any other list is itself, or behind a 0 where it begins with a number. `expand.ts` reads it.
 */
import type { Json, JsonObject } from "../types/index.js";
import { WORDS } from "./words.js";

/** What of a skill's content is written short. Readers of version 1 refuse any other. */
export interface Short {
	short: 1;
	/** A key is a word's number, or itself. */
	shapes: (number | string)[][];
	value: Json;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(WORDS.map((word, number) => [word, number]));

/** Writes `value` short; nothing is lost. */
export function shorten(value: Json): Short {
	const shapes: (number | string)[][] = [];
	const known = new Map<string, number>();

	/** The number of the shape that has these keys, from 1. */
	const shapeOf = (keys: readonly string[]): number => {
		const name = JSON.stringify(keys);
		const number = known.get(name) ?? shapes.push(keys.map((key) => NUMBERS.get(key) ?? key));
		known.set(name, number);
		return number;
	};
	const list = (items: readonly Json[]): Json[] => {
		const keys = keysOfAll(items);
		if (keys) {
			const records = items as readonly JsonObject[];
			return [-shapeOf(keys), ...keys.flatMap((key) => records.map((record) => written(record[key])))];
		}
		const all = items.map(written);
		return typeof all[0] === "number" ? [0, ...all] : all;
	};
	const written = (one: Json | undefined): Json => {
		if (typeof one === "string") return shortText(one);
		if (typeof one !== "object" || one === null) return one ?? null;
		if (Array.isArray(one)) return list(one);
		return [shapeOf(Object.keys(one)), ...Object.values(one).map(written)];
	};

	const short = written(value);
	return { short: 1, shapes, value: short };
}

/** The keys of several objects where all have the same in the same order, and some. */
function keysOfAll(items: readonly Json[]): readonly string[] | undefined {
	const [first] = items;
	if (items.length < 2 || !isRecord(first)) return undefined;
	const keys = Object.keys(first);
	const isAlike = (item: Json) => {
		if (!isRecord(item)) return false;
		const others = Object.keys(item);
		return others.length === keys.length && others.every((key, at) => key === keys[at]);
	};
	return keys.length > 0 && items.every(isAlike) ? keys : undefined;
}

function isRecord(value: Json | undefined): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A word is `~` and its number; another text that begins so has one more. */
function shortText(text: string): string {
	const number = NUMBERS.get(text);
	if (number !== undefined) return `~${number.toString(36)}`;
	return text.startsWith("~") ? `~${text}` : text;
}
