/** What a tool's result becomes before others read it: always a plain JSON object. */
import type { JsonObject } from "../types/index.js";

/**
 * `value` as a JSON object that any caller can take: a symbol ends the tab of Chromium 156, scalars lose their type, and what is thrown loses its
 * words, so nothing but objects is told. Nothing is `{ok: true}`; what is no object stands under `result`; what a server calls an error, or what
 * JSON cannot hold, is `{isError: true, error}`.
 */
export function plainResult(value: unknown): JsonObject {
	try {
		const text = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part));
		if (text === undefined)
			return value === undefined ? { ok: true } : failure("The result is nothing that JSON can hold.");
		const plain = JSON.parse(text) as unknown;
		if (typeof plain !== "object" || plain === null || Array.isArray(plain))
			return { result: plain as never };
		return "error" in plain && !("isError" in plain)
			? { isError: true, ...(plain as JsonObject) }
			: (plain as JsonObject);
	} catch {
		return failure("The result cannot be written as JSON.");
	}
}

/** A result that says what went wrong. */
export function failure(message: string, more: JsonObject = {}): JsonObject {
	return { isError: true, error: message, ...more };
}
