/** Many calls through proxies that do everything to a share of all exchanges. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chance, draws } from "./chance.mjs";
import { FAULTS, KINDS } from "./kinds.mjs";
import { startProxy } from "./proxy.mjs";
import { startServer } from "./server.mjs";

/** So many exchanges of a hundred meet each kind. */
const SHARE = 0.02;
export const TIMEOUTS = { connectMs: 1500, callMs: 700, totalMs: 3000 };
/** The handshake that a call may wait for, before it is sent and once more where the session is gone; and a busy neighbour. */
export const LONGEST_MS = 2 * TIMEOUTS.connectMs + TIMEOUTS.totalMs + 10_000;
const PROGRAM = fileURLToPath(new URL("calling.mjs", import.meta.url));

/**
 * @param {object} asked
 * @param {"legacy" | "modern" | "both"} asked.speaks
 * @param {"auto" | "modern" | "legacy"} asked.era
 * @param {number} asked.calls
 * @param {number} asked.clients
 * @param {string} asked.seed
 */
export async function makeMany({ speaks, era, calls, clients, seed }) {
	const server = await startServer(speaks);
	const proxies = await Promise.all(Array.from({ length: clients }, () => startProxy(server)));
	/** How often each kind has happened. @type {{[kind: string]: number}} */
	const met = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
	/** What came by which proxy, and what happened to it. @type {string[]} */
	const log = [];
	/** How often each request came. @type {Map<string, number>} */
	const seen = new Map();
	for (const [at, proxy] of proxies.entries()) {
		proxy.choose(({ id, method, params }, { headers }) => {
			// What happens to a call depends on nothing but its number and how often it came: the order is another each time.
			const after = headers["last-event-id"];
			const key = params?.arguments?.n ?? after ?? `${at} ${method} ${id === undefined}`;
			const times = (seen.get(key) ?? 0) + 1;
			seen.set(key, times);
			const fault = KINDS[Math.floor(chance(seed, key, times) / SHARE)];
			log.push(`${at}: ${method} ${params?.arguments?.n ?? after ?? ""}: ${fault ?? "well"}`);
			if (!fault) return undefined;
			met[fault] += 1;
			return (exchange) => FAULTS[fault](exchange, draws(seed, key, times, fault));
		});
	}
	const child = fork(PROGRAM, { execArgv: ["--expose-gc"] });
	const gone = once(child, "exit");
	// Also those that fail are heard of.
	const heard = () => Promise.race([once(child, "message").then(([said]) => said), gone.then(() => ({}))]);
	try {
		child.send({ urls: proxies.map(({ url }) => url), era, calls, seed, timeouts: TIMEOUTS });
		const { outcomes = [] } = await heard();
		await Promise.all(proxies.map((proxy) => proxy.calm()));
		if (child.connected) child.send("calm");
		const { calm = [], memory = [], handles = ["?"] } = await heard();
		const code = await Promise.race([gone.then(([code]) => code), late(10_000)]);
		const trapped = proxies.reduce((sum, proxy) => sum + proxy.trapped(), 0);
		return { outcomes, calm, memory, handles, code, met, log, trapped, done: server.done, safe: server.safe };
	} finally {
		child.kill();
		for (const proxy of proxies) proxy.close();
		server.close();
	}
}

/** @typedef {Awaited<ReturnType<typeof makeMany>>} Many */

/** @param {number} ms @returns {Promise<string>} */
const late = (ms) => new Promise((resolve) => setTimeout(resolve, ms, "it did not end").unref());
