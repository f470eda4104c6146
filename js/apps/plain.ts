/**
 * Whether what another window sent is JSON, and how much of it. A structured clone may also hold bytes, files, maps and circles, and a part
 * that stands in it a thousand times counts a thousand times once it is written down.
 */

/** Characters of a message. */
export const MAX_MESSAGE_CHARS = 4 * 1024 * 1024;
const MAX_DEPTH = 100;
/** What a number, a switch or a bracket counts. */
const MARK_CHARS = 4;

/** Whether `value` is JSON of at most so many characters. It looks no further than that, however large the value is. */
export function isPlain(value: unknown, most = MAX_MESSAGE_CHARS): boolean {
	let left = most;
	const open: [value: unknown, depth: number][] = [[value, 0]];
	for (let next = open.pop(); next; next = open.pop()) {
		const [one, depth] = next;
		left -= MARK_CHARS;
		if (typeof one === "string") left -= one.length;
		else if (typeof one === "object" && one !== null) {
			if (depth >= MAX_DEPTH) return false;
			const isList = Array.isArray(one);
			if (!isList && Object.prototype.toString.call(one) !== "[object Object]") return false;
			// A list may be nothing but long, and its copy as well.
			if (isList && one.length * MARK_CHARS > left) return false;
			for (const [name, part] of Object.entries(one)) {
				if (!isList) left -= name.length;
				// A field that holds nothing is none in JSON.
				if (part !== undefined) open.push([part, depth + 1]);
				if (left < 0) return false;
			}
		} else if (typeof one === "bigint" || typeof one === "function" || typeof one === "symbol") return false;
		if (left < 0) return false;
	}
	return true;
}
