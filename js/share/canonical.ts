/** One text for a JSON value, whatever the order of its keys (RFC 8785, JSON Canonicalization Scheme): what is signed. */
import type { Json } from "../types/index.js";

/** `value` as JSON without blanks, the keys of each object sorted by their UTF-16 code units. */
export function canonical(value: Json): string {
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
	const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${fields.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}
