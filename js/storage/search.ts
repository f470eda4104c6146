/** Which sessions hold a text: in their title, what was said, or what their widgets show. */
import type { Json } from "../types/index.js";
import type { SavedSession } from "./types.js";

/** What of a message is no text that anybody has read. */
const OF_MESSAGES = new Set(["role", "type", "id"]);
const NONE = new Set<string>();

/** A text as it is compared: `É`, `é` and `e` are one letter. */
export const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** @param wanted - As {@link folded} gives it. */
export function holds(session: SavedSession, wanted: string): boolean {
	return (
		folded(session.title).includes(wanted) ||
		session.messages.some((message) => has(message, wanted, OF_MESSAGES)) ||
		session.canvas.blocks.some(({ data }) => has(data, wanted, NONE))
	);
}

function has(value: Json | undefined, wanted: string, skipped: ReadonlySet<string>): boolean {
	// No recursion: what was imported may be nested deeper than the stack.
	const open = [value];
	while (open.length > 0) {
		const one = open.pop();
		if (typeof one === "string" && folded(one).includes(wanted)) return true;
		if (Array.isArray(one)) for (const item of one) open.push(item);
		else if (typeof one === "object" && one !== null)
			for (const [key, item] of Object.entries(one)) if (!skipped.has(key)) open.push(item);
	}
	return false;
}
