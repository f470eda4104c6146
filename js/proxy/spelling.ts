/**
 * Decides which character bytes stand for: plain, as JSON writes it (`\u0041`, `\/`), as addresses do (`%41`), or as HTML does (`&#65;`,
 * `&sol;`).
 */

/** How often JSON, an address or HTML may stand inside another. */
export const MAX_DEPTH = 3;
/** What begins another spelling. */
export const SIGNS = "\\%&";

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AND = 0x26;
const SEMICOLON = 0x3b;
const U = 0x75;
/** What JSON writes with one letter behind the backslash. */
const SHORT: { readonly [letter: number]: number | undefined } = {
	34: 0x22,
	47: 0x2f,
	[BACKSLASH]: BACKSLASH,
	110: 0x0a,
	114: 0x0d,
	116: 0x09,
};
/** What HTML has names for: the marks of ASCII, and what is not seen. Names in the order of their characters. */
const NAMED: ReadonlyMap<string, number> = new Map(
	[
		"09Tab 0aNewLine 21excl 22quot 22QUOT 23num 24dollar 25percnt 26amp 26AMP 27apos 28lpar 29rpar 2aast 2amidast 2bplus 2ccomma",
		"2eperiod 2fsol 3acolon 3bsemi 3clt 3cLT 3dequals 3egt 3eGT 3fquest 40commat 5blsqb 5blbrack 5cbsol 5drsqb 5drbrack 5eHat 5flowbar",
		"5fUnderBar 60grave 60DiacriticalGrave 7blcub 7blbrace 7cvert 7cverbar 7cVerticalLine 7drcub 7drbrace a0nbsp a0NonBreakingSpace adshy",
		"200bZeroWidthSpace 200bNegativeThinSpace 200czwnj 200dzwj 200elrm 200frlm 2060NoBreak 2002ensp 2003emsp 2009thinsp 200ahairsp",
	].flatMap((line) =>
		line.split(" ").map((one): [string, number] => {
			const [, code = "", name = ""] = /^((?:20)?[\da-f]{2})(.+)$/.exec(one) ?? [];
			return [name, Number.parseInt(code, 16)];
		}),
	),
);
const LONGEST_NAME = 32;
const MOST_DIGITS = 8;

/** A character as it was read. */
export interface Spelled {
	/** Its code. */
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
	if (byte > 0x7f) return readWide(bytes, byte, into);
	if (depth === 0 || (byte !== BACKSLASH && byte !== PERCENT && byte !== AND)) return true;
	const inner = depth - 1;
	if (!read(bytes, at, inner, into)) return false;
	const { code, next } = into;
	if (code === PERCENT) return readDigits(bytes, { code, next }, 2, inner, into);
	if (code === AND) return readEntity(bytes, { code, next }, inner, into);
	if (code !== BACKSLASH) return true;
	if (!read(bytes, next, inner, into)) return false;
	if (into.code === U) return readDigits(bytes, { code, next }, 4, inner, into);
	const meant = SHORT[into.code];
	into.code = meant ?? code;
	if (meant === undefined) into.next = next;
	return true;
}

/** Reads the rest of a character of several bytes; a byte that begins none stands for itself. */
function readWide(bytes: Uint8Array, first: number, into: Spelled): boolean {
	const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
	if (first < 0xc2) return true;
	const start = into.next;
	let code = first & (0x3f >> more);
	for (let at = start; at < start + more; at += 1) {
		const byte = bytes[at];
		if (byte === undefined) return false;
		if ((byte & 0xc0) !== 0x80) return true;
		code = code * 64 + (byte & 0x3f);
	}
	into.code = code;
	into.next = start + more;
	return true;
}

/** Reads as many hexadecimal digits as `count`; where there are fewer, `sign` stands for itself. */
function readDigits(bytes: Uint8Array, sign: Spelled, count: number, depth: number, into: Spelled): boolean {
	let code = 0;
	for (let digit = 0; digit < count; digit += 1) {
		if (!read(bytes, into.next, depth, into)) return false;
		const value = hex(into.code);
		if (value < 0) return itself(sign, into);
		code = code * 16 + value;
	}
	into.code = code;
	return true;
}

/** Reads what follows the `&` of an entity: a number or a name. A number may end without its semicolon. */
function readEntity(bytes: Uint8Array, sign: Spelled, depth: number, into: Spelled): boolean {
	let text = "";
	for (let before = into.next; ; before = into.next) {
		if (!read(bytes, into.next, depth, into)) return false;
		const { code } = into;
		if (code === SEMICOLON) break;
		const isPart =
			code < 0x80 && /^(?:#|#[xX]?\d*[\da-fA-F]*|[A-Za-z]+)$/.test(text + String.fromCharCode(code));
		if (!isPart || text.length >= LONGEST_NAME) {
			if (!/^#\d|^#[xX][\da-fA-F]/.test(text)) return itself(sign, into);
			into.next = before;
			break;
		}
		text += String.fromCharCode(code);
	}
	const meant = text.startsWith("#") ? numbered(text.slice(1)) : NAMED.get(text);
	if (meant === undefined) return itself(sign, into);
	into.code = meant;
	return true;
}

function numbered(text: string): number | undefined {
	const digits = text.replace(/^([xX]?)0+(?=.)/, "$1");
	if (digits.length > MOST_DIGITS) return undefined;
	if (/^[xX][\da-fA-F]+$/.test(digits)) return Number.parseInt(digits.slice(1), 16);
	return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

function itself(sign: Spelled, into: Spelled): true {
	into.code = sign.code;
	into.next = sign.next;
	return true;
}

/** The value of a hexadecimal digit; -1 for others. */
function hex(code: number): number {
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const letter = code | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
