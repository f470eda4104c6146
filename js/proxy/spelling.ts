/** Decides which character bytes stand for: plain, as JSON writes it (`\u0041`, `\/`) or as addresses do (`%41`). */

/** How often JSON or an address may stand inside another. */
export const MAX_DEPTH = 3;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const U = 0x75;
/** What JSON writes with one letter behind the backslash. */
const SHORT: { readonly [letter: number]: number | undefined } = {
	34: 0x22,
	47: 0x2f,
	[BACKSLASH]: BACKSLASH,
	110: 0x0a,
	114: 0x0d,
};

/** A character as it was read. */
export interface Spelled {
	/** Its code; above 255 where it is no byte. */
	code: number;
	/** Where the next one begins. */
	next: number;
}

/** Reads the character at `at`, spelled as often as `depth`, into `into`; false where the bytes end before it does. */
export function read(bytes: Uint8Array, at: number, depth: number, into: Spelled): boolean {
	const byte = bytes[at];
	if (byte === undefined) return false;
	into.code = byte;
	into.next = at + 1;
	if (depth === 0 || (byte !== BACKSLASH && byte !== PERCENT)) return true;
	const inner = depth - 1;
	if (!read(bytes, at, inner, into)) return false;
	const { code, next } = into;
	if (code === PERCENT) return readDigits(bytes, { code, next }, 2, inner, into);
	if (code !== BACKSLASH) return true;
	if (!read(bytes, next, inner, into)) return false;
	if (into.code === U) return readDigits(bytes, { code, next }, 4, inner, into);
	const meant = SHORT[into.code];
	into.code = meant ?? code;
	if (meant === undefined) into.next = next;
	return true;
}

/** Reads as many hexadecimal digits as `count`; where there are fewer, `sign` stands for itself. */
function readDigits(bytes: Uint8Array, sign: Spelled, count: number, depth: number, into: Spelled): boolean {
	let code = 0;
	for (let digit = 0; digit < count; digit += 1) {
		if (!read(bytes, into.next, depth, into)) return false;
		const value = hex(into.code);
		if (value < 0) {
			into.code = sign.code;
			into.next = sign.next;
			return true;
		}
		code = code * 16 + value;
	}
	into.code = code;
	return true;
}

/** The value of a hexadecimal digit; -1 for others. */
function hex(code: number): number {
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const letter = code | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
