/** Decides in which encoding a file's bytes are: marked, UTF-8, or what is plausible among those that programs wrote before. */
import { Problem } from "./problem.js";

/** An encoding. */
export interface Encoding {
	/** As `TextDecoder` calls it. */
	label: string;
	/** Nothing in the bytes says so. */
	isGuessed: boolean;
}

/** So many bytes beyond ASCII are looked at. */
const LOOKED_AT = 50_000;
/** Of so many bytes beyond ASCII one may be out of order. */
const MOST_PLAUSIBLE = 10;

/**
 * Detects the encoding of bytes.
 *
 * @throws {@link Problem} where none is plausible.
 */
export function encodingOf(bytes: ArrayBuffer): Encoding {
	const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
	if (first === 0xff && second === 0xfe) return { label: "utf-16le", isGuessed: false };
	if (first === 0xfe && second === 0xff) return { label: "utf-16be", isGuessed: false };
	if (isWhole(bytes, "utf-8")) return { label: "utf-8", isGuessed: false };
	const text = new TextDecoder("utf-8").decode(bytes);
	const broken = text.split("\uFFFD").length - 1;
	// A file of UTF-8 may have a broken place.
	if (broken * MOST_PLAUSIBLE < (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0))
		return { label: "utf-8", isGuessed: true };
	return { label: guessed(new Uint8Array(bytes)), isGuessed: true };
}

/**
 * The text of bytes.
 *
 * @param label - Their encoding; by default as it is detected.
 * @throws {@link Problem} where it cannot be detected.
 */
export function decoded(bytes: ArrayBuffer, label = encodingOf(bytes).label): string {
	return new TextDecoder(label).decode(bytes);
}

function guessed(bytes: Uint8Array<ArrayBuffer>): string {
	const runs = runsIn(bytes);
	const all = runs.flat();
	const count = (fits: (byte: number) => boolean) => all.filter(fits).length;
	const few = (odd: number) => odd * MOST_PLAUSIBLE <= all.length;
	// Western letters stand among ASCII's, seldom two side by side; neither five codes nor C1's own letters are used.
	const isOdd = (byte: number) => byte < 0xa0 && !TYPOGRAPHIC.has(byte);
	const close = runs.reduce((sum, run) => sum + (run.length > 2 ? run.length : 0), 0);
	if (few(count(isOdd)) && count((byte) => UNUSED.has(byte)) === 0 && close * 3 <= all.length)
		return "windows-1252";
	// The Mac had its letters there, one among ASCII's as well.
	if (few(count((byte) => byte >= 0xa0)) && few(runs.filter((run) => run.length > 1).flat().length))
		return "macintosh";
	const letters = count((byte) => byte >= 0xc0);
	if (few(all.length - letters)) {
		// Small letters are most of a text: in one they come after the capitals, in the other before.
		return count((byte) => byte >= 0xe0) * 2 > letters ? "windows-1251" : "koi8-r";
	}
	// Two bytes of 0xA1 and more for each character: parts of East Asia.
	if (few(count((byte) => byte < 0xa1)) && few(runs.filter((run) => run.length % 2 === 1).flat().length)) {
		const leads = runs.flatMap((run) => run.filter((_, at) => at % 2 === 0));
		const share = (from: number, to: number) =>
			leads.filter((byte) => byte >= from && byte <= to).length / leads.length;
		if (share(0xa4, 0xa5) > 0.2) return "euc-jp";
		return share(0xb0, 0xc8) > 0.9 ? "euc-kr" : "gb18030";
	}
	// Japanese on PCs: each character's first byte is one that Western texts do not use.
	const leads = runs.filter(([lead = 0]) => (lead >= 0x81 && lead <= 0x9f) || lead >= 0xe0);
	if (leads.length * 10 >= runs.length * 9 && isWhole(bytes, "shift_jis")) return "shift_jis";
	throw new Problem(
		'Its encoding cannot be detected, and is not UTF-8: give the option "encoding", such as windows-1250, shift_jis or gb18030.',
	);
}

/** What Windows-1252 has between 0x80 and 0x9F, as far as people write it: quotes, dashes, the euro. */
const TYPOGRAPHIC = new Set([
	0x80, 0x82, 0x84, 0x85, 0x8c, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9c,
]);
/** What it has not. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Bytes beyond ASCII, as they stand side by side. */
function runsIn(bytes: Uint8Array): number[][] {
	const runs: number[][] = [];
	let count = 0;
	let wasAscii = true;
	for (const byte of bytes) {
		const isAscii = byte < 0x80;
		if (!isAscii) {
			if (wasAscii) runs.push([]);
			runs.at(-1)?.push(byte);
			count += 1;
			if (count === LOOKED_AT) break;
		}
		wasAscii = isAscii;
	}
	return runs;
}

function isWhole(bytes: BufferSource, label: string): boolean {
	try {
		new TextDecoder(label, { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}
