/** A model that says what a test has written down, by chat completions, as a page finds one on its own machine. */
import { createServer } from "node:http";

const line = (delta, finish_reason = null) =>
	`data: ${JSON.stringify({
		id: "chatcmpl-1",
		object: "chat.completion.chunk",
		created: 1_700_000_000,
		model: "scripted",
		choices: [{ index: 0, delta, finish_reason }],
	})}\n\n`;

/** @typedef {{text?: string, tool?: string, args?: object, calls?: {tool: string, args?: object}[]}} Turn `calls` are several at once */

/** @param {Turn} turn */
function said({ text, tool, args, calls = tool === undefined ? [] : [{ tool, args }] }) {
	if (calls.length === 0) return `${line({ role: "assistant", content: text })}${line({}, "stop")}`;
	const tool_calls = calls.map(({ tool, args = {} }, index) => ({
		index,
		id: `call_${index}_${tool}`,
		type: "function",
		function: { name: tool, arguments: JSON.stringify(args) },
	}));
	return `${line({ role: "assistant", tool_calls })}${line({}, "tool_calls")}`;
}

/**
 * Starts it. `turns` is what it says, one after the other; `seen` are the requests.
 *
 * @returns {Promise<{settings: object, turns: Turn[], seen: any[], close(): Promise<void>}>}
 */
export async function startScripted() {
	const turns = [];
	const seen = [];
	const server = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-allow-headers", "*, authorization");
		if (request.method === "OPTIONS") return void response.writeHead(204).end();
		let body = "";
		for await (const piece of request) body += piece;
		if (!request.url.endsWith("/chat/completions")) return void response.writeHead(404).end("{}");
		seen.push(JSON.parse(body));
		const turn = turns.shift() ?? { text: "Nothing more was written down." };
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.end(`${said(turn)}data: [DONE]\n\n`);
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		/** For a page that is to ask it. */
		settings: {
			kind: "local",
			localBackend: "openai",
			localUrl: `http://127.0.0.1:${port}`,
			localModel: "scripted",
		},
		turns,
		seen,
		close: async () => {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		},
	};
}
