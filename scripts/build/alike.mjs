/**
 * The order of the functions in a WebAssembly file: those that look alike stand side by side, for then the file compresses
 * better, the core by 3 %. Nothing else changes.
 */
import { functions, named } from "../lib/wasm.mjs";

/** Bytes that are compared as one: an instruction and what it is given take about as many. */
const PIECE = 4;

/**
 * A chain of functions, each followed by the one that shares most with it.
 *
 * @param {Buffer[]} bodies
 * @returns {number[]} each function's place in the chain
 */
function places(bodies) {
	const pieces = bodies.map((body) => {
		/** @type {Set<number>} */
		const set = new Set();
		for (let at = 0; at + PIECE <= body.length; at++) set.add(body.readUInt32LE(at));
		return set;
	});
	/** @type {Map<number, number[]>} */
	const holders = new Map();
	for (const [at, set] of pieces.entries()) {
		for (const piece of set) {
			const known = holders.get(piece);
			if (known) known.push(at);
			else holders.set(piece, [at]);
		}
	}
	/** @type {number[]} */
	const place = [];
	const waiting = new Set(bodies.keys());
	// From the last one: the core is 0.3 kB smaller than from the first.
	for (let at = bodies.length - 1; waiting.size > 0; ) {
		place[at] = bodies.length - waiting.size;
		waiting.delete(at);
		const own = pieces[at] ?? new Set();
		/** @type {Map<number, number>} */
		const shared = new Map();
		for (const piece of own) {
			for (const other of holders.get(piece) ?? []) {
				if (waiting.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1);
			}
		}
		let [next, most] = [waiting.values().next().value ?? 0, 0];
		for (const [other, count] of shared) {
			const alike = count / (own.size + (pieces[other]?.size ?? 0) - count);
			if (alike > most) [next, most] = [other, alike];
		}
		at = next;
	}
	return place;
}

/**
 * The file with names by which wasm-opt's `--reorder-functions-by-name` puts its functions in that order.
 *
 * @param {Buffer} bytes
 */
export function namedByLikeness(bytes) {
	const file = functions(bytes);
	const name = (/** @type {string} */ kind, /** @type {number} */ place) =>
		kind + String(place).padStart(8, "0");
	const imported = Array.from({ length: file.imported }, (_, at) => name("i", at));
	return named(file, [...imported, ...places(file.bodies).map((place) => name("l", place))]);
}
