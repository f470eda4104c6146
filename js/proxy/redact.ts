/** Decides what of an upstream's bytes goes on: all but the key, however it is written and wherever the pieces are cut. */
import { type Form, folded, formsOf } from "./forms.js";
import { read, SIGNS, type Spelled } from "./spelling.js";

/** Of a secret that is cut off: so much is a common prefix such as `sk-proj-`, more would help to guess the rest. */
const MAX_BEGINNING = 8;

const encoded = (text: string) => new TextEncoder().encode(text);
const INSTEAD = encoded("[redacted]");

/**
 * Replaces a secret in bytes that come piece by piece, in each of its forms (`forms.ts`), spelled as JSON, addresses or HTML spell it, also as
 * a part of a longer text. Only what may be the secret's beginning is held back.
 *
 * Not found is what takes it apart: pieces of it with other words between them, it without its beginning, encodings that `forms.ts` does not
 * have, such as numbers in decimal, and whatever is encrypted or compressed.
 */
export class Redactor {
	/** By depth, and by the first character. */
	readonly #forms = new Map<number, Map<number, Form[]>>();
	/** Bytes that may begin one. */
	readonly #starts = new Uint8Array(256);
	readonly #spelled: Spelled = { code: 0, next: 0 };
	#held: Uint8Array = new Uint8Array();

	/** `secret` may be empty: then everything goes on as it is. */
	constructor(secret: string) {
		for (const form of formsOf(secret)) {
			const [first = 0] = form.codes;
			const all = this.#forms.get(form.depth) ?? new Map<number, Form[]>();
			this.#forms.set(form.depth, all.set(first, [...(all.get(first) ?? []), form]));
			const letter = String.fromCodePoint(first);
			const starts = letter + (form.anyCase ? letter.toUpperCase() : "") + SIGNS;
			for (const byte of encoded(starts)) this.#starts[byte] = 1;
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
			if (!read(bytes, at, depth, this.#spelled)) {
				cut = Math.min(cut, -1);
				continue;
			}
			const { code, next } = this.#spelled;
			const small = folded(code);
			for (const form of forms.get(code) ?? []) {
				const end = this.#rest(bytes, next, form);
				if (end > 0) return end;
				cut = Math.min(cut, end);
			}
			if (small === code) continue;
			for (const form of forms.get(small) ?? []) {
				const end = form.anyCase ? this.#rest(bytes, next, form) : 0;
				if (end > 0) return end;
				cut = Math.min(cut, end);
			}
		}
		return cut;
	}

	#rest(bytes: Uint8Array, from: number, form: Form): number {
		const spelled = this.#spelled;
		let same = 1;
		let between = 0;
		let lines = 0;
		let at = from;
		while (same < form.codes.length) {
			if (!read(bytes, at, form.depth, spelled)) return -1 - same;
			const { code } = spelled;
			at = spelled.next;
			if ((form.anyCase ? folded(code) : code) === form.codes[same]) {
				same += 1;
				between = lines = 0;
			} else {
				between += 1;
				// A blank line ends a message: what comes after it is another one, and must not be waited for.
				if (code === 0x0a) lines += 1;
				if (lines > 1 || between > form.between || !form.mayStandBetween(code, same)) return 0;
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

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		all.set(piece, at);
		at += piece.length;
	}
	return all;
}
