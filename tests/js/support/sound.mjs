/** Sound values for what functions take: whole, so that each of their fields can be replaced by a wrong one. */
import * as kit from "../../../pkg/index.js";
import { AnsweringWorker, LLAMA, provider, remoteTool, url } from "./doubles.mjs";

const nothing = () => undefined;
export const signal = () => new AbortController().signal;
export const message = () => ({ role: "user", content: [{ type: "text", text: "hi" }] });
export const recipe = () => ({
	id: "r",
	name: "r",
	description: "d",
	when: "always",
	components_used: ["stat"],
	servers: ["s"],
	body: "# r",
});
export const schema = () => ({ type: "object", properties: { n: { type: "number" } }, required: ["n"] });
export const tool = () => ({ ...remoteTool(), execute: nothing });
/** A tool as a model gets it. */
export const modelTool = () => ({ name: "s_mcp_who", description: "Tells.", input_schema: schema() });
export const layer = () => ({
	protocol: "webmcp",
	serverName: "desk",
	description: "A desk.",
	tools: [tool()],
	recipes: [{ name: "r", description: "d", body: "# r" }],
});
/** What is known of a server. */
export const known = () => ({ protocol: "mcp", prefix: "s", recipes: [recipe()], tools: [remoteTool()] });
export const schemaOptions = () => ({
	sanitize: true,
	flatten: false,
	strict: false,
	onSchemaPatch: nothing,
});
export const widget = "---\nwidget: note\ndescription: d\nschema:\n  type: object\n---\n# note";

/** Options of a run, of those that are read on this side of the core. */
export const few = () => ({
	provider: provider(),
	layers: [layer()],
	initialMessages: [message()],
	callbacks: { onEvent: nothing },
	signal: signal(),
	maxIterations: 2,
});

/** Options of a run, every one of them. */
export const run = () => ({
	...few(),
	client: { callTool: async () => ({ content: [] }) },
	systemPrompt: "Be brief.",
	promptKind: "generic",
	maxRepeats: 2,
	maxTokens: 10,
	temperature: 0,
	topK: 1,
	cacheEnabled: true,
	truncateResults: true,
	maxResultLength: 10,
	compressHistory: true,
	maxHistoryTokens: 1000,
	countTokens: () => 1,
	ragResidueSize: 10,
	contextRAG: { ingest: async () => 1, buildContext: async () => "" },
	schemaOptions: schemaOptions(),
	discoveryCache: { toJSON: () => [] },
	toolConcurrency: 1,
	toolTimeout: 1000,
	budget: { tokens: 1000, usd: 1, toolCalls: 5, ms: 60_000 },
	prices: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
	prepareStep: nothing,
	stopWhen: [() => false],
	needsApproval: ["x"],
	journal: { append: async () => undefined },
});

/** What a run that waits for the person leaves behind. */
export async function paused() {
	const call = { type: "tool_use", id: "1", name: "desk_webmcp_who", input: {} };
	const asking = { ...provider(), chat: async () => ({ content: [call], stopReason: "tool_use" }) };
	const options = { provider: asking, layers: [layer()], needsApproval: "always" };
	return (await kit.runAgentLoop("go", options)).state;
}

/** What a model is asked. */
export const chat = () => ({
	messages: [
		message(),
		{
			role: "assistant",
			content: [
				{ type: "reasoning", text: "hm" },
				{ type: "tool_use", id: "1", name: "s_mcp_who", input: { n: 1 } },
			],
		},
		{
			role: "user",
			content: [
				{
					type: "tool_result",
					tool_use_id: "1",
					content: "me",
					images: [{ data: "AA==", mediaType: "image/png" }],
				},
				{ type: "image", data: "AA==", mediaType: "image/png" },
			],
		},
	],
	tools: [modelTool()],
	options: {
		signal: signal(),
		cacheEnabled: true,
		system: "s",
		maxTokens: 5,
		temperature: 0,
		topK: 1,
		toolChoice: { name: "s_mcp_who" },
		parallelToolCalls: true,
		onDelta: nothing,
		onToken: nothing,
		onReasoning: nothing,
		onArguments: nothing,
	},
});

const http = () => ({
	headers: { a: "b" },
	body: { x: 1 },
	maxRetries: 0,
	timeouts: { connectMs: 5000, firstByteMs: 5000, idleMs: 5000 },
	toolCallText: "auto",
	capabilities: { tools: true, contextSize: 5 },
});
export const remote = () => ({
	proxyUrl: `${url}/v1/chat/completions`,
	model: "sonnet",
	format: "openai",
	aliases: { sonnet: "gpt-x" },
	...http(),
});
export const local = () => ({ backend: "openai", model: "tiny", baseUrl: url, ...http() });
export const wasm = () => ({
	model: "https://models.example/x.litertlm",
	backend: "auto",
	runtime: {
		name: "litert",
		device: "cpu",
		open: () => ({
			load: async () => ({ contextSize: 5, stored: false }),
			chat: provider().chat,
			dispose: nothing,
		}),
	},
	presets: {
		small: { url: "https://models.example/y.litertlm", bytes: 5, license: { name: "n", url: "u" } },
	},
	onDownload: () => true,
	chatTemplate: "t",
	planner: "model",
	contextSize: 5,
	threads: 1,
	useCache: true,
	downloadIdleMs: 5,
	sha256: "00",
	onProgress: nothing,
	onStatusChange: nothing,
	onReading: nothing,
});

/** A model of the AI SDK. */
export const sdkModel = () => ({
	specificationVersion: "v3",
	provider: "mock",
	modelId: "m",
	doStream: async () => ({
		stream: ReadableStream.from([{ type: "finish", finishReason: { unified: "stop", raw: "stop" } }]),
	}),
});

export const embedding = () => ({
	model: "https://host/model/",
	dtype: "q8",
	pooling: "mean",
	runtime: "https://host/ort/",
	library: "https://host/t.js",
	downloadIdleMs: 5,
	worker: () =>
		new AnsweringWorker(({ start, texts }) => ({
			dimensions: 1,
			...(start ? {} : { vectors: new Float32Array(texts.length) }),
		})),
});

/** Options of Google's runtime. */
export const litert = () => ({
	wasm: "https://host/wasm",
	library: "https://host/l.js",
	worker: () =>
		new AnsweringWorker(({ load }) =>
			load
				? { loaded: { contextSize: 5, stored: false } }
				: { response: { content: [], stopReason: "end_turn" } },
		),
	device: "cpu",
	thinking: true,
	constrainedDecoding: true,
});

export const wllama = () => ({
	wasm: `${url}/wllama.wasm`,
	library: LLAMA,
	device: "cpu",
	threads: 1,
	template: "t",
	worker: () =>
		new AnsweringWorker(() => ({ problem: { code: "model_load", message: "There is no such file." } })),
});

/** What another runtime is told to load. */
export const loading = (source) => () => ({
	source,
	options: { contextSize: 5, keep: false, downloadIdleMs: 5, sha256: undefined, onProgress: nothing },
});

export const toolApi = () => ({
	tools: [{ name: "who", description: "Tells.", inputSchema: schema(), annotations: { readOnlyHint: true } }],
	call: async () => [[{ type: "text", text: "me" }], false, "t"],
	allowExecute: true,
	authHook: () => true,
	title: "Tools",
	project: { name: "Mine", url: "https://example.com" },
	prefix: "/x",
	limits: { bodyBytes: 100, concurrency: 2, timeoutMs: 1000 },
	security: {
		anySite: true,
		anyType: true,
		hosts: ["localhost"],
		strictJson: true,
		checkArguments: true,
		exposeErrors: true,
		toolErrorsAre200: false,
	},
	onError: nothing,
});
export const proxy = () => ({
	upstreams: {
		up: {
			format: "openai",
			url: "https://up.example/v1",
			keyStyle: "bearer",
			headers: { a: "b" },
			allowHttp: false,
			allowFields: ["service_tier"],
			allowBetas: ["b"],
			tokenField: "max_tokens",
		},
	},
	keys: { up: "k" },
	authorize: () => true,
	allowModels: { up: ["m"] },
	limits: { bodyBytes: 5, maxTokens: 5, concurrency: 5, requestsPerMinute: 5, idleMs: 5 },
	unknownFields: "drop",
	origins: ["https://app.example"],
	basePath: "/api",
	onRequest: nothing,
	fetch: async () => new Response(),
});

/** Where widgets are looked up. */
export const drawing = () => ({
	name: "s",
	getWidget: () => ({ inputSchema: { type: "object" }, renderer: nothing }),
});

/** A canvas with two widgets. */
export function canvas() {
	const made = kit.createCanvasVanilla();
	made.setBlocks([
		{ id: "w", type: "note" },
		{ id: "v", type: "note" },
	]);
	return made;
}

/** Where an event `ask` is answered. */
export function answering() {
	const target = new EventTarget();
	target.addEventListener("ask", ({ detail }) => kit.signalCompletion(detail.completionEventName, 1, target));
	return target;
}
