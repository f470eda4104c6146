/** Decides what of an upstream's bytes goes on: all but the key, wherever the pieces are cut. */

const INSTEAD = new TextEncoder().encode("[redacted]");

/** Of a secret that is cut off: so much is a common prefix such as `sk-proj-`, more would help to guess the rest. */
const MAX_BEGINNING = 8;

/** Replaces a secret in bytes that come piece by piece. Only what may be the secret's beginning is held back. */
export class Redactor {
	readonly #secret: Uint8Array;
	#held: Uint8Array = new Uint8Array();

	/** `secret` may be empty: then everything goes on as it is. */
	constructor(secret: string) {
		this.#secret = new TextEncoder().encode(secret);
	}

	/** What can go on after `piece` has come; some of it may be empty. */
	take(piece: Uint8Array): Uint8Array[] {
		const secret = this.#secret;
		const [first] = secret;
		if (first === undefined) return [piece];
		const bytes = this.#held.length === 0 ? piece : joined(this.#held, piece);
		this.#held = new Uint8Array();
		const passed: Uint8Array[] = [];
		let from = 0;
		let at = bytes.indexOf(first);
		while (at >= 0) {
			let same = 1;
			while (same < secret.length && at + same < bytes.length && bytes[at + same] === secret[same]) same += 1;
			if (same === secret.length) {
				passed.push(bytes.subarray(from, at), INSTEAD);
				from = at + same;
				at = bytes.indexOf(first, from);
			} else if (at + same === bytes.length) {
				this.#held = bytes.slice(at);
				passed.push(bytes.subarray(from, at));
				return passed;
			} else {
				at = bytes.indexOf(first, at + 1);
			}
		}
		passed.push(bytes.subarray(from));
		return passed;
	}

	/** What is left when nothing more comes: the secret's beginning, which goes on where it is a few bytes. */
	end(): Uint8Array {
		const rest = this.#held;
		this.#held = new Uint8Array();
		return rest.length > MAX_BEGINNING ? INSTEAD : rest;
	}
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
	const both = new Uint8Array(one.length + other.length);
	both.set(one);
	both.set(other, one.length);
	return both;
}
