/** What each room of the source weighs in a WebAssembly file that has kept its names. */
import { functions } from "./wasm.mjs";

/** Where a function comes from: a room of ours, or the library that it was written in. @param {string} name */
function origin(name) {
	const room = /webmcp_(?:auto_ui|fast)(?:\[\w+\])?::(\w+)/.exec(name)?.[1];
	if (room) return room;
	if (name.endsWith(" shim")) return "bindings";
	const library = /^[<&(*]*(?:mut |dyn )?(\w+?)(?:\[\w+\])?::/.exec(name)?.[1];
	return `(${library ?? "without a name"})`;
}

/**
 * @param {Buffer} bytes
 * @returns {Map<string, number>} bytes of code by room, libraries in brackets; `(data)` are texts and tables
 */
export function rooms(bytes) {
	const { bodies, imported, names, data } = functions(bytes);
	const sums = new Map([["(data)", data]]);
	for (const [place, body] of bodies.entries()) {
		const from = origin(names.get(imported + place) ?? "");
		sums.set(from, (sums.get(from) ?? 0) + body.length);
	}
	return new Map([...sums].sort(([, a], [, b]) => b - a));
}
