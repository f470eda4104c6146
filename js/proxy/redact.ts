/** Decides what of an upstream's bytes goes on: all but the key, however it is written and wherever the pieces are cut. */
import { MAX_DEPTH, read, type Spelled } from "./spelling.js";

/** Of a secret that is cut off: so much is a common prefix such as `sk-proj-`, more would help to guess the rest. */
const MAX_BEGINNING = 8;
/** Fewer characters of Base64 stand in other texts by chance. */
const MIN_BASE64 = 8;
/** Base64 has a line break after 64 or 76 characters, of two bytes at most. */
const MAX_BREAK = 2;

/** What is looked for. */
interface Form {
	readonly bytes: Uint8Array;
	/** How often its characters are written as JSON or addresses write them. */
	readonly depth: number;
	/** Line breaks may stand in it. */
	readonly wrapped: boolean;
}

const encoded = (text: string) => new TextEncoder().encode(text);
const INSTEAD = encoded("[redacted]");

/**
 * Replaces a secret in bytes that come piece by piece: plain, as JSON or an address writes it, and in Base64, also as a
 * part of a longer text. Only what may be the secret's beginning is held back.
 */
export class Redactor {
	/** By depth. */
	readonly #forms = new Map<number, Form[]>();
	/** Bytes that may begin one. */
	readonly #starts = new Uint8Array(256);
	readonly #spelled: Spelled = { code: 0, next: 0 };
	#held: Uint8Array = new Uint8Array();

	/** `secret` may be empty: then everything goes on as it is. */
	constructor(secret: string) {
		for (const form of formsOf(secret)) {
			this.#forms.set(form.depth, [...(this.#forms.get(form.depth) ?? []), form]);
			for (const byte of [...form.bytes.subarray(0, 1), ...encoded("\\%")]) this.#starts[byte] = 1;
		}
	}

	/** What can go on after `piece` has come; some of it may be empty. */
	take(piece: Uint8Array): Uint8Array[] {
		if (this.#forms.size === 0) return [piece];
		const bytes = this.#held.length === 0 ? piece : joined([this.#held, piece]);
		this.#held = new Uint8Array();
		return this.#passed(bytes, false);
	}

	/** What is left when nothing more comes: the secret's beginning, which goes on where it is a few bytes. */
	end(): Uint8Array {
		return joined(this.#passed(this.#held, true));
	}

	#passed(bytes: Uint8Array, last: boolean): Uint8Array[] {
		const passed: Uint8Array[] = [];
		let from = 0;
		let at = 0;
		while (at < bytes.length) {
			const end = this.#starts[bytes[at] ?? 0] === 0 ? 0 : this.#found(bytes, at);
			if (end > 0) {
				passed.push(bytes.subarray(from, at), INSTEAD);
				from = at = end;
			} else if (end < 0 && !last) {
				this.#held = bytes.slice(at);
				passed.push(bytes.subarray(from, at));
				return passed;
			} else if (-end > MAX_BEGINNING + 1) {
				passed.push(bytes.subarray(from, at), INSTEAD);
				return passed;
			} else {
				at += 1;
			}
		}
		passed.push(bytes.subarray(from));
		return passed;
	}

	/** Where the secret that begins at `at` ends; 0 where none does, -1 - n where the bytes end after n of its characters. */
	#found(bytes: Uint8Array, at: number): number {
		let cut = 0;
		for (const [depth, forms] of this.#forms) {
			const whole = read(bytes, at, depth, this.#spelled);
			if (!whole) cut = Math.min(cut, -1);
			const { code, next } = this.#spelled;
			for (const form of forms) {
				if (!whole || code !== form.bytes[0]) continue;
				const end = this.#rest(bytes, next, form);
				if (end > 0) return end;
				cut = Math.min(cut, end);
			}
		}
		return cut;
	}

	#rest(bytes: Uint8Array, from: number, form: Form): number {
		const spelled = this.#spelled;
		let same = 1;
		let breaks = 0;
		let at = from;
		while (same < form.bytes.length) {
			if (!read(bytes, at, form.depth, spelled)) return -1 - same;
			const { code } = spelled;
			at = spelled.next;
			if (code === form.bytes[same]) {
				same += 1;
				breaks = 0;
			} else {
				breaks += 1;
				if (!form.wrapped || (code !== 0x0a && code !== 0x0d) || breaks > MAX_BREAK) return 0;
			}
		}
		return at;
	}
}

/** Whether `text` holds `secret`, however it is written there. */
export function echoes(text: string, secret: string): boolean {
	const redactor = new Redactor(secret);
	const bytes = encoded(text);
	return new TextDecoder().decode(joined([...redactor.take(bytes), redactor.end()])) !== text;
}

function formsOf(secret: string): Form[] {
	if (secret === "") return [];
	const base64 = new Set<string>();
	for (const before of ["", "\0", "\0\0"]) {
		// The characters that hold bits of what stands before or after the secret are not known.
		const from = Math.ceil((before.length * 8) / 6);
		const to = Math.floor(((before.length + secret.length) * 8) / 6);
		const text = btoa(before + secret).slice(from, to);
		if (text.length < MIN_BASE64) continue;
		base64.add(text).add(text.replaceAll("+", "-").replaceAll("/", "_"));
	}
	// Signs of the secret's own would be read as the beginning of others.
	const depths = /[\\%]/.test(secret)
		? Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => depth)
		: [MAX_DEPTH];
	return [
		...depths.map((depth) => ({ bytes: encoded(secret), depth, wrapped: false })),
		...[...base64].map((text) => ({ bytes: encoded(text), depth: MAX_DEPTH, wrapped: true })),
	];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		all.set(piece, at);
		at += piece.length;
	}
	return all;
}
