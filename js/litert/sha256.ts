/** Decides the SHA-256 of a file that arrives in pieces, which the browser's own can only do for a whole one (FIPS 180-4). */

const FIRST = primes(64);
const K = Uint32Array.from(FIRST, (prime) => fraction(Math.cbrt(prime)));
const START = FIRST.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK_BYTES = 64;

/** A digest under way. */
export class Sha256 {
	readonly #state = Uint32Array.from(START);
	readonly #words = new Uint32Array(64);
	readonly #block = new Uint8Array(BLOCK_BYTES);
	#held = 0;
	#bytes = 0;

	/** Takes the next bytes. */
	add(bytes: Uint8Array): void {
		this.#bytes += bytes.length;
		let at = 0;
		while (at < bytes.length) {
			if (this.#held === 0 && bytes.length - at >= BLOCK_BYTES) {
				this.#mix(bytes, at);
				at += BLOCK_BYTES;
				continue;
			}
			const part = bytes.subarray(at, at + BLOCK_BYTES - this.#held);
			this.#block.set(part, this.#held);
			this.#held += part.length;
			at += part.length;
			if (this.#held === BLOCK_BYTES) {
				this.#mix(this.#block, 0);
				this.#held = 0;
			}
		}
	}

	/** The digest of all bytes, hexadecimal. Nothing may be added after it. */
	end(): string {
		const bits = BigInt(this.#bytes) * 8n;
		const zeros = (2 * BLOCK_BYTES - 9 - this.#held) % BLOCK_BYTES;
		const tail = new Uint8Array(1 + zeros + 8);
		tail[0] = 0x80;
		new DataView(tail.buffer).setBigUint64(1 + zeros, bits);
		this.add(tail);
		return [...this.#state].map((word) => word.toString(16).padStart(8, "0")).join("");
	}

	#mix(bytes: Uint8Array, at: number): void {
		const view = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK_BYTES);
		const words = this.#words;
		for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(i * 4);
		for (let i = 16; i < 64; i += 1) {
			const [far, near] = [word(words, i - 15), word(words, i - 2)];
			const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
			const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
			words[i] = word(words, i - 16) + low + word(words, i - 7) + high;
		}
		let [a, b, c, d, e, f, g, h] = this.#state as unknown as [
			number,
			number,
			number,
			number,
			number,
			number,
			number,
			number,
		];
		for (let i = 0; i < 64; i += 1) {
			const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
			const one = (h + sum + ((e & f) ^ (~e & g)) + word(K, i) + word(words, i)) | 0;
			const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
			[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
		}
		for (const [i, part] of [a, b, c, d, e, f, g, h].entries()) this.#state[i] = word(this.#state, i) + part;
	}
}

const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

const word = (words: Uint32Array, index: number): number => words[index] ?? 0;

/** The first 32 bits of the fractional part. */
function fraction(value: number): number {
	return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function primes(count: number): number[] {
	const found: number[] = [];
	for (let number = 2; found.length < count; number += 1) {
		if (found.every((prime) => number % prime !== 0)) found.push(number);
	}
	return found;
}
