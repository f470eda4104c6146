/** Ways to ask a Tool Execution API, each `ask(method, path, {headers, body})` → `{status, headers, text}`. */
import assert from "node:assert/strict";
import { serveToolApi } from "../../../pkg/hosts/node.js";
import { createToolApi } from "../../../pkg/tool-api/index.js";
import { CRITERIA } from "./tool-api-criteria.mjs";

/** @param {Response} response */
async function read(response) {
	return {
		status: response.status,
		headers: Object.fromEntries(response.headers),
		text: await response.text(),
	};
}

/** Asks a server. @param {string} origin */
export const askerOf =
	(origin) =>
	async (method, path, { headers, body } = {}) =>
		read(await fetch(`${origin}${path}`, { method, headers, body }));

/** Holds all replies to the documents' criteria; `what` says of which way they are. */
export async function holdsToCriteria(ask, what) {
	for (const [criterion, [asked, status, body]] of Object.entries(CRITERIA)) {
		const reply = await ask(...asked);
		assert.equal(reply.status, status, `${what}: ${criterion}: ${reply.text}`);
		assert.equal(reply.headers["content-type"], "application/json", criterion);
		if (body instanceof RegExp) assert.match(reply.text, body, criterion);
		else assert.equal(reply.text, body, criterion);
	}
}

export const WAYS = {
	async handle(options) {
		const api = createToolApi(options);
		return {
			ask: async (method, path, { headers, body } = {}) => {
				const { body: text, ...reply } = await api.handle({ method, path, headers, body });
				return { ...reply, text };
			},
			close: () => undefined,
		};
	},
	async fetch(options) {
		const api = createToolApi(options);
		return {
			ask: async (method, path, { headers, body } = {}) =>
				read(await api.fetch(new Request(`http://localhost${path}`, { method, headers, body }))),
			close: () => undefined,
		};
	},
	async node(options) {
		const served = await serveToolApi(createToolApi(options), { port: 0 });
		return { ask: askerOf(served.url), close: () => served.close() };
	},
};
