/** Numbers as people write them. */
import { languageOfPage } from "./dom.js";

/** What stands behind a number for more: letters in several languages. */
const TIMES: readonly [RegExp, number][] = [
	[/^(?:k|tsd|thousand|mil|mille|tausend)$/, 1e3],
	[/^(?:mn|mio|mln|million|millions|millionen|millones|milioni)$/, 1e6],
	[/^(?:bn|mrd|md|billion|billions|milliard|milliards|milliarden)$/, 1e9],
];

/** These are metres and bytes as well: more only where money or a capital letter is beside them. */
const OF_MONEY: { readonly [letter: string]: number } = { m: 1e6, b: 1e9 };

let known: { language: string | undefined; mark: string } | undefined;

/** Which mark a language puts before what is less than one; of a page that does not say, its browser's. */
function decimalMark(): string {
	const language = languageOfPage();
	// A column that is sorted asks for it with each of its numbers.
	if (known?.language !== language || !known) {
		const parts = new Intl.NumberFormat(language).formatToParts(0.5);
		known = { language, mark: parts.find(({ type }) => type === "decimal")?.value ?? "." };
	}
	return known.mark;
}

/** What parts thousands, beside a point and a comma. */
const GAPS = "\\s'’_";
const GROUPED = new RegExp(`^[1-9]\\d{0,2}(?:([.,${GAPS}])\\d{3})(?:\\1\\d{3})*$`);
const NUMBER = new RegExp(`^(\\(?[-−–+]?)([\\d.,${GAPS}]*\\d(?:e[-+]?\\d+)?)\\s*(.*?)\\)?$`, "su");

/** The digits of a text, with a point where there is a decimal mark; nothing where they are no number. */
function digitsOf(text: string): string | undefined {
	if (/^\d+$/.test(text)) return text;
	const [, mark] = GROUPED.exec(text) ?? [];
	// "1,234" is a thousand, and in a language whose decimal mark is the comma one and a bit.
	const isOne = mark !== undefined && text.length <= "123,456".length && mark === decimalMark();
	if (mark !== undefined && !isOne) return text.replaceAll(mark, "");
	const [, whole = "", fraction] = /^(.*)[.,](\d+)$/s.exec(text) ?? [];
	if (fraction === undefined || /[.,]$/.test(whole)) return undefined;
	const before = whole === "" ? "0" : GROUPED.test(whole) ? whole.replace(/\D/g, "") : whole;
	return /^\d+$/.test(before) ? `${before}.${fraction}` : undefined;
}

/**
 * A number, or what people write for one: `1 234,5`, `€ 3.2m`, `(12)`, `45 %` (which is 45), `12 kg`. What is none is `undefined`.
 *
 * @param value - Anything; texts of more than 60 characters are no numbers.
 */
export function numberOf(value: unknown): number | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	if (typeof value !== "string" || value.length > 60) return undefined;
	const [, sign = "", number = "", unit = ""] = NUMBER.exec(value.replace(/\p{Sc}/gu, "").trim()) ?? [];
	// A date, a time or a telephone number goes on with digits.
	if (number === "" || /\d/.test(unit)) return undefined;
	const [mantissa = "", exponent = "0"] = number.split(/e/i);
	const digits = digitsOf(mantissa);
	if (digits === undefined) return undefined;
	const letters = unit.toLowerCase().replace(/\.$/, "");
	const isMoney = /\p{Sc}/u.test(value) || /^[MB]$/.test(unit);
	const ofMoney = isMoney ? OF_MONEY[letters] : undefined;
	const times = ofMoney ?? TIMES.find(([names]) => names.test(letters))?.[1] ?? 1;
	const size = Number(digits) * 10 ** Number(exponent) * times;
	return /[-−–(]/.test(sign) ? -size : size;
}
