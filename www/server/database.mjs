/**
 * A SQL database in a Worker. SQLite looks at the clock between its steps alone, and a call of a function is one step
 * however long it takes; a Worker can be ended whatever it does.
 */
import { LIMITS } from "./guard.mjs";
import { QueryError } from "./sql.mjs";
import { Thread } from "./thread.mjs";

/** More questions than this do not wait. */
const MAX_WAITING = 64;

/**
 * Fills a database.
 *
 * @param {import("./datasets.mjs").Table[]} tables
 * @param {Partial<typeof LIMITS>} [given]
 */
export async function openDatabase(tables, given = {}) {
	const limits = { ...LIMITS, ...given };
	const start = () => new Thread({ tables, limits });
	let thread = start();
	/** @type {import("./sql.mjs").TableInfo[]} */
	const infos = await thread.next();
	let closed = false;
	let waiting = 0;
	/** @type {Promise<unknown>} */
	let last = Promise.resolve();

	const ask = async (/** @type {string} */ sql) => {
		if (closed) throw new QueryError("The database is closed.");
		if (thread.ended) {
			thread = start();
			await thread.next();
		}
		const { result, mistake } = await thread.ask(sql, limits.milliseconds);
		if (result) return result;
		throw new QueryError(mistake);
	};
	return {
		tables: () => infos,
		/** @param {string} sql @returns {Promise<import("./sql.mjs").Result>} rejects with a {@link QueryError} */
		query: (sql) => {
			if (waiting === MAX_WAITING) throw new QueryError("Too many questions wait; ask again later.");
			waiting += 1;
			const told = last.then(() => ask(sql)).finally(() => (waiting -= 1));
			last = told.catch(() => undefined);
			return told;
		},
		close: () => {
			closed = true;
			return thread.end();
		},
	};
}
