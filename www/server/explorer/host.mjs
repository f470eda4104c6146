/** How the explorer speaks with its host: JSON-RPC by messages between windows. */

/** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
let last = 0;
/** @param {object} message */
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
/** @param {string} method @param {object} [params] */
export const notify = (method, params = {}) => send({ method, params });
/** @param {string} method @param {object} params @returns {Promise<any>} */
export const ask = (method, params) =>
	new Promise((resolve, reject) => {
		last += 1;
		waiting.set(last, { resolve, reject });
		send({ id: last, method, params });
	});

/**
 * Hears what the host tells, by method, and the answers to what was asked.
 *
 * @param {Record<string, (params: any) => void>} heard
 */
export function listen(heard) {
	addEventListener("message", ({ data, source }) => {
		if (source !== parent || data?.jsonrpc !== "2.0") return;
		if (data.method === "ui/resource-teardown") return send({ id: data.id, result: {} });
		if (typeof data.method === "string") {
			if (Object.hasOwn(heard, data.method)) heard[data.method](data.params ?? {});
			return;
		}
		const waits = waiting.get(data.id);
		waiting.delete(data.id);
		if (data.error) waits?.reject(new Error(String(data.error.message)));
		else waits?.resolve(data.result);
	});
}
