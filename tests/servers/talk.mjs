/** A conversation with a server: one client for all checks, what it heard and was asked. It runs in Node and in a page. */

/**
 * @typedef {import("../../pkg/mcp/index.js").McpClient} Client
 * @typedef {import("../../pkg/mcp/index.js").McpClientOptions} Options
 * @typedef {{told(from?: number): Promise<import("./server.mjs").Told[]>, kill(): Promise<void>, start(): Promise<void>}} Server what is
 *   known of the server's process, and may be done to it
 * @typedef {{elicit: NonNullable<Options["elicit"]>, sample: NonNullable<Options["sample"]>, roots: NonNullable<Options["roots"]>}} Answers
 */

/** What the person answers unless a check wants it otherwise. @returns {Answers} */
const usual = () => ({
	elicit: ({ mode }) =>
		mode === "url" ? { action: "accept" } : { action: "accept", content: { name: "Ada" } },
	sample: () => ({ role: "assistant", model: "none", content: { type: "text", text: "indeed" } }),
	roots: () => [{ uri: "file:///projects/ada", name: "work" }],
});

/**
 * @param {typeof import("../../pkg/mcp/index.js").McpClient} McpClient
 * @param {string} url
 * @param {Server} server
 */
export function begin(McpClient, url, server) {
	const fetch = globalThis.fetch.bind(globalThis);
	/** @type {import("../../pkg/mcp/index.js").McpEvent[]} */
	const heard = [];
	/** @type {{what: string, request: any, signal: AbortSignal}[]} */
	const asked = [];
	const answers = usual();
	/**
	 * A client whose questions are noted and answered.
	 *
	 * @param {Options} [options]
	 * @param {string} [query] with one, clients of this address know nothing of what others have found out
	 */
	const another = (options = {}, query = "") => {
		const note =
			(what) =>
			(/** @type {any} */ request, /** @type {any} */ more = request) => {
				asked.push({ what, request, signal: more.signal });
				return answers[what](request, more);
			};
		return new McpClient(`${url}${query}`, {
			clientName: "tests/servers",
			fetch,
			elicit: note("elicit"),
			sample: note("sample"),
			roots: note("roots"),
			...options,
		});
	};
	const client = another();
	client.subscribe((event) => heard.push(event));
	return {
		McpClient,
		url,
		fetch,
		server,
		client,
		another,
		heard,
		asked,
		answers,
		/** The usual answers again, and nothing of what was heard or asked before. */
		fresh() {
			Object.assign(answers, usual());
			heard.length = 0;
			asked.length = 0;
		},
		/** Parameters of the notifications of a method that were heard. @param {string} method */
		news: (method) =>
			heard.flatMap((event) =>
				event.type === "notification" && event.method === method ? [event.params] : [],
			),
	};
}

/** @typedef {ReturnType<typeof begin>} Talk */
/** @typedef {{[name: string]: (talk: Talk) => Promise<string | void>}} Checks what is to hold, and what does it; a word for the report */

/** @param {unknown} isTrue @param {string} problem @returns {asserts isTrue} */
export function must(isTrue, problem) {
	if (!isTrue) throw new Error(problem);
}

/** @param {unknown} found @param {unknown} wanted @param {string} what */
export function same(found, wanted, what) {
	const [is, should] = [found, wanted].map((value) => JSON.stringify(sorted(value)));
	must(is === should, `${what}: ${is} in place of ${should}`);
}

/** With fields in one order. */
function sorted(value) {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, sorted(value[name])]),
	);
}

export const later = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Waits until `look` finds something.
 *
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} look
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, look, ms = 15_000) {
	const end = Date.now() + ms;
	for (;;) {
		const found = await look();
		if (found) return found;
		must(Date.now() < end, `${what} did not happen within ${ms} ms`);
		await later(25);
	}
}

/**
 * What a promise is rejected with; that it resolves is a failure.
 *
 * @param {string} what
 * @param {Promise<unknown>} promise
 * @returns {Promise<any>}
 */
export function rejection(what, promise) {
	return promise.then(
		(value) => must(false, `${what} resolved: ${JSON.stringify(value)}`),
		(error) => error,
	);
}

/** What texts a result has. @param {{content?: {text?: string}[]}} result */
export const textOf = ({ content = [] }) => content.map(({ text }) => text ?? "").join("\n");

/** JSON-RPC requests of a method that the server was sent. @param {import("./server.mjs").Told[]} told @param {string} method */
export const sent = (told, method) =>
	told.flatMap(({ rpc = [], ...request }) =>
		rpc.filter((message) => message.method === method).map((message) => ({ ...request, ...message })),
	);
