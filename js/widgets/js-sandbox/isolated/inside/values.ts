/** Values as JSON, and as text for people. */
import { MAX_LINE_CHARS, MAX_VALUE_CHARS } from "../messages.js";
import { TreeNode } from "./tree.js";
import { markupOf } from "./parse.js";

const { stringify } = JSON;

/** What JSON has no word for. */
function plain(this: unknown, key: string, value: unknown): unknown {
	// A date has become a text by now.
	const own = (this as { [key: string]: unknown })[key];
	if (typeof value === "bigint") return String(value);
	if (typeof value === "number" && !Number.isFinite(value)) return String(value);
	if (typeof value === "function") return `function ${value.name}`.trim();
	if (typeof value === "symbol") return String(value);
	if (own instanceof Map) return Object.fromEntries([...own].map(([name, one]) => [String(name), one]));
	if (own instanceof Set) return [...own];
	if (own instanceof Error) return `${own.name}: ${own.message}`;
	if (own instanceof TreeNode) return markupOf(own);
	if (ArrayBuffer.isView(own) && !(own instanceof DataView)) return Array.from(own as Uint8Array);
	return value;
}

/** A value as JSON; nothing for what is nothing. */
export function jsonOf(value: unknown): string {
	if (value === undefined) return "";
	const text = stringify(value, plain) ?? "";
	if (text.length > MAX_VALUE_CHARS)
		throw new RangeError(`The value has more than ${MAX_VALUE_CHARS.toLocaleString()} characters.`);
	return text;
}

/** Values as a line. */
export function lineOf(values: readonly unknown[]): string {
	const text = values
		.map((value) => {
			if (typeof value === "string") return value;
			if (value instanceof Error) return errorText(value);
			try {
				return stringify(value, plain) ?? String(value);
			} catch (error) {
				return String(error);
			}
		})
		.join(" ");
	return text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS - 1)}…` : text;
}

/** What is wrong, and in which line of the code. */
export function errorText(error: unknown): string {
	if (!(error instanceof Error)) return lineOf([error]);
	const [, line] = /code\.js:(\d+)/.exec(error.stack ?? "") ?? [];
	return `${error.name}: ${error.message}${line ? ` (line ${line})` : ""}`;
}
