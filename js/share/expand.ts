/** Reads the short form of JSON (`shorten.ts`), which may come from anybody. */
import { invalid, listOf, must, number, objectOf } from "../core/arguments.js";
import type { Json, JsonObject } from "../types/index.js";
import { MAX_UNPACKED } from "./limits.js";
import type { Short } from "./shorten.js";
import { WORDS } from "./words.js";

const SHORT = objectOf({
	short: number("1, the version that is known", (version) => version === 1),
	shapes: listOf(
		listOf(must("a text or a number", (key) => typeof key === "string" || typeof key === "number")),
	),
});
const WORD = /^~([0-9a-z]{1,4})$/;

/**
 * What was written short.
 *
 * @param short - Not deeper than a shared canvas may be, which its reader has seen to.
 * @throws {@link WebMcpError} `invalid_argument` for what {@link shorten} does not write, for a word that only newer versions know, and where
 *   it is larger than a shared canvas may be.
 */
export function expand(what: string, short: Json): Json {
	SHORT(what, short);
	const { shapes, value } = short as unknown as Short;
	const kinds = shapes.map((keys) => keys.map((key) => (typeof key === "number" ? word(what, key) : key)));
	let left = MAX_UNPACKED;
	const spend = (size: number) => {
		left -= size;
		if (left < 0) throw invalid(what, `has more than ${MAX_UNPACKED} characters when it is expanded`);
	};
	const record = (keys: readonly string[], values: readonly Json[]): JsonObject => {
		spend(keys.reduce((sum, key) => sum + key.length, 0));
		// Unlike an assignment it makes of `__proto__` a key like any other.
		return Object.fromEntries(keys.map((key, at) => [key, values[at] ?? null]));
	};
	const list = (items: readonly Json[]): Json => {
		const [kind] = items;
		if (typeof kind !== "number") return items.map(read);
		const values = items.slice(1).map(read);
		if (kind === 0) return values;
		const keys = kinds[Math.abs(kind) - 1];
		if (!keys) throw invalid(what, "names a shape that it does not have");
		if (kind > 0 && values.length === keys.length) return record(keys, values);
		const count = values.length / keys.length;
		if (kind > 0 || !Number.isInteger(count)) throw invalid(what, "has other values than its shapes say");
		const rows = Array.from({ length: count }, (_, row) =>
			keys.map((_, at) => values[at * count + row] ?? null),
		);
		return rows.map((row) => record(keys, row));
	};
	const read = (one: Json): Json => {
		if (Array.isArray(one)) return list(one);
		if (typeof one === "string") {
			const text = textOf(what, one);
			spend(text.length + 1);
			return text;
		}
		spend(1);
		if (typeof one === "object" && one !== null) throw invalid(what, "has an object in its short form");
		return one;
	};
	return read(value);
}

function textOf(what: string, text: string): string {
	if (!text.startsWith("~")) return text;
	if (text.startsWith("~~")) return text.slice(1);
	return word(what, Number.parseInt(WORD.exec(text)?.[1] ?? "", 36));
}

function word(what: string, number: number): string {
	const found = WORDS[number];
	if (found === undefined) throw invalid(what, "uses words of a newer version of this package");
	return found;
}
