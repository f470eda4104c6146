/** Words and names out of anything at all. */
import { textOf } from "../dom.js";

/** A value as text; of what no text can be made, such as an object inside itself, a sign that something is there. */
export function wordsOf(value: unknown, max = 500): string {
	try {
		return textOf(value, max);
	} catch {
		return "…";
	}
}

/** A name that programs compare: digits stay as they are written. */
export function idOf(value: unknown): string {
	return typeof value === "number" ? String(value) : wordsOf(value, 200);
}
