/** Whether what a task asked for was shown or said. */
import { placeOf, way } from "./servers.mjs";

/** @typedef {{sql?: string, has?: (string | number)[], lacks?: string[], widget?: string[], way?: string[], ways?: string[][]}} Task */

/** What must be found. @param {Task} task @param {(sql: string) => Promise<Record<string, unknown>[]>} sql @returns {Promise<(string | number)[]>} */
export async function wanted(task, sql) {
	const rows = task.sql ? await sql(task.sql) : [];
	const values = rows.flatMap((row) => Object.values(row)).filter((value) => value !== null);
	const ways = [...(task.way ? [task.way] : []), ...(task.ways ?? [])].map(([from, to, mode]) => {
		const ends = [placeOf(from), placeOf(to)];
		return way(ends[0], ends[1], mode).minutes;
	});
	// A walk is as well told by its length.
	return [...(task.has ?? []), .../** @type {(string | number)[]} */ (values), ...ways];
}

/**
 * @param {Task} task @param {(string | number)[]} values @param {{widgets: {type: string, data: unknown}[], text: string}} did
 * @returns {{right: boolean, missing: (string | number)[]}}
 */
export function judge(task, values, did) {
	const widgets = did.widgets.filter(({ type }) => !task.widget || task.widget.includes(type));
	const text =
		`${JSON.stringify(widgets.map(({ data }) => data))} ${task.widget ? "" : did.text}`.toLowerCase();
	const numbers = (text.match(/-?\d[\d,]*(\.\d+)?/g) ?? []).map((found) => Number(found.replaceAll(",", "")));
	const isThere = (/** @type {string | number} */ value) =>
		typeof value === "number"
			? numbers.some((found) => Math.abs(found - value) <= Math.max(0.006 * Math.abs(value), 0.005))
			: text.includes(value.toLowerCase());
	const missing = values.filter((value) => !isThere(value));
	const said = (task.lacks ?? []).filter((value) => text.includes(value.toLowerCase()));
	return {
		right: missing.length === 0 && said.length === 0 && (!task.widget || widgets.length > 0),
		missing: [...missing, ...said],
	};
}
