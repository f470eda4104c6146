/** A live value of JSON that is still arriving: the core says the steps, this takes them. */
import { aText } from "../core/arguments.js";
import { core } from "../core/init.js";
import type { Json } from "../types/index.js";

/** Above this many characters bytes cross the boundary faster than a string. */
const LONG_DELTA_CHARS = 200;
const encoder = new TextEncoder();

type Container = Json[] | { [key: string]: Json };

/** JSON that arrives in pieces, such as the arguments of a tool while a model writes them. */
export interface PartialJson {
	/**
	 * Takes the next piece and returns the value so far: the same object every time, grown. Texts grow as they come;
	 * numbers, `true`, `false` and `null` appear when they are whole. `undefined` before anything has come.
	 *
	 * @throws `WebMcpError` `protocol` at what is not JSON; the value so far stays.
	 */
	push(delta: string): Json | undefined;
	/**
	 * Says that nothing more comes, and returns the whole value.
	 *
	 * @throws `WebMcpError` `protocol` when it is not whole.
	 */
	finish(): Json;
	/** The value so far. */
	readonly value: Json | undefined;
}

/** Reads JSON in pieces, in time linear in its length. */
export function createPartialJson(): PartialJson {
	const raw = new (core().RawPartial)();
	const open: Container[] = [];
	let top: Container | undefined;
	let root: Json | undefined;
	let key = "";
	let text = "";

	function set(value: Json): void {
		if (top === undefined) root = value;
		else if (Array.isArray(top)) top.push(value);
		else put(top, key, value);
	}

	function grow(more: string): void {
		text += more;
		if (top === undefined) root = text;
		else if (Array.isArray(top)) top[top.length - 1] = text;
		else put(top, key, text);
	}

	function take(steps: string): Json | undefined {
		if (steps === "") return root;
		// Most pieces only add to a text; that needs no parser.
		if (steps.startsWith("[5,") && steps.indexOf('"', 4) === steps.length - 2 && !steps.includes("\\")) {
			grow(steps.slice(4, -2));
			return root;
		}
		const list = JSON.parse(steps) as (number | Json)[];
		for (let at = 0; at < list.length; at += 1) {
			switch (list[at]) {
				case 0:
				case 1: {
					const made: Container = list[at] === 0 ? {} : [];
					set(made);
					open.push(made);
					top = made;
					break;
				}
				case 2:
					open.pop();
					top = open[open.length - 1];
					break;
				case 3:
					key = list[++at] as string;
					break;
				case 4:
					text = list[++at] as string;
					set(text);
					break;
				case 5:
					grow(list[++at] as string);
					break;
				default:
					set(list[++at] as Json);
			}
		}
		return root;
	}

	/** Half of a surrogate pair, which waits for its other half. */
	let half = "";

	function push(delta: string): Json | undefined {
		aText("push: delta", delta);
		let piece = half + delta;
		const last = piece.charCodeAt(piece.length - 1);
		half = last >= 0xd800 && last < 0xdc00 ? piece.slice(-1) : "";
		if (half !== "") piece = piece.slice(0, -1);
		return take(piece.length > LONG_DELTA_CHARS ? raw.pushBytes(encoder.encode(piece)) : raw.push(piece));
	}

	return {
		push,
		finish: () => take(raw.finish()) as Json,
		get value() {
			return root;
		},
	};
}

/** A key is only a key: `__proto__` too becomes a property of the object itself, as `JSON.parse` has it. */
function put(container: { [key: string]: Json }, key: string, value: Json): void {
	if (key === "__proto__") {
		Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
	} else {
		container[key] = value;
	}
}
