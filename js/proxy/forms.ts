/** In which forms a key is looked for: plain, in hexadecimal digits, in Base64 once and twice, forwards and backwards. */
import { MAX_DEPTH } from "./spelling.js";

/** What is looked for. */
export interface Form {
	readonly codes: readonly number[];
	/** How often its characters are written as JSON, addresses or HTML write them. */
	readonly depth: number;
	/** Capital letters and small ones are the same; `codes` are small then. */
	readonly anyCase: boolean;
	/** How many characters may stand between two of its own. */
	readonly between: number;
	/** Whether this one may, in front of the character at `place`. */
	mayStandBetween(code: number, place: number): boolean;
}

/** Fewer characters stand in other texts by chance: those are looked for as they are. */
const MIN_CHARS = 8;
/** Base64 has a line break after 64 or 76 characters, of two bytes at most. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);
const MAX_LINE_END = 2;
/** Blanks, and marks that nobody sees; each may be three bytes in an address. */
const MAX_BLANKS = 12;
const UNSEEN = /^(?:\s|\p{Default_Ignorable_Code_Point}|\p{Zs}|\p{Mn})$/u;
/** Bytes of those in an address. */
const BYTES_OF_UNSEEN: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);
/** Between the two digits of one byte and those of the next: `6b 65`, `6b:65`, `0x6b, 0x65`, `\x6b\x65`, `["6b","65"]`. */
const OF_DIGITS: ReadonlySet<number> = new Set(
	[..." \t\r\n:-,;._|\\/+\"'0xX"].map((mark) => mark.charCodeAt(0)),
);
const MAX_OF_DIGITS = 8;

/** A capital letter of ASCII as its small one; anything else as it is. */
export function folded(code: number): number {
	return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/** All forms of a secret; none of an empty one. */
export function formsOf(secret: string): Form[] {
	if (secret === "") return [];
	const backwards = [...secret].reverse().join("");
	const texts = secret.length < MIN_CHARS ? [secret] : [secret, backwards];
	const once = new Set(texts.flatMap(base64Of));
	const twice = new Set([...once].flatMap(base64Of));
	// Signs of the secret's own would be read as the beginning of others.
	const depths = /[\\%&]/.test(secret)
		? Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => depth)
		: [MAX_DEPTH];
	return [
		...texts.flatMap((text) => depths.map((depth) => plain(text, depth))),
		...texts.map(digitsOf).filter(({ codes }) => codes.length >= MIN_CHARS),
		...[...once, ...twice].map(wrapped),
	];
}

function plain(text: string, depth: number): Form {
	const anyCase = text.length >= MIN_CHARS;
	return {
		codes: anyCase ? codesOf(text).map(folded) : codesOf(text),
		depth,
		anyCase,
		between: anyCase ? MAX_BLANKS : 0,
		mayStandBetween: isUnseen,
	};
}

function digitsOf(text: string): Form {
	const bytes = new TextEncoder().encode(text);
	return {
		codes: codesOf(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")),
		depth: MAX_DEPTH,
		anyCase: true,
		between: MAX_OF_DIGITS,
		mayStandBetween: (code, place) => place % 2 === 0 && OF_DIGITS.has(code),
	};
}

function wrapped(text: string): Form {
	return {
		codes: codesOf(text),
		depth: MAX_DEPTH,
		anyCase: false,
		between: MAX_LINE_END,
		mayStandBetween: (code) => LINE_ENDS.has(code),
	};
}

/** What of the Base64 of a longer text says `text`, wherever it stands in it, in both alphabets. */
function base64Of(text: string): string[] {
	return ["", "\0", "\0\0"].flatMap((before) => {
		// The characters that hold bits of what stands before or after it are not known.
		const from = Math.ceil((before.length * 8) / 6);
		const to = Math.floor(((before.length + text.length) * 8) / 6);
		const encoded = btoa(before + text).slice(from, to);
		return encoded.length < MIN_CHARS ? [] : [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")];
	});
}

function codesOf(text: string): number[] {
	return Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

function isUnseen(code: number): boolean {
	if (code < 0x80) return code <= 0x20;
	const isByte = (code < 0xc0 || BYTES_OF_UNSEEN.has(code)) && code < 0x100;
	return isByte || UNSEEN.test(String.fromCodePoint(Math.min(code, 0x10ffff)));
}
