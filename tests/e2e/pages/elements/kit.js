/** Hands the test what a page would make: workspaces, and models that say what they are told. Nothing here defines a tag. */
import { autoui, createCanvasVanilla, createWebMcpServer, init, mountCanvas } from "webmcp-auto-ui";
import { addWords } from "../../../../pkg/words/words.js";
import { Workspace } from "../../../../pkg/workspace/workspace.js";
import { toldModel } from "./told.js";

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
	const made = { autoui, createCanvasVanilla, init, mountCanvas };
	window.kit = { ...more, ...made, addWords, Workspace, talking, messages };
}
