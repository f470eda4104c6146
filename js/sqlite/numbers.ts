/** Decides which number a text is, by one decimal mark: as programs, spreadsheets and people write them. */

/** The mark before the decimals. */
export type Decimal = "." | ",";

/** A number, and the unit that stands with it: `%` or a currency's sign, else an empty text. */
export interface Found {
	value: number;
	unit: string;
}

/** No number is longer, characters. */
const LONGEST = 40;
/** Digits with their marks, and what stands before and behind them: neither has digits. */
const PARTS =
	/^((?:\p{L}{1,3}\.)?[^\d.,]{0,8}?)([\d.,](?:[\d.,'’ \u00a0\u2009\u202f]*[\d.,])?(?:e[-+]?\d{1,3})?)([^\d.,]{0,8}\.?)$/iu;
/**
 * By decimal mark; groups of thousands have one mark and never begin with a zero, and none stand before an exponent: `1.234E+05` is 123400.
 * India groups by two after the first three.
 */
const BODIES: { readonly [decimal in Decimal]: RegExp } = {
	".": /^(?:(?:[1-9]\d{0,2}([,'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3})(?:\.\d*)?|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?)$/i,
	",": /^(?:[1-9]\d{0,2}([.'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:,\d+)?|(?:\d+(?:,\d+)?|,\d+)(?:e[-+]?\d{1,3})?)$/i,
};
const GROUPS: { readonly [decimal in Decimal]: RegExp } = {
	".": /[,'’ \u00a0\u2009\u202f]/g,
	",": /[.'’ \u00a0\u2009\u202f]/g,
};
/** A number of a house, an article, a place: `007` is not 7, and no number in JavaScript holds 16 digits. */
const CODE = /^(?:0\d|\d{16,})/;
/** Of so many digits before the decimals, a number in JavaScript may not hold those. */
const LONG = /^\d{12,}\.\d*[1-9]/;
/** So many digits behind a plus are a telephone number. */
const PHONE_DIGITS = 8;

/** A dash in the place of the cents: `3.-` in a shop is 3, and nothing is owed. */
const NO_CENTS = /(\d)[.,][-−–—]{1,2}(?=\D*$)/;

/** An address of the internet, whose parts look like groups of thousands. */
const ADDRESS = /^(?:(?:1?\d?\d|2[0-4]\d|25[0-5])(?:\.|$)){4}$/;

const SIGNS = /[-+−–]/g;
/** Currencies are signs of Unicode's, the letters that people write for them, and codes of ISO 4217. */
const CURRENCY =
	/^(?:[A-Z]{0,3}\p{Sc}|[Kk]r\.?|Fr\.?|Rs\.?|zł|Kč|Ft|lei|(?:USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|BRL|MXN|ARS|CLP|COP|ZAR|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|VND|ILS|AED|SAR|EGP|MAD|NGN|KES))$/u;

/** What the texts around a number's digits say. */
interface Around {
	unit: string;
	isNegative: boolean;
	isSigned: boolean;
}
const seen = new Map<string, Around | undefined>();
const MOST_SEEN = 1_000;

/**
 * The number that a text is, without blanks around it. Undefined for codes and telephone numbers, which are written in digits but are
 * none. A percentage is the figure that stands there: `12%` is 12, with the unit `%`.
 */
export function numberIn(text: string, decimal: Decimal): Found | undefined {
	if (text.length > LONGEST) return undefined;
	const [, before = "", body = "", behind = ""] = PARTS.exec(text.replace(NO_CENTS, "$1")) ?? [];
	if (!BODIES[decimal].test(body) || ADDRESS.test(body)) return undefined;
	const around = aroundOf(before, behind);
	if (!around) return undefined;
	const plain = body.replace(GROUPS[decimal], "").replace(",", ".");
	if (CODE.test(plain)) return undefined;
	if (around.isSigned && before.includes("+") && /^\d+$/.test(plain) && plain.length >= PHONE_DIGITS)
		return undefined;
	const value = Number(plain);
	if (!Number.isFinite(value) || (LONG.test(plain) && !isHeld(plain, value))) return undefined;
	return { value: around.isNegative && value !== 0 ? -value : value, unit: around.unit };
}

/** Whether no digit is lost: programs write as many as tell a number from the next one. */
const isHeld = (plain: string, value: number): boolean => String(value) === plain.replace(/0+$/, "");

function aroundOf(before: string, behind: string): Around | undefined {
	if (before === "" && behind === "") return { unit: "", isNegative: false, isSigned: false };
	const key = `${before}\n${behind}`;
	if (seen.has(key)) return seen.get(key);
	const around = judged(before, behind);
	if (seen.size < MOST_SEEN) seen.set(key, around);
	return around;
}

function judged(before: string, behind: string): Around | undefined {
	const bare = (text: string) => text.replace(SIGNS, "").replace(/[()\s]/g, "");
	const units = [bare(before), bare(behind)].filter((unit) => unit !== "");
	const [unit = ""] = units;
	if (units.length > 1 || (unit !== "" && !/^[%‰]$/.test(unit) && !CURRENCY.test(unit))) return undefined;
	const signs = [...(before.match(SIGNS) ?? []), ...(behind.match(SIGNS) ?? [])];
	const marks = `${before}|${behind}`.replace(/[^()|]/g, "");
	if (signs.length > 1 || /[+–]/.test(behind) || !(marks === "|" || marks === "(|)")) return undefined;
	const isBracketed = marks === "(|)";
	if (isBracketed && signs.length > 0) return undefined;
	const isNegative = isBracketed || (signs.length === 1 && signs[0] !== "+");
	return { unit, isNegative, isSigned: signs.length > 0 };
}
