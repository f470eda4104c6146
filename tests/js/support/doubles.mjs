/** Small doubles of what a page has: a model, a server, a Worker, a document. They answer at once and never fail. */
import { serve } from "../serve.mjs";

const REPLY = { content: [{ type: "text", text: "done" }], stopReason: "end_turn" };

/** A model that says one word. */
export const provider = () => ({ name: "scripted", model: "none", chat: async () => REPLY });

/** The tool of an MCP server. */
export const remoteTool = () => ({
	name: "who",
	description: "Tells.",
	inputSchema: { type: "object", properties: { n: { type: "number" } } },
});

/** The address of a server that speaks MCP and chat completions. */
export const url = await serve((_, response, body) => {
	const { id, method, messages } = JSON.parse(body || "{}");
	const results = {
		initialize: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } },
		"tools/list": { tools: [remoteTool()] },
		"resources/read": { contents: [{ uri: "db://a", text: "t" }] },
		"tools/call": { content: [{ type: "text", text: "me" }] },
		"tasks/get": { taskId: "t", status: "completed" },
		"tasks/result": { content: [{ type: "text", text: "done" }] },
	};
	if (messages) {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.end('data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
	} else if (id === undefined) {
		response.writeHead(202).end();
	} else {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
	}
});

/** A Worker that answers each message with what `answer` makes of it. */
export class AnsweringWorker extends EventTarget {
	#answer;

	constructor(answer) {
		super();
		this.#answer = answer;
	}

	postMessage(message) {
		const { id, ...question } = structuredClone(message);
		const answer = this.#answer(question);
		if (!answer) return;
		const data = structuredClone({ id, ...answer });
		setImmediate(() => this.dispatchEvent(new MessageEvent("message", { data })));
	}

	terminate() {
		this.#answer = () => undefined;
	}
}

/** A library in place of wllama's, with a model that says one word. */
export const LLAMA = `data:text/javascript,${encodeURIComponent(`export class Wllama {
	async loadModel() {}
	getLoadedContextInfo() { return { n_ctx: 5, n_vocab: 5 }; }
	async createChatCompletion({ onData }) { onData({ choices: [{ delta: { content: "hi" }, finish_reason: "stop" }] }); }
	async exit() {}
}`)}`;

/** As much of an element as is needed to place one. */
export class Element extends EventTarget {
	children = [];
	dataset = {};
	classList = { add() {}, remove() {}, toggle() {} };
	firstElementChild = null;
	style = { getPropertyValue: () => "", setProperty: () => undefined };
	prepend() {}
	getAttribute() {
		return null;
	}
	getBoundingClientRect() {
		return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
	}
	append(...children) {
		this.children.push(...children);
	}
	insertBefore(child) {
		this.children.push(child);
	}
	replaceChildren() {
		this.children = [];
	}
	remove() {}
	setAttribute() {}
	getRootNode() {
		return this;
	}
}

Object.assign(globalThis, {
	document: {
		createElement: () => new Element(),
		createElementNS: () => new Element(),
		baseURI: "https://page.example/",
	},
	Document: class {},
	ShadowRoot: class {},
	requestAnimationFrame: setImmediate,
	cancelAnimationFrame: clearImmediate,
	ResizeObserver: class {
		observe() {}
		disconnect() {}
	},
	MutationObserver: class {
		observe() {}
		disconnect() {}
	},
});
