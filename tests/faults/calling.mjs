/** Makes many calls, in a process of its own: what it keeps, and what keeps it, is the client's. */
import { McpClient } from "../../pkg/mcp/index.js";
import loaded from "../../pkg/mcp/wasm/webmcp_mcp.js";
import { chance } from "./chance.mjs";
import { isSaid } from "./server.mjs";

/** What browsers grant an origin, and the client takes of it: more at once would only wait. */
const AT_ONCE = 4;
const CALMLY = 100;
/** The channel. */
const OWN = ["Pipe", "PipeWrap"];

/**
 * @typedef {object} Task
 * @property {string[]} urls a client for each
 * @property {"auto" | "modern" | "legacy"} era
 * @property {number} calls
 * @property {string} seed
 * @property {{connectMs: number, callMs: number, totalMs: number}} timeouts
 */

/** @typedef {{n: number, name: string, ms: number, code: string, problem?: string}} Outcome `code` is `ok`, or the error's */

process.once("message", (/** @type {Task} */ task) => make(task));

/** @param {Task} task */
async function make({ urls, era, calls, seed, timeouts }) {
	const clients = urls.map((url) => new McpClient(url, { era, timeouts, maxReplyBytes: 1 << 20 }));
	/** @type {Outcome[]} */
	const outcomes = [];
	const memory = [await memoryNow()];
	let last = 0;
	const worker = async (/** @type {McpClient} */ client) => {
		while (last < calls) {
			last += 1;
			const n = last;
			if (n % 50 === 0) await client.listTools().catch(() => undefined);
			outcomes.push(await outcomeOf(client, n, plan(seed, n)));
			if (n % Math.ceil(calls / 10) === 0) memory.push(await memoryNow());
		}
	};
	await Promise.all(clients.flatMap((client) => Array.from({ length: AT_ONCE }, () => worker(client))));
	process.send?.({ outcomes });
	await new Promise((resolve) => process.once("message", resolve));
	// Of connections that have just died a client hears a moment later.
	await new Promise((resolve) => setTimeout(resolve, 200));

	const calm = [];
	for (let n = calls + 1; n <= calls + CALMLY; n += 1)
		calm.push(await outcomeOf(clients[n % clients.length], n, { name: "do", how: "ids", timeoutMs: 30_000 }));
	await Promise.all(clients.map((client) => client.disconnect()));
	memory.push(await memoryNow());
	process.send?.({ calm, memory, handles: await handlesLeft() });
	// Nothing of ours is left: where this process does not end, the client has left something.
	process.disconnect();
}

/** What the call of that number is. @param {string} seed @param {number} n */
function plan(seed, n) {
	const drawn = (/** @type {string} */ what) => chance(seed, n, what);
	const name = drawn("name") < 0.6 ? "do" : drawn("name") < 0.85 ? "look" : "peek";
	const how = drawn("how") < 0.3 ? "json" : drawn("how") < 0.5 ? "events" : "ids";
	const ms = drawn("busy") < 0.2 ? Math.floor(drawn("ms") * 40) : 0;
	return { name, how, ms, abortMs: drawn("abort") < 0.02 ? Math.floor(drawn("abort ms") * 60) : undefined };
}

/** @param {McpClient} client @param {number} n @param {{name: string, how: string, ms?: number, abortMs?: number, timeoutMs?: number}} plan @returns {Promise<Outcome>} */
async function outcomeOf(client, n, { name, how, ms = 0, abortMs, timeoutMs }) {
	const begin = performance.now();
	const ended = (/** @type {string} */ code, /** @type {string} */ problem) => {
		return { n, name, ms: performance.now() - begin, code, ...(problem && { problem }) };
	};
	const abort = new AbortController();
	const timer = abortMs === undefined ? undefined : setTimeout(() => abort.abort("enough"), abortMs);
	try {
		const options = { signal: abort.signal, timeoutMs, ...(name === "look" && { isSafe: true }) };
		const { content } = await client.callTool(name, { n, how, ms }, options);
		const text = String(content?.[0]?.text);
		return ended("ok", isSaid(n, text) ? "" : `another's answer: ${text}`);
	} catch (error) {
		const { code, name: kind } = Object(error);
		if (error === "enough") return ended("enough", "");
		return ended(String(code), kind === "WebMcpError" ? "" : `${error?.stack ?? error}`);
	} finally {
		clearTimeout(timer);
	}
}

/** What keeps this process, beside the channel to whoever started it: connections take a moment to end. */
async function handlesLeft() {
	for (let left = 100; ; left -= 1) {
		const handles = process.getActiveResourcesInfo().filter((name) => !OWN.includes(name));
		if (handles.length === 0 || left === 0) return handles;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** What is kept, bytes. */
async function memoryNow() {
	globalThis.gc?.();
	const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
	const { memory } = await loaded().catch(() => ({ memory: undefined }));
	return { heap: heapUsed, outside: external + arrayBuffers, core: memory?.buffer.byteLength ?? 0, rss };
}
