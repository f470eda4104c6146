/** Decides whether what the page did answers a wish; of queries, by executing both. */
import { judge as judgeWidget } from "../judge.mjs";

/**
 * A wish with what answers it: exactly one of `sql`, `widgets` with `values`, `call` with `args`, `remove`, or `say`.
 *
 * @typedef {{wish: string, lang: string, sql?: string, widgets?: string[], values?: (string | string[])[], call?: string,
 *   args?: object, remove?: true, say?: true}} Case
 * What the page did.
 * @typedef {{shown?: {name: string, params: any}, valid: boolean, queries: string[],
 *   calls: {name: string, args: any}[], removed: number, changed: boolean, said: string}} Did
 */

const cell = (/** @type {unknown} */ value) =>
	typeof value === "number" ? String(Number(value.toPrecision(9))) : value === null ? "" : String(value);

/**
 * Whether rows hold all that was asked for: as many, and for each column wanted one with the same values, row by row where the
 * order was asked for; more columns do no harm.
 *
 * @param {Record<string, unknown>[]} wanted @param {Record<string, unknown>[]} got @param {boolean} inOrder
 */
export function sameRows(wanted, got, inOrder) {
	if (wanted.length !== got.length) return false;
	if (wanted.length === 0) return true;
	const columns = Object.keys(wanted[0]);
	const others = Object.keys(got[0]);
	const candidates = columns.map((column) =>
		others.filter((other) =>
			equal(
				wanted.map((row) => cell(row[column])),
				got.map((row) => cell(row[other])),
				inOrder,
			),
		),
	);
	if (candidates.some((found) => found.length === 0)) return false;
	if (inOrder) return true;
	// Columns that fit alone must fit together.
	const key = (/** @type {Record<string, unknown>} */ row, /** @type {string[]} */ names) =>
		JSON.stringify(names.map((name) => cell(row[name])));
	const tried = (/** @type {number} */ at, /** @type {string[]} */ chosen) => {
		if (at < columns.length) return candidates[at].some((other) => tried(at + 1, [...chosen, other]));
		return equal(
			wanted.map((row) => key(row, columns)),
			got.map((row) => key(row, chosen)),
			false,
		);
	};
	return tried(0, []);
}

function equal(/** @type {string[]} */ one, /** @type {string[]} */ other, /** @type {boolean} */ inOrder) {
	const [first, second] = inOrder ? [one, other] : [one.toSorted(), other.toSorted()];
	return first.every((value, index) => value === second[index]);
}

const plain = (/** @type {any} */ value) =>
	JSON.stringify(value, (_, inner) => (typeof inner === "string" ? inner.trim().toLowerCase() : inner));

/** Whether every field of `wanted` is in `got`, and nothing else. @param {any} wanted @param {any} got */
const sameArguments = (wanted, got) => {
	const sorted = (/** @type {any} */ value) =>
		plain(Object.fromEntries(Object.entries(value ?? {}).toSorted()));
	return sorted(wanted) === sorted(got);
};

/**
 * @param {Case} wanted @param {Did} did @param {(sql: string) => Promise<{rows: any[]}>} query
 * @returns {Promise<{kind: string, right: boolean, acted: boolean, widget?: boolean}>} `acted`: something was shown, called or changed
 */
export async function judge(wanted, did, query) {
	const acted = did.shown !== undefined || did.calls.length > 0 || did.removed > 0 || did.changed;
	if (wanted.say) return { kind: "say", right: !acted, acted };
	if (wanted.remove) return { kind: "change", right: did.removed === 1 && !did.shown, acted };
	if (wanted.call) {
		const [call] = did.calls;
		const widget = call?.name === wanted.call;
		return { kind: "call", right: widget && sameArguments(wanted.args, call.args), widget, acted };
	}
	if (wanted.sql) {
		const last = did.queries.at(-1);
		const { rows } = await query(wanted.sql);
		// Executed anew: of many rows the page is told only the first. What cannot be executed brings none.
		const got = last === undefined ? undefined : await query(last).catch(() => undefined);
		const right =
			did.valid && got !== undefined && sameRows(rows, got.rows, /\bORDER BY\b/i.test(wanted.sql));
		return { kind: "query", right, acted };
	}
	const { widgets = [], values = [] } = wanted;
	const { widget, values: all } = judgeWidget({ widgets, values }, { call: did.shown, valid: did.valid });
	return { kind: "show", right: all, widget, acted };
}
