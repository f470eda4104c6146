/** What is checked of a server that is killed in mid-conversation and started again at its address. */
import { later, must, rejection, same, sent, textOf, until } from "../talk.mjs";

/**
 * @typedef {import("../talk.mjs").Talk} Talk
 * @typedef {import("../../../pkg/mcp/index.js").McpCallOptions} Options
 * @typedef {{name: string, args: import("../../../pkg/mcp/index.js").JsonObject, gives: RegExp}} Call
 * @typedef {{name: string, result: Promise<any>, begun: () => Promise<unknown>}} Begun
 */

/** Calls of a tool that the server has taken. @param {import("../server.mjs").Told[]} told @param {string} name */
function taken(told, name) {
	const calls = sent(told, "tools/call").filter(({ params }) => params.name === name);
	return calls.filter(({ number }) =>
		told.some(({ what, status = 500, ...head }) => what === "head" && head.number === number && status < 300),
	);
}

/** Kills it and starts it again. @param {Talk["server"]} server @param {number} [awayMs] */
async function restart(server, awayMs = 0) {
	await server.kill();
	const from = (await server.told()).length;
	await later(awayMs);
	await server.start();
	return from;
}

/**
 * Six calls at once after the server has forgotten everything: all come through, and only one handshake is made.
 *
 * @param {Call} call
 * @param {number | undefined} forgotten with which status it answers requests of a session that it does not know; none where there are
 *   no sessions
 * @param {boolean} shakesHands whether it is of the era with handshakes
 */
export const comesBack =
	(call, forgotten, shakesHands) =>
	async (/** @type {Talk} */ { client, server }) => {
		await client.callTool(call.name, call.args);
		const from = await restart(server);
		const all = await Promise.all(Array.from({ length: 6 }, () => client.callTool(call.name, call.args)));
		for (const result of all) must(call.gives.test(textOf(result)), `It gave: ${textOf(result)}`);
		const told = await server.told(from);
		same(sent(told, "initialize").length, shakesHands ? 1 : 0, "handshakes");
		if (forgotten) {
			const refused = told.filter(({ what, status = 200 }) => what === "head" && status >= 400);
			must(refused.length > 0, "No request of the session before has reached the server.");
			same(
				[...new Set(refused.map(({ status }) => status))],
				[forgotten],
				"how the server says that it knows no such session",
			);
		}
		return forgotten ? `${forgotten}, one handshake for 6 calls` : "";
	};

/**
 * A `fetch` that waits while it is told to: what the client sends then arrives when the server is there again.
 *
 * @param {Talk["fetch"]} fetch
 */
function patient(fetch) {
	/** @type {Promise<void> | undefined} */
	let waiting;
	return {
		fetch: async (/** @type {string} */ url, /** @type {RequestInit} */ how) => {
			await waiting;
			return fetch(url, how);
		},
		/** @returns {() => void} what lets everything through */
		wait() {
			let go = () => undefined;
			waiting = new Promise((done) => {
				go = () => void done();
			});
			return go;
		},
	};
}

/**
 * Begins a call of a slow tool, which is under way when its first step is told.
 *
 * @param {import("./under-way.mjs").Slow} slow
 * @param {string} name the tool's
 * @returns {(talk: Talk, client: Talk["client"]) => Begun}
 */
export const beginning =
	({ args }, name) =>
	(_, client) => {
		let steps = 0;
		const onProgress = () => {
			steps += 1;
		};
		const result = client.callTool(name, args(4, 250), { onProgress });
		return { name, result, begun: () => until("A step", () => steps > 0) };
	};

/**
 * Has a client of its own for a check, which is let go of also where the check fails.
 *
 * @param {(talk: Talk, more: {client: Talk["client"], wait: () => () => void}) => Promise<void>} check
 */
const apart = (check) => async (/** @type {Talk} */ talk) => {
	const { fetch, wait } = patient(talk.fetch);
	const client = talk.another({ fetch });
	try {
		await check(talk, { client, wait });
	} finally {
		await client.disconnect();
	}
};

/**
 * A call that is under way when the server dies, and may have done something: it is not done again.
 *
 * @param {(talk: Talk, client: Talk["client"]) => Begun} begin
 * @param {"soon" | "late"} back when the server is there again: before the client looks for it, or after
 */
export const doesNotRepeat = (begin, back) =>
	apart(async (talk, { client, wait }) => {
		const { server } = talk;
		const { name, result, begun } = begin(talk, client);
		const rejected = rejection("A call whose server has died", result);
		rejected.catch(() => undefined);
		await begun();
		const go = back === "soon" ? wait() : () => undefined;
		const from = await restart(server, back === "late" ? 3_000 : 0);
		go();
		// It tries to go on with it for some seconds.
		const error = await Promise.race([rejected, later(20_000)]);
		// Whatever else the client has to say to it first.
		await client.listTools();
		await later(500);
		same(taken(await server.told(from), name).length, 0, `calls of ${name} in the server's next life`);
		same(error?.code, "network", `what it is rejected with (${error?.message})`);
		const details = JSON.stringify(error.details);
		same(
			error.details?.mayHaveRun,
			true,
			`whether it says that it may have run (${error.message} ${details})`,
		);
	});

/**
 * A call that may be done twice is done again.
 *
 * @param {(talk: Talk, client: Talk["client"]) => Begun} begin
 * @param {RegExp} gives
 */
export const repeatsWhatIsSafe = (begin, gives) =>
	apart(async (talk, { client, wait }) => {
		const { server } = talk;
		// By this list it knows what the tool says of itself.
		await client.listTools();
		const { name, result, begun } = begin(talk, client);
		result.catch(() => undefined);
		await begun();
		const go = wait();
		const from = await restart(server);
		go();
		const text = textOf(await result);
		must(gives.test(text), `It gave: ${text}`);
		same(taken(await server.told(from), name).length, 1, `calls of ${name} in the server's next life`);
	});

/** Whether a stream is open by which the server tells what it wants. @param {import("../server.mjs").Told[]} told of one life */
function hasStream(told) {
	const isStream = ({ http, rpc = [] }) =>
		http === "GET" || rpc.some(({ method }) => method === "subscriptions/listen");
	const numbers = told.filter(isStream).map(({ number }) => number);
	const isOpen = (number) => {
		const of = told.filter((one) => one.number === number);
		return (
			of.some(({ what, status = 500 }) => what === "head" && status < 300) &&
			!of.some(({ what }) => what === "closed")
		);
	};
	return numbers.some(isOpen);
}

/**
 * Whoever only listens hears the server again after it has died, without doing anything.
 *
 * @param {(talk: Talk) => Promise<unknown>} another makes the server tell something, with a client of its own
 * @param {string} method what it tells then
 */
export const hearsAgain = (another, method) => async (/** @type {Talk} */ talk) => {
	const { client, server, news, fresh } = talk;
	await client.listPrompts();
	const life = (await server.told()).at(-1)?.life;
	await until("The stream", async () =>
		hasStream((await server.told()).filter((told) => told.life === life)),
	);
	// Until the client has it too.
	await later(300);
	const from = await restart(server);
	await until("The stream's return", async () => hasStream(await server.told(from)), 8_000);
	fresh();
	await another(talk);
	await until(`${method} in the server's next life`, () => news(method).length > 0);
};

/**
 * What stands before the server answers in its place while it is away: that is the call's error, and the next call finds the server.
 *
 * @param {Call} call
 */
export const outlivesGateways =
	(call, isSse = false) =>
	async (/** @type {Talk} */ { another, fetch, server }) => {
		let isAway = false;
		const gateway = async (/** @type {string} */ url, /** @type {RequestInit} */ how) =>
			isAway ? new Response("no server", { status: 502 }) : fetch(url, how);
		const client = another({ fetch: gateway }, "?gateway");
		try {
			await client.callTool(call.name, call.args);
			isAway = true;
			await server.kill();
			// There the session ends with its stream, and the gateway answers whoever opens another.
			if (isSse) await until("The end of the session", () => !client.isConnected);
			const error = await rejection("A call without a server", client.callTool(call.name, call.args));
			same([error.code, error.details?.status], ["http", 502], `what it is rejected with (${error.message})`);
			await server.start();
			isAway = false;
			const text = textOf(await client.callTool(call.name, call.args));
			must(call.gives.test(text), `It gave: ${text}`);
		} finally {
			if (isAway) await server.start();
			await client.disconnect();
		}
	};
