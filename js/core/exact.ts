/** Decides what becomes of numbers in JSON that JavaScript would round or lose: 64-bit ids stay exact, and `1e400` stays, as texts. */

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** Whole numbers of fewer digits are exact. */
const DIGITS = 16;

/**
 * Reads JSON. A whole number beyond 2^53 is the text of its digits, as is one that is infinite in JavaScript and nothing in a database.
 *
 * @throws A `SyntaxError` where it is none.
 */
export function parsedExactly(text: string): unknown {
	// Most files have none such, and not every engine tells a reviver the number's text.
	return JSON.parse(/\d{16}|\de\+?\d{3}/i.test(text) ? withTexts(text) : text);
}

/** The same text with such numbers in quotes. */
function withTexts(text: string): string {
	const parts: string[] = [];
	let from = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) {
			at = closing(text, at);
			if (at === -1) break;
		} else if (code === MINUS || isDigit(code)) {
			const start = at;
			do at += 1;
			while (isDigit(text.charCodeAt(at)));
			// Decimals and exponents are no whole number, and rounded by all who read them.
			const isWhole = !/[.eE]/.test(text.charAt(at));
			while (/[-+\deE.]/.test(text.charAt(at))) at += 1;
			const number = Number(text.slice(start, at));
			const isRounded = isWhole && at - start >= DIGITS && !Number.isSafeInteger(number);
			if (isRounded || Math.abs(number) === Number.POSITIVE_INFINITY) {
				parts.push(text.slice(from, start), `"${text.slice(start, at)}"`);
				from = at;
			}
			at -= 1;
		}
	}
	return parts.join("") + text.slice(from);
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** Where the text that begins at `open` ends; -1 where it does not. */
function closing(text: string, open: number): number {
	let close = text.indexOf('"', open + 1);
	while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
	return close;
}

function isEscaped(text: string, at: number): boolean {
	let before = at - 1;
	while (text.charCodeAt(before) === BACKSLASH) before -= 1;
	return (at - before) % 2 === 0;
}
