/** Reads the first keys of a GGUF file: what it says it is stands before its vocabulary. */

/** Keys of which a file has the first few, as far as they are texts and numbers. */
export type Keys = ReadonlyMap<string, string | number>;

/** Bytes of the numbers that GGUF knows, by their types. */
const SIZES = [1, 1, 2, 2, 4, 4, 4, 1, -1, -1, 8, 8, 8] as const;
const [STRING, ARRAY] = [8, 9] as const;
const MAX_KEYS = 200;
const MAX_TEXT = 4096;

/** What stands at the start of a file: its version and keys, as far as `head` reaches; nothing where it is no GGUF of version 2 or 3. */
export function keysOf(head: Uint8Array): Keys {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	const keys = new Map<string, string | number>();
	let at = 24;
	const long = (): number => {
		const value = Number(view.getBigUint64(at, true));
		at += 8;
		return value;
	};
	const text = (): string => {
		const length = long();
		if (length > MAX_TEXT) throw new RangeError("a longer text than any name");
		const bytes = head.subarray(at, at + length);
		at += length;
		if (bytes.length < length) throw new RangeError("it goes on behind what is there");
		return new TextDecoder().decode(bytes);
	};
	const number = (type: number): number => {
		const size = SIZES[type] ?? -1;
		if (size < 0) throw new RangeError("no type of a number");
		const start = at;
		at += size;
		if (size === 8) return type === 12 ? view.getFloat64(start, true) : Number(view.getBigInt64(start, true));
		if (type === 6) return view.getFloat32(start, true);
		return size === 4
			? view.getUint32(start, true)
			: size === 2
				? view.getUint16(start, true)
				: view.getUint8(start);
	};
	try {
		const count = Math.min(Number(view.getBigUint64(16, true)), MAX_KEYS);
		for (let one = 0; one < count; one += 1) {
			const key = text();
			const type = view.getUint32(at, true);
			at += 4;
			if (type === STRING) keys.set(key, text());
			else if (type !== ARRAY) keys.set(key, number(type));
			else {
				const inner = view.getUint32(at, true);
				at += 4;
				const items = long();
				// A vocabulary: what a file is stands before it.
				if (items > 1000) break;
				for (let item = 0; item < items; item += 1) inner === STRING ? text() : number(inner);
			}
		}
	} catch (error) {
		// What is cut off, or damaged, is the engine's to judge.
		if (!(error instanceof RangeError)) throw error;
	}
	return keys;
}
