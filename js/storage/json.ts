/** What a page may store: JSON, and no deeper than what reads it can follow. */
import { invalid, json } from "../core/arguments.js";
import type { Json } from "../types/index.js";

const MAX_DEPTH = 500;

/** A copy of a value as JSON has it. @throws {@link WebMcpError} `invalid_argument` for what JSON has no place for. */
export function jsonOf(what: string, value: unknown): Json {
	const text = json(what, value);
	if (text === undefined) throw invalid(what, `must be JSON, not ${typeof value}`);
	const copy = JSON.parse(text) as Json;
	let level: Json[] = [copy];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > MAX_DEPTH) throw invalid(what, `must be nested at most ${MAX_DEPTH} deep`);
		level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
	}
	return copy;
}
