/** What is checked of calls that take their time: how far they are, and how they are stopped. */
import { later, must, rejection, same, sent, textOf, until } from "../talk.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

/**
 * A tool that takes `steps` times `ms` and tells of each step.
 *
 * @typedef {import("../../../pkg/mcp/index.js").JsonObject} JsonObject
 * @typedef {{name: string, args: (steps: number, ms: number) => JsonObject, says: RegExp, hasMessage: boolean}} Slow
 */

/** @param {Slow} slow */
export const tellsProgress =
	({ name, args, says, hasMessage }) =>
	async (/** @type {Talk} */ { client }) => {
		/** @type {import("../../../pkg/mcp/index.js").McpProgress[]} */
		const steps = [];
		const result = await client.callTool(name, args(4, 100), { onProgress: (step) => steps.push(step) });
		must(says.test(textOf(result)), `It gave: ${textOf(result)}`);
		same(
			steps.map(({ progress, total, message }) => [progress, total, message]),
			[1, 2, 3, 4].map((step) => [step, 4, hasMessage ? `step ${step}` : undefined]),
			"the steps that were told",
		);
		// Each step gives it as much time again; two calls at once keep theirs apart.
		/** @type {number[][]} */
		const both = [[], []];
		await Promise.all(
			both.map((seen, at) =>
				client.callTool(name, args(3 + at, 250), {
					timeoutMs: 600,
					onProgress: ({ progress }) => seen.push(progress),
				}),
			),
		);
		same(
			both,
			[
				[1, 2, 3],
				[1, 2, 3, 4],
			],
			"the steps of two calls at once",
		);
	};

/**
 * Who aborts gets no result and no more steps, and the server learns of it.
 *
 * @param {Slow} slow
 * @param {boolean} isModern it is told by the end of the connection, else by a notification
 * @param {boolean} notices whether the server's tool sees it and tells
 */
export const stops =
	({ name, args }, isModern, notices) =>
	async (/** @type {Talk} */ { client, server }) => {
		const before = (await server.told()).length;
		const ways = [
			{
				what: "an aborted call",
				begin: () => {
					const abort = new AbortController();
					const onProgress = () => abort.abort(new Error("enough"));
					return client.callTool(name, args(4, 250), { signal: abort.signal, onProgress });
				},
				isIt: (error) => error.message === "enough",
			},
			{
				what: "a late call",
				begin: () => client.callTool(name, args(1, 1200), { timeoutMs: 300 }),
				isIt: (error) => error.code === "network" && error.details?.timeout === "callMs",
			},
		];
		for (const [at, { what, begin, isIt }] of ways.entries()) {
			const error = await rejection(what, begin());
			must(
				isIt(error),
				`${what} was rejected with ${error.code}: ${error.message} ${JSON.stringify(error.details)}`,
			);
			const { id, number } = sent(await server.told(before), "tools/call")[at];
			await until(`What tells the server of ${what}`, async () => {
				const told = await server.told(before);
				if (isModern) return told.some((one) => one.what === "closed" && one.number === number);
				return sent(told, "notifications/cancelled").some(({ params }) => params.requestId === id);
			});
			if (notices) {
				await until(`That the tool sees ${what} end`, async () => {
					const seen = (await server.told(before)).filter(({ event }) => event === "cancelled");
					return seen.length > at;
				});
			}
		}
		// As long as both would have taken, and more.
		await later(1_400);
		const told = await server.told(before);
		const ids = sent(told, "tools/call").map(({ id }) => id);
		same(
			told.filter(({ what, id }) => what === "answer" && ids.includes(id)),
			[],
			"answers to calls that were stopped",
		);
		same(
			told.filter(({ event }) => event === "done"),
			[],
			"calls that went on to their end",
		);
	};

/**
 * What the server wants to know for a call that is stopped is not wanted any more: whoever is asked learns of it.
 *
 * @param {string} name of a tool that asks the person
 */
export const stopsAsking =
	(name) =>
	async (/** @type {Talk} */ { client, asked, answers, fresh }) => {
		fresh();
		answers.elicit = () => new Promise(() => undefined);
		const abort = new AbortController();
		const rejected = rejection(
			"A call that was stopped",
			client.callTool(name, {}, { signal: abort.signal }),
		);
		const question = await until("The question", () => asked.find(({ what }) => what === "elicit"));
		same(question.signal.aborted, false, "whether the question is over before");
		abort.abort(new Error("enough"));
		same((await rejected).message, "enough", "what it is rejected with");
		await until("The end of the question", () => question.signal.aborted, 4_000);
	};
