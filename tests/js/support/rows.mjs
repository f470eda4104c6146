/**
 * All that a page can call: who has it (`of`, made anew for each call), and for each function sound arguments by the names of
 * its parameters, or why it has none.
 */
import * as aiSdk from "../../../pkg/adapters/ai-sdk/index.js";
import * as embedder from "../../../pkg/embedder/index.js";
import * as node from "../../../pkg/hosts/node.js";
import * as worker from "../../../pkg/hosts/service-worker.js";
import * as kit from "../../../pkg/index.js";
import * as mcp from "../../../pkg/mcp/index.js";
import * as mcpAuth from "../../../pkg/mcp-auth/index.js";
import * as browserModel from "../../../pkg/browser-model/index.js";
import * as litert from "../../../pkg/litert/index.js";
import * as proxy from "../../../pkg/proxy/index.js";
import * as toolApi from "../../../pkg/tool-api/index.js";
import * as vegaPack from "../../../pkg/packs/vega-lite/index.js";
import * as wllama from "../../../pkg/wllama/index.js";
import { APP_ROWS } from "./apps-rows.mjs";
import { Element, provider, url } from "./doubles.mjs";
import { BUSES } from "./rows-bus.mjs";
import { DOORS } from "./rows-doors.mjs";
import { DATA } from "./rows-data.mjs";
import { ELEMENTS } from "./rows-elements.mjs";
import { FRAMEWORKS } from "./rows-frameworks.mjs";
import { MAIN } from "./rows-main.mjs";
import { SHARE } from "./rows-share.mjs";
import * as sound from "./sound.mjs";
import { used } from "./used.mjs";

const { message, modelTool, recipe, signal } = sound;
const none = () => ({});
const chat = () => sound.chat();
const asked = (made) => made.chat([message()], [modelTool()], {});
/** What is told to a listener shows when its timer or frame is due. */
const later = () => new Promise((resolve) => setTimeout(resolve, 2));
const observer = () => kit.createTraceObserver({ addWidget: () => ({ id: "w" }), updateWidget: () => true });
const signalled = () => ({ options: { signal: signal() } });
const calling = () => ({
	options: { signal: signal(), timeoutMs: 5000, onProgress: () => undefined, isSafe: true },
});
const journal = { append: () => ({ entry: { type: "said", text: "hi" } }), entries: none, clear: none };
const signingIn = () => ({
	redirectUrl: "https://page.example/callback",
	client: { id: "c" },
	open: (address) =>
		`https://page.example/callback?error=access_denied&state=${address.searchParams.get("state")}`,
});
const storage = () => ({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
const stored = { append: used(journal.append, undefined, "unsupported") };
for (const name of ["entries", "clear"]) stored[name] = used(none, undefined, "unsupported");

async function connected() {
	const made = new kit.McpMultiClient();
	await made.addServer(url);
	return made;
}

async function remembering() {
	const made = new kit.ContextRAG();
	await made.ingest("A text.");
	return made;
}

async function loaded(runtime, source) {
	const made = runtime.open();
	await made.load(source, { contextSize: 5 });
	return made;
}

function arrived() {
	const json = kit.createPartialJson();
	json.push("[1]");
	return json;
}

let count = 0;
/** A name that nobody has yet. */
const fresh = () => `n${++count}`;

/** What serves in Node, whatever it serves. */
const NODE = {
	serveModelProxy: used(
		() => ({ proxy: async () => new Response(), options: { port: 0, host: "127.0.0.1" } }),
		(served) => served.close(),
	),
	serveToolApi: used(
		() => ({ api: toolApi.createToolApi(sound.toolApi()), options: { port: 0, host: "127.0.0.1" } }),
		(served) => served.close(),
	),
	nodeHandler: () => ({ proxy: async () => new Response(), bound: "loopback" }),
};

export const ROWS = {
	"webmcp-auto-ui": { of: () => kit, rows: MAIN },
	...APP_ROWS,
	"webmcp-auto-ui/mcp/auth": {
		of: () => mcpAuth,
		rows: {
			createMcpAuth: used(
				() => ({ options: signingIn() }),
				(auth) => auth.authorization(url),
			),
			finishMcpSignIn: () => ({ callbackUrl: "https://page.example/callback" }),
			webStore: used(
				() => ({ storage: storage() }),
				(store) => store.get("x"),
			),
		},
	},
	"what signs in to MCP servers": {
		of: () => mcpAuth.createMcpAuth(signingIn()),
		rows: {
			authorization: () => ({ serverUrl: url, signal: signal() }),
			authorize: used(
				() => ({
					refusal: { serverUrl: url, status: 401, wwwAuthenticate: "Bearer", sent: "x", signal: signal() },
				}),
				undefined,
				"unauthorized",
			),
			prepare: none,
			complete: () => ({ callbackUrl: "https://page.example/callback" }),
			signOut: () => ({ serverUrl: url }),
		},
	},
	"webmcp-auto-ui/mcp": {
		of: () => mcp,
		rows: { McpClient: MAIN.McpClient, McpMultiClient: MAIN.McpMultiClient, WebMcpError: MAIN.WebMcpError },
	},
	"ContextRAG itself": {
		of: () => kit.ContextRAG,
		rows: {
			fromJSON: used(
				() => ({ saved: { version: 1, chunks: [] }, options: { topK: 5 } }),
				(memory) => memory.query("t"),
			),
		},
	},
	"a server": {
		of: () => kit.createWebMcpServer("s"),
		rows: {
			registerWidget: () => ({ recipe: sound.widget.replaceAll("note", fresh()), renderer: () => undefined }),
			unregisterWidget: () => ({ name: "note" }),
			addTool: () => ({ tool: { ...sound.tool(), name: fresh() } }),
			executeTool: () => ({ name: "list_recipes", args: {}, ...signalled() }),
			layer: none,
			getWidget: () => ({ name: "note" }),
			listWidgets: none,
			subscribe: () => ({ listener: () => undefined }),
			attachCanvas: () => ({ canvas: sound.canvas() }),
			detachCanvas: none,
		},
	},
	"a server's layer": {
		of: () => kit.createWebMcpServer("s").layer(),
		rows: { checkWidget: () => ({ type: "note", data: {} }), mendWidget: () => ({ args: {} }) },
	},
	"a tool of a server's layer": {
		of: () =>
			kit
				.createWebMcpServer("s")
				.layer()
				.tools.find(({ name }) => name === "list_recipes"),
		rows: { execute: () => ({ args: {}, ...signalled() }) },
	},
	"a native widget": {
		of: () => kit.autoui.getWidget("stat"),
		rows: { renderer: "draws in a document: see tests/e2e/widgets.test.mjs" },
	},
	"a canvas": {
		of: sound.canvas,
		rows: {
			addWidget: () => ({ type: "t", data: { a: 1 }, options: { serverName: "s" } }),
			addBlock: () => ({ type: "t", data: { a: 1 } }),
			updateWidget: () => ({ id: "w", patch: { a: 1 } }),
			updateBlock: () => ({ id: "w", patch: { a: 1 } }),
			moveWidget: () => ({ id: "w", x: 1, y: 1 }),
			resizeWidget: () => ({ id: "w", width: 1, height: 1 }),
			styleWidget: () => ({ id: "w", styles: { color: "red" } }),
			removeWidget: () => ({ id: "w" }),
			removeBlock: () => ({ id: "w" }),
			moveBlock: () => ({ fromId: "w", toId: "v" }),
			clear: none,
			clearBlocks: none,
			setBlocks: () => ({ blocks: [{ type: "t", data: { a: 1 }, id: "w", serverName: "s" }] }),
			subscribe: () => ({ listener: () => undefined }),
			getSnapshot: none,
			act: () => ({ action: { action: "move", id: "w", params: { x: 1, y: 1 } }, actor: "agent" }),
			undo: () => ({ who: { by: "agent" } }),
			redo: () => ({ who: { by: "agent" } }),
			travel: () => ({ to: 0 }),
			forgetHistory: none,
			transact: () => ({ work: () => undefined, details: { actor: "agent", label: "l" } }),
			select: () => ({ ids: ["w"] }),
			raise: () => ({ id: "w" }),
			lower: () => ({ id: "w" }),
			lock: () => ({ id: "w" }),
			unlock: () => ({ id: "w" }),
			group: () => ({ ids: ["w", "v"] }),
			ungroup: () => ({ ids: ["w"] }),
			link: () => ({ ids: ["w", "v"], group: "g" }),
			unlink: () => ({ id: "w", group: "g" }),
			setLayout: () => ({ layout: "grid" }),
		},
	},
	"a bus": {
		of: () => kit.createBus(),
		rows: {
			register: () => ({
				...{ id: "p", type: "t", channels: ["c"], handler: () => undefined },
				listening: { whenBusy: "queue", origin: "l" },
			}),
			send: () => ({ from: "a", to: "b", channel: "c", payload: 1 }),
			broadcast: () => ({ from: "a", channel: "c", payload: 1, telling: { retain: true } }),
			request: used(
				() => ({
					...{ from: "a", to: "b", channel: "c", payload: 1 },
					options: { timeoutMs: 5, signal: new AbortController().signal },
				}),
				undefined,
				"not_found",
			),
			subscribe: () => ({
				...{ channels: ["c"], handler: () => undefined },
				listening: { whenBusy: "queue" },
			}),
			use: () => ({ step: (message) => message }),
			watch: () => ({ listener: () => undefined }),
			watchPeers: () => ({ listener: () => undefined }),
			listRetained: none,
			deliver: () => ({
				message: {
					...{ from: "a", to: "*", channel: "c", payload: 1, timestamp: 1 },
					...{ origin: { link: "l", id: "i", hops: 1 }, asks: true, retained: true },
				},
				options: { onAnswer: () => undefined },
			}),
			link: () => ({ ids: ["a", "b"], groupId: "g" }),
			unlink: () => ({ id: "a", groupId: "g" }),
			getLinks: () => ({ id: "a" }),
			getGroup: () => ({ groupId: "g" }),
			hasLinks: () => ({ id: "a" }),
			listPeers: none,
		},
	},
	"a recipe registry": {
		of: kit.createRecipeRegistry,
		rows: {
			get: () => ({ id: "r" }),
			getAll: none,
			has: () => ({ id: "r" }),
			register: () => ({ recipes: [recipe()] }),
		},
	},
	"a session": {
		of: async () => kit.createSession(sound.few(), await sound.paused()),
		rows: {
			run: () => ({ wish: "hi", options: sound.few() }),
			resume: () => ({ decisions: [{ id: "1", approved: true, reason: "r" }], options: sound.few() }),
			steer: () => ({ text: "hi" }),
			queue: () => ({ text: "hi" }),
			toJSON: none,
		},
	},
	"a run": {
		of: () => kit.runAgentLoop("hi", sound.few()),
		rows: {
			steer: () => ({ text: "hi" }),
			queue: () => ({ text: "hi" }),
			// biome-ignore lint/suspicious/noThenProperty: it is what a run has
			then: () => ({ resolved: () => undefined, rejected: () => undefined }),
			catch: () => ({ rejected: () => undefined }),
			finally: () => ({ settled: () => undefined }),
		},
	},
	"a run that cannot begin": {
		of: () => {
			const run = kit.runAgentLoop(5, 5);
			run.catch(() => undefined);
			return { steer: (text) => run.steer(text), queue: (text) => run.queue(text) };
		},
		rows: { steer: () => ({ text: "hi" }), queue: () => ({ text: "hi" }) },
	},
	"an MCP client": {
		of: () => new kit.McpClient(url),
		rows: {
			connect: signalled,
			listTools: signalled,
			listResources: signalled,
			listResourceTemplates: signalled,
			listPrompts: signalled,
			readResource: () => ({ uri: "db://a", ...calling() }),
			watchResource: () => ({ uri: "db://a", on: true, ...signalled() }),
			getPrompt: () => ({ name: "p", args: { a: "b" }, ...calling() }),
			complete: () => ({
				of: { type: "ref/prompt", name: "p" },
				argument: { name: "a", value: "b" },
				typed: { c: "d" },
				...calling(),
			}),
			setLogLevel: () => ({ level: "info", ...signalled() }),
			subscribe: () => ({ listener: () => undefined }),
			callTool: () => ({ name: "who", args: { n: 1 }, ...calling() }),
			request: () => ({ method: "ping", params: { a: 1 }, ...calling() }),
			resumeTask: () => ({ taskId: "t", ...calling() }),
			layer: signalled,
			serverInfo: none,
			disconnect: none,
		},
	},
	"a client of several MCP servers": {
		of: connected,
		rows: {
			addServer: () => ({ url, options: { headers: { a: "b" }, signal: signal() } }),
			removeServer: () => ({ url }),
			listServers: none,
			clientOf: () => ({ url }),
			layers: none,
			callToolOn: () => ({ urlOrName: url, name: "who", args: { n: 1 }, ...signalled() }),
			disconnectAll: none,
		},
	},
	"a journal in memory": { of: kit.createMemoryJournal, rows: journal },
	"a journal in IndexedDB": { of: () => kit.createIndexedDBJournal("run"), rows: stored },
	"a discovery cache": {
		of: () => new kit.DiscoveryCache([sound.known()]),
		rows: {
			register: () => ({ name: "t", known: sound.known() }),
			has: () => ({ name: "s", protocol: "mcp" }),
			clear: none,
			serverPrefixes: none,
			allRecipes: none,
			allTools: none,
			recipesFor: () => ({ name: "s", protocol: "mcp" }),
			resolve: () => ({ name: "s", tool: "list_tools", params: {}, protocol: "mcp" }),
			toJSON: none,
		},
	},
	"a memory": {
		of: remembering,
		rows: {
			ingest: () => ({ text: "A text.", source: { tool: "t", query: "q", id: "1" } }),
			query: () => ({ text: "text" }),
			buildContext: () => ({ text: "text" }),
			clear: none,
			toJSON: none,
		},
	},
	"JSON that has arrived": { of: arrived, rows: { push: () => ({ delta: " " }), finish: none } },
	"a compiled schema": {
		of: () => kit.compileJsonSchema(sound.schema()),
		rows: {
			validate: () => ({ value: { n: 1 }, path: "" }),
			validateText: () => ({ json: '{"n":1}', path: "" }),
		},
	},
	"a remote model": {
		of: () => new kit.RemoteLLMProvider(sound.remote()),
		rows: { chat, setModel: () => ({ model: "m" }) },
	},
	"a local model": { of: () => new kit.LocalLLMProvider(sound.local()), rows: { chat } },
	"a model of the page": {
		of: () => new kit.WasmProvider(sound.wasm()),
		rows: {
			chat,
			initialize: none,
			dispose: none,
			adapt: () => ({ adapters: [] }),
		},
	},
	"a limited model": {
		of: () => kit.withRateLimit(provider(), { requestsPerMinute: 1e6, tokensPerMinute: 1e6 }),
		rows: { chat },
	},
	"a trace": {
		of: () => new kit.PipelineTrace(),
		rows: {
			add: () => ({ step: "s", tool: "t", detail: "d", level: "warn" }),
			onTrace: () => ({ line: "[x] y" }),
			summary: none,
			clear: none,
		},
	},
	"a token tracker": {
		of: () => new kit.TokenTracker(),
		rows: {
			record: () => ({
				usage: { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: 1 },
				latencyMs: 1,
			}),
			recordEstimate: () => ({ promptChars: 1, outputChars: 1, latencyMs: 1 }),
			subscribe: () => ({ listener: () => undefined }),
			reset: none,
		},
	},
	"a tool group": {
		of: () => kit.createToolGroup("g"),
		rows: { register: () => ({ tool: sound.tool(), register: () => undefined }), abort: none },
	},
	"a trace observer": { of: observer, rows: { flush: none, stop: none } },
	"a trace observer's callbacks": {
		of: () => observer().callbacks,
		rows: {
			onEvent: used(
				() => ({ event: { type: "tool-end", call: { id: "1", name: "x", result: "r", elapsed: 1 } } }),
				later,
			),
		},
	},
	"a preview": {
		of: () => kit.createWidgetPreview(new Element(), [sound.drawing()]),
		rows: {
			onEvent: used(
				() => ({
					event: { type: "tool-input-delta", id: "1", name: "s_webmcp_widget_display", delta: "{}" },
				}),
				later,
			),
			clear: none,
		},
	},
	"webmcp-auto-ui/ai-sdk": {
		of: () => aiSdk,
		rows: {
			fromLanguageModel: used(
				() => ({
					model: sound.sdkModel(),
					options: { providerOptions: { mock: { a: 1 } }, headers: { a: "b" } },
				}),
				asked,
			),
		},
	},
	"a model of the AI SDK": { of: () => aiSdk.fromLanguageModel(sound.sdkModel()), rows: { chat } },
	"webmcp-auto-ui/browser-model": {
		of: () => browserModel,
		rows: {
			BrowserModelProvider: used(
				() => ({ options: { onDownload: () => true, onProgress: () => undefined } }),
				(made) => made.initialize(),
				"unsupported",
			),
		},
	},
	"the browser's own model": {
		of: () => new browserModel.BrowserModelProvider({}),
		rows: {
			chat: used(chat, undefined, "unsupported"),
			initialize: used(none, undefined, "unsupported"),
			dispose: none,
		},
	},
	"webmcp-auto-ui/embedder": {
		of: () => embedder,
		rows: {
			createWorkerEmbedder: used(
				() => ({ options: sound.embedding() }),
				(made) => made.load(),
			),
		},
	},
	"an embedder": {
		of: () => embedder.createWorkerEmbedder(sound.embedding()),
		rows: { load: none, embed: () => ({ texts: ["a"], ...signalled() }), dispose: none },
	},
	"webmcp-auto-ui/litert": {
		of: () => litert,
		rows: {
			liteRt: used(
				() => ({ options: sound.litert() }),
				(made) => loaded(made, "https://models.example/x.litertlm"),
			),
		},
	},
	"Google's runtime": { of: () => litert.liteRt(sound.litert()), rows: { open: none } },
	"a model of Google's runtime": {
		of: () => loaded(litert.liteRt(sound.litert()), "https://models.example/x.litertlm"),
		rows: { chat, load: sound.loading("https://models.example/x.litertlm"), dispose: none },
	},
	"webmcp-auto-ui/wllama": {
		of: () => wllama,
		rows: {
			wllama: used(
				() => ({ options: sound.wllama() }),
				(made) => loaded(made, new Blob(["GGUF"])),
			),
		},
	},
	"wllama's runtime": { of: () => wllama.wllama(sound.wllama()), rows: { open: none } },
	"a model of wllama": {
		of: () => loaded(wllama.wllama(sound.wllama()), new Blob(["GGUF"])),
		rows: { chat, load: sound.loading(new Blob(["GGUF"])), dispose: none },
	},
	"webmcp-auto-ui/packs/vega-lite": { of: () => vegaPack, rows: { vegaLite: "is a pack" } },
	"webmcp-auto-ui/proxy": {
		of: () => proxy,
		rows: { createModelProxy: () => ({ options: sound.proxy() }) },
	},
	"a proxy": {
		of: () => ({ ask: proxy.createModelProxy(sound.proxy()) }),
		rows: { ask: () => ({ request: new Request("https://proxy.example/api/up"), bound: "loopback" }) },
	},
	"webmcp-auto-ui/proxy/node": { of: () => node, rows: NODE },
	"webmcp-auto-ui/tool-api/node": { of: () => node, rows: NODE },
	"webmcp-auto-ui/tool-api": {
		of: () => toolApi,
		rows: {
			createToolApi: () => ({ options: sound.toolApi() }),
			asDocumented: "is data",
			toolsFrom: () => ({
				source: sound.layer(),
				client: { callTool: async () => ({ content: [] }) },
				guard: { run: async () => ({ result: 1 }) },
			}),
			answerFromPage: () => ({ api: toolApi.createToolApi(sound.toolApi()), worker: new EventTarget() }),
		},
	},
	"a tool API": {
		of: () => toolApi.createToolApi(sound.toolApi()),
		rows: {
			match: () => ({ request: new Request("https://x.example/x/tools") }),
			fetch: () => ({ request: new Request("https://x.example/x/tools") }),
			handle: () => ({
				request: {
					method: "POST",
					path: "/x/tools/who/call",
					headers: { a: "b" },
					body: "{}",
					signal: signal(),
				},
			}),
		},
	},
	"webmcp-auto-ui/tool-api/service-worker": {
		of: () => worker,
		rows: {
			serveFromPages: () => ({
				options: { prefix: "/x", findMs: 1, answerMs: 1, bodyBytes: 1, pages: async () => [] },
			}),
		},
	},
	...BUSES,
	...DOORS,
	...SHARE,
	...DATA,
	...ELEMENTS,
	...FRAMEWORKS,
};

/** Problems that are none of the package's, each as the walk tells it, and why. */
export const EXCUSED = [
	// As of every Error, the platform makes a text of the message, before the class can look at it.
	/^WebMcpError, message = /,
	// Only the system knows whether a name is a host's; its error says which it did not find.
	/^serve(?:ModelProxy|ToolApi), options\.host = a text: throws Error: getaddrinfo /,
	// A renderer's data is a private copy of JSON by its own type, which throws nowhere.
	/^renderer, data.*: throws \w*Error: /,
	// Without a library of the page's it is wllama itself, which wants a browser.
	/^wllama, options\.library = \w+: throws Error: No supported storage/,
];
