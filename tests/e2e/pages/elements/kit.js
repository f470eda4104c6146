/** Hands the test what a page would make: workspaces, and models that say what they are told. Nothing here defines a tag. */
import { autoui, createWebMcpServer, init } from "webmcp-auto-ui";
import { addWords } from "../../../../pkg/words/words.js";
import { Workspace } from "../../../../pkg/workspace/workspace.js";

const use = (id, name, input = {}) => ({ type: "tool_use", id, name, input });

/**
 * A model that is told what to say while it is asked: `kit.model.says(blocks)` ends the request under way or to come, and
 * `kit.model.writes(text)` is heard before. Each request waits until something is said.
 */
function toldModel() {
	const replies = [];
	let [ask, options] = [];
	const give = () => {
		if (!ask || replies.length === 0) return;
		const reply = replies.shift();
		if (typeof reply === "string") options.onDelta?.({ type: "text", text: reply });
		else if (reply.reasoning) options.onDelta?.({ type: "reasoning", text: reply.reasoning });
		else {
			const done = ask;
			ask = undefined;
			done(reply);
		}
		give();
	};
	const push = (reply) => {
		replies.push(reply);
		give();
	};
	const asked = [];
	return {
		name: "told",
		model: "told-1",
		asked,
		writes: push,
		thinks: (reasoning) => push({ reasoning }),
		says: (text) => push({ content: [{ type: "text", text }] }),
		calls: (...calls) => push({ content: calls.map(([id, name, input]) => use(id, name, input)) }),
		fails: (message) => push({ failure: message }),
		chat: (messages, tools, given) =>
			new Promise((resolve, reject) => {
				asked.push({ messages, tools: tools.map(({ name }) => name) });
				given.signal?.addEventListener("abort", () => {
					ask = undefined;
					reject(given.signal.reason);
				});
				options = given;
				ask = ({ content, failure }) =>
					failure
						? reject(new Error(failure))
						: resolve({ content, stopReason: "end_turn", usage: { input_tokens: 1200, output_tokens: 34 } });
				give();
			}),
	};
}

/** A server of the page with a tool that reads, one that may change something and one that fails. */
function desk() {
	const server = createWebMcpServer("desk", { description: "A desk" });
	const calls = [];
	const tool = (name, annotations, properties = {}) =>
		server.addTool({
			name,
			description: `Does ${name}.`,
			inputSchema: { type: "object", properties },
			annotations,
			execute: (args) => {
				calls.push([name, args]);
				if (name === "fail") throw new Error("it is broken");
				return { did: name, ...args };
			},
		});
	tool("look", { readOnlyHint: true }, { place: { type: "string", title: "Place" } });
	tool("pay", { destructiveHint: true }, { amount: { type: "number", title: "Amount" } });
	tool("fail", {});
	return { server, calls };
}

/** A workspace whose model says what it is told; `ready` is awaited. */
async function talking(options = {}) {
	await init();
	const model = toldModel();
	const { server, calls } = desk();
	const workspace = new Workspace({ servers: [autoui, server], ...options });
	Object.defineProperty(workspace.model, "provider", { get: () => model });
	await workspace.ready;
	workspace.model.state = { phase: "ready" };
	return { workspace, model, calls };
}

/** A conversation of so many messages, wish after answer. */
function messages(count) {
	return Array.from({ length: count }, (_, at) => ({
		id: `m${at}`,
		parent: at === 0 ? undefined : `m${at - 1}`,
		at,
		text: `Message ${at} with **some** words that a person may read, and a [link](https://a.example/).`,
		...(at % 2 === 0 ? { role: "person" } : { role: "agent", steps: [], state: "done", widgets: [], ms: 100 }),
	}));
}

export function installed(more) {
	window.kit = { ...more, addWords, Workspace, talking, messages };
}
