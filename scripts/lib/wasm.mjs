/** What stands in a WebAssembly file: its functions, their names, and what it shares with JavaScript. */

const IMPORT = 2;
const EXPORT = 7;
const CODE = 10;
const DATA = 11;
const CUSTOM = 0;
const HEADER_BYTES = 8;
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

/** @param {Reader} reader */
function importedFunctions(reader) {
	return Array.from({ length: reader.number() }, () => {
		const [from, name, kind, type] = [reader.text(), reader.text(), reader.byte(), reader.number()];
		// wasm-bindgen imports functions alone; anything else would need to be read here.
		if (kind !== 0) throw new Error(`an import of kind ${kind} is not read`);
		return { from, name, kind, type };
	});
}

/** @param {Reader} reader */
function exported(reader) {
	return Array.from({ length: reader.number() }, () => ({
		name: reader.text(),
		kind: reader.byte(),
		number: reader.number(),
	}));
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

/**
 * @typedef {object} Functions
 * @property {Buffer[]} bodies of the functions, in the file's order
 * @property {number} imported how many functions are counted before them
 * @property {Map<number, string>} names by number, as far as the file has them
 * @property {number} data bytes of texts and tables
 * @property {Buffer} nameless the file without its names
 */

/** @param {Buffer} bytes @returns {Functions} */
export function functions(bytes) {
	const reader = new Reader(bytes, HEADER_BYTES);
	const kept = [bytes.subarray(0, HEADER_BYTES)];
	/** @type {Functions} */
	const found = { bodies: [], imported: 0, names: new Map(), data: 0, nameless: bytes };
	while (reader.at < bytes.length) {
		const start = reader.at;
		const section = reader.byte();
		const end = reader.number() + reader.at;
		const isNames = section === CUSTOM && reader.text() === "name";
		if (isNames) found.names = functionNames(reader, end);
		else kept.push(bytes.subarray(start, end));
		if (section === IMPORT) found.imported = importedFunctions(reader).length;
		else if (section === DATA) found.data = end - reader.at;
		else if (section === CODE) {
			for (let left = reader.number(); left > 0; left--) {
				const size = reader.number();
				found.bodies.push(bytes.subarray(reader.at, reader.at + size));
				reader.at += size;
			}
		}
		reader.at = end;
	}
	found.nameless = Buffer.concat(kept);
	return found;
}

/** @param {number} value in LEB128 */
function number(value) {
	const bytes = [];
	for (let rest = value; ; rest = Math.floor(rest / 128)) {
		if (rest < 128) return Buffer.from([...bytes, rest]);
		bytes.push((rest % 128) + 128);
	}
}

/** @param {Buffer} bytes */
const sized = (bytes) => Buffer.concat([number(bytes.length), bytes]);

/**
 * The file with these names in place of those that it has.
 *
 * @param {Functions} file
 * @param {string[]} names of all functions, those that are imported first
 */
export function named({ nameless }, names) {
	const entries = names.flatMap((name, at) => [number(at), sized(Buffer.from(name))]);
	const part = sized(Buffer.concat([number(names.length), ...entries]));
	const section = Buffer.concat([sized(Buffer.from("name")), Buffer.from([FUNCTIONS]), part]);
	return Buffer.concat([nameless, Buffer.from([CUSTOM]), sized(section)]);
}

/**
 * The file with other names for what it imports and exports.
 *
 * @param {Buffer} bytes
 * @param {(name: string) => string} renamed is asked for each import, its module, and each export
 */
export function withNames(bytes, renamed) {
	const reader = new Reader(bytes, HEADER_BYTES);
	const text = (/** @type {string} */ name) => sized(Buffer.from(renamed(name)));
	const parts = [bytes.subarray(0, HEADER_BYTES)];
	const replace = (/** @type {number} */ section, /** @type {Buffer[]} */ entries) =>
		parts.push(Buffer.from([section]), sized(Buffer.concat([number(entries.length), ...entries])));
	while (reader.at < bytes.length) {
		const start = reader.at;
		const section = reader.byte();
		const end = reader.number() + reader.at;
		if (section === IMPORT) {
			const imports = importedFunctions(reader);
			replace(
				section,
				imports.map((it) =>
					Buffer.concat([text(it.from), text(it.name), Buffer.from([it.kind]), number(it.type)]),
				),
			);
		} else if (section === EXPORT) {
			const exports = exported(reader);
			replace(
				section,
				exports.map((it) => Buffer.concat([text(it.name), Buffer.from([it.kind]), number(it.number)])),
			);
		} else parts.push(bytes.subarray(start, end));
		reader.at = end;
	}
	return Buffer.concat(parts);
}
