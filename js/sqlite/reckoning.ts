/** Decides whether a query reckons with a column whatever stands in it: SQLite takes texts for 0 in arithmetic and CAST. */

const NUMBERS = /^AS\s+(?:REAL|INT\w*|NUM\w*|FLOAT|DOUBLE|DECIMAL|BIGINT|SMALLINT)\b/i;
const OPERATOR_BEFORE = /[-+*/%]$/;
const OPERATOR_BEHIND = /^[-+*/%]/;
const CAST = /\bCAST\s*\($/i;
const SCALAR = /\b(?:abs|round)\s*\($/i;
/** So much before and behind a name is looked at, characters. */
const AROUND = 60;

/**
 * Whether a column is mentioned, and nowhere but in arithmetic: a query that also compares it may have left out what is no number.
 *
 * @param column - Its name, as it stands in the table.
 */
export function onlyReckons(sql: string, column: string): boolean {
	const name = column.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
	const word = /^\w+$/.test(column) ? `|\\b${name}\\b` : "";
	const mentions = new RegExp(
		`(?:(?:"[^"]{1,80}"|\\w{1,80})\\s?\\.\\s?)?(?:["\`[]${name}["\`\\]]${word})`,
		"giu",
	);
	let isMentioned = false;
	for (const { 0: found, index } of sql.matchAll(mentions)) {
		const before = sql.slice(Math.max(index - AROUND, 0), index).trimEnd();
		const behind = sql.slice(index + found.length, index + found.length + AROUND).trimStart();
		const isCast = CAST.test(before) && NUMBERS.test(behind);
		if (!isCast && !OPERATOR_BEFORE.test(before) && !OPERATOR_BEHIND.test(behind) && !SCALAR.test(before))
			return false;
		isMentioned = true;
	}
	return isMentioned;
}
