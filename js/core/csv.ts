/** Decides how cells are written as CSV (RFC 4180), so that a spreadsheet reads them and runs none of them. */

/** The mark by which Excel knows UTF-8; without it, it reads CSV as Windows-1252. */
export const BOM = "\uFEFF";

/** A spreadsheet takes what begins so for a formula (OWASP, CSV Injection), some also the full-width signs. */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
/** A number with its unit, or a sign that stands for none: without a second operator nothing is reckoned. */
const NUMBER = /^[-+]+$|^[-+]\s?\p{Sc}?\s?[\d.,][\d\s.,'’]*(?:e[-+]?\d{1,3})?\s?[%‰\p{Sc}]?$/iu;
/** A telephone number. */
const PHONE = /^\+\d(?:[\s./()-]{0,3}\d){5,17}$/;
/** Longer ones are neither. */
const LONGEST = 40;

/**
 * One line.
 *
 * @param cells - Numbers stand as they are. A text that a spreadsheet would run as a formula begins with an apostrophe.
 * @param mark - What stands between two cells; also a tabulator.
 */
export function csvLine(cells: readonly (null | number | bigint | string)[], mark = ","): string {
	return `${cells.map((cell) => written(cell, mark)).join(mark)}\r\n`;
}

function written(cell: null | number | bigint | string, mark: string): string {
	if (cell === null) return "";
	const text = String(cell);
	const safe = typeof cell === "string" && isFormula(text) ? `'${text}` : text;
	return safe.includes(mark) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const isFormula = (text: string): boolean =>
	FORMULA.test(text) && (text.length > LONGEST || !(NUMBER.test(text) || PHONE.test(text)));
