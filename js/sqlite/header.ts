/** Decides whether a row are names, by the rows below it. */
import { isDate, isMissing } from "./kinds.js";
import { type Decimal, numberIn } from "./numbers.js";

/** A text with digits and what stands between them: a time, a date as people write it, a telephone number. */
const DIGITS = /^[-+(]?\d[\d\s.,:/'+()-]*$/;
/** Steps between decimals differ by less. */
const ALIKE = 1e-9;

/** What scientists and engineers measure in, with a prefix and a power, and one over another. */
const MEASURE = String.raw`(?:[µμumcdhkMGT]?(?:m|g|s|l|L|W|Wh|V|A|Hz|Pa|J|N|B|b|mol|bar|Ω)|K|min|h|d|t|ha|ft|in|lb|mph|kn|psi)(?:[²³23]|\^-?\d|-\d)?`;
const UNIT = new RegExp(
	String.raw`^[[(]?(?:°[CFK]?|%|‰|\p{Sc}|EUR|USD|CHF|GBP|JPY|ppm|ppb|dB|rpm|${MEASURE}(?:[/·* ]${MEASURE})*)[\])]?$`,
	"u",
);

export type Rows = readonly (readonly string[])[];

/** How many cells of a row have something in them. */
export const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== "").length;

/**
 * Whether a row are names: texts, or years and numbers that rise from column to column over numbers. A value of another kind than
 * all below it is a name as well, such as a date over numbers.
 *
 * @param below - The rows below it; without any, numbers are no names.
 */
export function isHeader(first: readonly string[], below: Rows = []): boolean {
	if (filled(first) === 0) return false;
	const numbers: string[] = [];
	let areAllYears = true;
	for (const [at, cell] of first.entries()) {
		const shape = shapeIn(cell);
		if (shape === "text") continue;
		const column = columnOf(below, at);
		const beneath = mostOf(column.map(shapeIn));
		if (beneath !== undefined && beneath !== "text" && beneath !== shape) continue;
		if (!isNumberName(cell) || (beneath === "text" && !isYear(cell.trim()))) return false;
		if (beneath !== undefined && column.some((one) => !isYear(one))) areAllYears = false;
		numbers.push(cell.trim());
	}
	return numbers.length === 0 || (below.length > 0 && areRising(numbers, first, below, areAllYears));
}

/** Years that rise or fall; or beside a text or an empty cell numbers from 0 or 1, or in even steps that the rows below do not have as well. */
function areRising(
	numbers: readonly string[],
	first: readonly string[],
	below: Rows,
	areYearsBelow: boolean,
): boolean {
	const steps = stepsOf(numbers);
	// Many a number looks like a month; two that rise hardly do.
	const areYears = numbers.every((name) => isYear(name) && (name.length === 4 || numbers.length > 1));
	if (areYears && !areYearsBelow) return steps.every((step) => step > 0) || steps.every((step) => step < 0);
	const isEven = (some: readonly number[]) =>
		some.every((step) => step > 0 && Math.abs(step - (some[0] ?? 0)) < ALIKE);
	if (numbers.length < 3 || numbers.length === first.length || !isEven(steps)) return false;
	if (steps[0] === 1 && /^[01]$/.test(numbers[0] ?? "")) return true;
	const isRow = steps[0] === 1 || numbers[0] === "0" || numbers.length > 3 || numbers.every(isPart);
	return isRow && !below.every((row) => isEven(stepsOf(row.slice(-numbers.length))));
}

const stepsOf = (numbers: readonly string[]): number[] =>
	numbers.slice(1).map((text, at) => Number(text) - Number(numbers[at]));

/** Whether some text stands over values: sure names. */
export function isOverOthers(names: readonly string[], below: Rows): boolean {
	return names.some((cell, at) => {
		const column = columnOf(below, at);
		const beneath = mostOf(column.map(shapeIn));
		if (cell.trim() === "" || beneath === undefined || beneath === "text") return false;
		return shapeIn(cell) !== beneath || (isYear(cell.trim()) && !column.every(isYear));
	});
}

/** The units of measure that a row below the names holds, and nothing else; each stands over values. Undefined where it holds others. */
export function unitsIn(row: readonly string[], below: Rows): string[] | undefined {
	const units = row.map((cell) => (isMissing(cell.trim()) ? "" : cell.trim()));
	const isUnit = (unit: string, at: number) => {
		const shapes = columnOf(below, at).map(shapeIn);
		return UNIT.test(unit) && shapes.length > 0 && !shapes.includes("text");
	};
	const areUnits = filled(units) > 0 && units.every((unit, at) => unit === "" || isUnit(unit, at));
	return areUnits ? units.map((unit) => unit.replace(/^[[(]|[\])]$/g, "")) : undefined;
}

/** What stands in a column. */
const columnOf = (rows: Rows, at: number): string[] =>
	rows.map((row) => row[at]?.trim() ?? "").filter((cell) => !isMissing(cell));

const isNumberName = (cell: string): boolean =>
	/^(?:\d{1,4}|0?\.\d{1,4})$/.test(cell.trim()) || isYear(cell.trim());
/** A year, or one of its months: `202401`. */
const isYear = (text: string): boolean =>
	/^(?:(?:1[5-9]|20|21)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2]))$/.test(text);
/** Quantiles and other parts of one. */
const isPart = (text: string): boolean => /^(?:0?\.\d+|1)$/.test(text);

/** What a cell looks like: `text`, `number`, `date`, a unit such as `%`, or other digits. */
export function shapeIn(cell: string): string {
	const text = cell.trim();
	if (/^-?\d+$/.test(text)) return "number";
	if (isDate(text)) return "date";
	const marks: readonly Decimal[] = [".", ","];
	for (const mark of marks) {
		const found = numberIn(text, mark);
		if (found) return found.unit || "number";
	}
	return DIGITS.test(text) ? "digits" : "text";
}

/** The most frequent one. */
function mostOf(shapes: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
	return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0];
}
