/** What each room of the source weighs in a WebAssembly file that has kept its names. */

const IMPORT = 2;
const CODE = 10;
const DATA = 11;
const CUSTOM = 0;
/** The part of the custom section `name` that names functions. */
const FUNCTIONS = 1;

/** A reader of the binary format (WebAssembly core specification, "Binary Format"). */
class Reader {
	/** @param {Buffer} bytes @param {number} [at] */
	constructor(bytes, at = 0) {
		this.bytes = bytes;
		this.at = at;
	}

	byte() {
		return this.bytes[this.at++] ?? 0;
	}

	/** An unsigned number in LEB128. */
	number() {
		let [sum, shift] = [0, 1];
		for (;;) {
			const byte = this.byte();
			sum += (byte & 127) * shift;
			if (byte < 128) return sum;
			shift *= 128;
		}
	}

	text() {
		const length = this.number();
		this.at += length;
		return this.bytes.toString("utf8", this.at - length, this.at);
	}
}

/** How many of the imports are functions; they come before the others in the count. @param {Reader} reader */
function importedFunctions(reader) {
	let functions = 0;
	for (let left = reader.number(); left > 0; left--) {
		reader.text();
		reader.text();
		const kind = reader.byte();
		if (kind === 0) functions++;
		// wasm-bindgen imports functions alone; anything else would need to be read here.
		else throw new Error(`an import of kind ${kind} is not read`);
		reader.number();
	}
	return functions;
}

/** @param {Reader} reader @param {number} end */
function functionNames(reader, end) {
	/** @type {Map<number, string>} */
	const names = new Map();
	while (reader.at < end) {
		const part = reader.byte();
		const after = reader.number() + reader.at;
		if (part === FUNCTIONS) {
			for (let left = reader.number(); left > 0; left--) names.set(reader.number(), reader.text());
		}
		reader.at = after;
	}
	return names;
}

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
	const reader = new Reader(bytes, 8);
	/** @type {Map<number, string>} */
	let names = new Map();
	/** @type {number[]} */
	const sizes = [];
	let [imported, data] = [0, 0];
	while (reader.at < bytes.length) {
		const section = reader.byte();
		const end = reader.number() + reader.at;
		if (section === IMPORT) imported = importedFunctions(reader);
		else if (section === DATA) data = end - reader.at;
		else if (section === CUSTOM && reader.text() === "name") names = functionNames(reader, end);
		else if (section === CODE) {
			for (let left = reader.number(); left > 0; left--) {
				const size = reader.number();
				sizes.push(size);
				reader.at += size;
			}
		}
		reader.at = end;
	}
	const sums = new Map([["(data)", data]]);
	for (const [place, size] of sizes.entries()) {
		const from = origin(names.get(imported + place) ?? "");
		sums.set(from, (sums.get(from) ?? 0) + size);
	}
	return new Map([...sums].sort(([, a], [, b]) => b - a));
}
