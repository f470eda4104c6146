/** Decides which mark stands before the decimals of a file, and of which columns nothing tells it. */
import type { Kind } from "./kinds.js";
import type { Decimal } from "./numbers.js";

/**
 * The mark before the decimals of a whole file: that of the columns which have numbers by one mark alone, else the likelier one.
 *
 * @param delimiter - Where semicolons part, a comma within a cell is rather a decimal one; where commas part, it groups digits.
 */
export function decimalOf(kinds: readonly Kind[], delimiter: string): Decimal {
	const sure = surplusOf(kinds, (kind) => kind.decimal);
	if (sure !== 0) return sure > 0 ? "," : ".";
	const likely = surplusOf(kinds, (kind) => likelyOf(kind, delimiter));
	if (likely !== 0) return likely > 0 ? "," : ".";
	const hasCommas = kinds.some((kind) => kind.doubtful === "," || kind.decimal === ",");
	return delimiter === ";" && hasCommas ? "," : ".";
}

/**
 * Whether nothing tells what a column's mark is. A comma before the decimals of one column does not prove that the points of another
 * one group its digits: `48.856` is a latitude as well. That some column has both marks proves it, or a `950` beside `2.155`.
 *
 * @param decimal - The file's mark.
 */
export function isDoubtful(kind: Kind, kinds: readonly Kind[], decimal: Decimal, delimiter: string): boolean {
	const mark = kind.doubtful;
	if (mark === undefined) return false;
	if (surplusOf(kinds, (one) => one.decimal) === 0) return true;
	if (mark === decimal || (mark === "," && delimiter === ",")) return false;
	return !kind.isMoney && kind.leaning !== "groups" && !kinds.some((one) => one.grouping === mark);
}

/** How many columns say that a comma stands before decimals, more than say it of a point. */
function surplusOf(kinds: readonly Kind[], saysOf: (kind: Kind) => Decimal | undefined): number {
	let surplus = 0;
	for (const kind of kinds) {
		const mark = saysOf(kind);
		if (mark !== undefined) surplus += mark === "," ? 1 : -1;
	}
	return surplus;
}

/** The mark that rather stands before a doubtful column's decimals. Where commas part cells, people write points before decimals. */
function likelyOf(kind: Kind, delimiter: string): Decimal | undefined {
	const mark = kind.doubtful;
	if (mark === undefined) return undefined;
	const other = mark === "," ? "." : ",";
	if (kind.isMoney) return other;
	if (delimiter === ",") return ".";
	if (kind.leaning === undefined) return undefined;
	return kind.leaning === "groups" ? other : mark;
}
