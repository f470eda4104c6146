/** What the package's main entry offers, with sound arguments. */
import * as kit from "../../../pkg/index.js";
import { Element, provider, remoteTool, url } from "./doubles.mjs";
import * as sound from "./sound.mjs";
import { used } from "./used.mjs";

const { few, layer, message, modelTool, recipe, run, schema, schemaOptions, signal, tool } = sound;
const none = () => ({});
const asked = (made) => made.chat([message()], [modelTool()], {});
const page = () => ({ container: new Element() });
const panes = () => ({
	panes: [{ id: "a", weight: 2, folded: false, saved: { x: 1, y: 1, width: 9, height: 9 } }],
	area: { width: 1000, height: 600 },
});
const prompted = () => ({ layers: [layer()], options: { providerKind: "generic" } });
const offered = () => ({ layers: [layer()], options: schemaOptions() });

export const MAIN = {
	// Runs.
	init: "is walked before it has loaded anything",
	runAgentLoop: () => ({ wish: "hi", options: run() }),
	resumeAgentLoop: async () => ({
		from: await sound.paused(),
		options: few(),
		decisions: [{ id: "1", approved: true, reason: "r" }],
	}),
	createSession: used(
		async () => ({ options: few(), saved: await sound.paused() }),
		(session) => session.run("hi"),
	),
	warmUp: () => ({ options: { ...few(), provider: new kit.WasmProvider(sound.wasm()) } }),
	AgentRun: used(() => ({ own: Symbol("own"), begun: undefined }), undefined, "invalid_argument"),
	AgentSession: used(() => ({ own: Symbol("own"), raw: {}, options: {} }), undefined, "invalid_argument"),
	// Servers, canvases and what shows them.
	createWebMcpServer: () => ({
		name: "s",
		options: { description: "d", allowUrl: () => true, maxDataUrlLength: 5 },
	}),
	autoui: "is walked as a server",
	createCanvasVanilla: none,
	createCanvas: used(
		() => ({ canvas: sound.canvas() }),
		(canvas) => canvas.effect(() => undefined)(),
	),
	createBus: none,
	bus: "is walked as a bus",
	proposeWishes: () => ({
		container: new Element(),
		propose: () => undefined,
		options: { actions: ["submit"] },
	}),
	setMapTiles: () => ({ tiles: { url: "/{z}/{x}/{y}.png", attribution: "a", maxZoom: 9 } }),
	registerPack: () => ({
		server: kit.createWebMcpServer("s"),
		pack: { name: "p", recipes: [sound.widget], load: () => () => undefined },
	}),
	addWidgetWords: () => ({ language: "pt", words: { Copy: "Copiar" } }),
	nativeWidgets: "is a list; its renderers draw in a document: see tests/e2e/widgets.test.mjs",
	mountCanvas: () => ({
		...page(),
		canvas: sound.canvas(),
		servers: [sound.drawing()],
		options: { bus: kit.createBus(), edit: false, query: () => [] },
	}),
	mountToolbar: () => ({ ...page(), canvas: sound.canvas() }),
	weightsOf: () => ({ count: 4 }),
	tilingLayout: () => ({ ...panes(), ratio: 0.5 }),
	floatingLayout: () => panes(),
	stackLayout: () => ({ ...panes(), single: "a" }),
	mountWidget: () => ({ ...page(), type: "note", data: { a: 1 }, servers: [sound.drawing()] }),
	createWidgetPreview: () => ({ ...page(), servers: [sound.drawing()] }),
	createTraceObserver: used(
		() => ({ target: { addWidget: () => ({ id: "w" }), updateWidget: () => true } }),
		(observer) => observer.flush(),
	),
	// Layers and tools.
	buildSystemPrompt: prompted,
	buildSystemPromptWithAliases: prompted,
	buildDiscoveryTools: offered,
	buildDiscoveryToolsWithAliases: offered,
	buildToolsFromLayers: offered,
	flattenedPaths: () => ({ layers: [layer()] }),
	activateServerTools: () => {
		const one = layer();
		return { current: [modelTool()], layer: one, options: { ...schemaOptions(), layers: [one] } };
	},
	resolveCanonicalTools: () => ({ tools: [tool()] }),
	toProviderTools: () => ({ tools: [tool()], options: schemaOptions() }),
	fromMcpTools: () => ({ tools: [remoteTool()], options: schemaOptions() }),
	sanitizeServerName: () => ({ name: "s" }),
	buildDiscoveryCache: () => ({ layers: [layer()] }),
	DiscoveryCache: used(
		() => ({ servers: [sound.known()] }),
		(cache) => [
			cache.allTools(),
			cache.allRecipes(),
			cache.browsableToolCount,
			cache.resolve("s", "list_tools"),
		],
	),
	runDiagnostics: () => ({
		layers: [layer()],
		tools: [modelTool()],
		prompt: "a_mcp_b",
		options: schemaOptions(),
	}),
	groupToolsByServer: () => ({ tools: [{ ...modelTool(), server: "s" }] }),
	formatToolSchema: () => ({ schema: schema() }),
	createToolGroup: () => ({ name: "g" }),
	NATIVE_WIDGET_NAMES: "is data",
	DISCOVERY_TOOL_NAMES: "is data",
	// Recipes.
	parseFrontmatter: () => ({ text: sound.widget }),
	parseRecipe: () => ({ raw: sound.widget, fileKey: "r.md" }),
	parseRecipes: () => ({ files: { "r.md": sound.widget } }),
	recipeToMarkdown: () => ({ recipe: recipe() }),
	recipeToDownloadBlob: () => ({ recipe: recipe() }),
	createRecipeRegistry: none,
	recipeRegistry: "is walked as a recipe registry",
	registerRecipes: () => ({ recipes: [recipe()] }),
	filterRecipes: () => ({ recipes: [recipe()], query: "r" }),
	sortRecipes: () => ({ recipes: [recipe(), recipe()] }),
	filterRecipesByServer: () => ({ recipes: [recipe()], serverName: "s", aliases: { s: ["t"] } }),
	formatRecipesForPrompt: () => ({ recipes: [recipe()] }),
	formatMcpRecipesForPrompt: () => ({ recipes: [recipe()], serverName: "s" }),
	parseRecipesFromToolResponse: () => ({
		result: { content: [{ type: "text", text: "[]" }], structuredContent: [recipe()] },
	}),
	// Schemas and JSON.
	validateJsonSchema: () => ({ value: { n: 1 }, schema: schema(), path: "" }),
	compileJsonSchema: used(
		() => ({ schema: schema(), options: { assertFormats: true } }),
		(compiled) => compiled.validate({}),
	),
	sanitizeSchema: () => ({ schema: schema() }),
	sanitizeSchemaWithReport: () => ({ schema: schema() }),
	flattenSchema: () => ({ schema: schema() }),
	unflattenParams: () => ({ params: { a__b: 1 }, pathMap: { a__b: ["a", "b"] } }),
	autoRepairParams: () => ({ input: { n: "1" }, schema: schema(), tool: "t" }),
	loadFullValidator: none,
	createPartialJson: none,
	jsonResult: () => ({ value: { a: 1 } }),
	textResult: () => ({ text: "hi" }),
	// Models.
	RemoteLLMProvider: used(() => ({ options: sound.remote() }), asked),
	AnthropicProvider: "is RemoteLLMProvider",
	LocalLLMProvider: used(() => ({ options: sound.local() }), asked),
	WasmProvider: used(() => ({ options: sound.wasm() }), asked),
	GemmaProvider: "is WasmProvider",
	createProvider: used(() => ({ options: { type: "local", ...sound.local() } }), asked),
	withRateLimit: used(
		() => ({ provider: provider(), limit: { requestsPerMinute: 1e6, tokensPerMinute: 1e6 } }),
		asked,
	),
	capabilitiesOf: () => ({ format: "openai", model: "m", known: { tools: true } }),
	parseToolCalls: () => ({ text: "hi", format: "auto" }),
	listCachedModels: none,
	clearModelCache: () => ({ url: "https://models.example/x.gguf" }),
	clearAllModelCaches: none,
	MODEL_ALIASES: "is data",
	MODEL_CAPABILITIES: "is data",
	MODEL_PRESETS: "is data",
	recommendModel: () => ({ options: { among: ["qwen-1.5b"] } }),
	// Histories, memories, journals.
	compressOldToolResults: () => ({
		messages: [message()],
		options: { preview: 5, threshold: 5, keepLast: 1, results: new Map([["1", "r"]]) },
	}),
	trustOwnScripts: () => ({}),
	trimConversationHistory: () => ({ messages: [message()], maxTokens: 100 }),
	estimateTokens: () => ({ text: "hi" }),
	truncateResult: () => ({ result: "[1,2,3]", maxLength: 4 }),
	summarizeChat: () => ({
		options: {
			messages: [message()],
			provider: provider(),
			toolsUsed: ["t"],
			mcpServers: ["s"],
			skillsReferenced: ["k"],
			signal: signal(),
		},
	}),
	ContextRAG: used(
		() => ({
			options: {
				embedder: { embed: async (texts) => texts.map((_, place) => [1, place]) },
				maxChunkChars: 100,
				topK: 5,
				minScore: 0.5,
				budgetChars: 100,
				maxChunks: 5,
			},
			saved: { version: 1, chunks: [{ text: "t", tool: "", query: "", id: "" }] },
		}),
		async (memory) => [memory.size, memory.toJSON(), await memory.query("t"), memory.clear()],
	),
	createMemoryJournal: none,
	createIndexedDBJournal: () => ({ name: "run" }),
	// MCP.
	McpClient: used(
		() => ({
			url,
			options: {
				headers: { a: "b" },
				clientName: "c",
				clientVersion: "1",
				timeouts: { connectMs: 5000, callMs: 5000, totalMs: 5000 },
				era: "legacy",
				probe: true,
				maxReplyBytes: 10_000,
				elicit: () => ({ action: "cancel" }),
				sample: () => ({}),
				roots: () => [],
				extensions: { a: {} },
				auth: { authorization: async () => undefined, authorize: async () => false },
				fetch: (...call) => fetch(...call),
			},
		}),
		(client) => client.connect(),
	),
	McpMultiClient: none,
	// Around the loop.
	dispatchAndWait: () => ({
		event: "ask",
		detail: { a: 1 },
		options: { timeout: 20, successValue: 1, target: sound.answering(), signal: signal() },
	}),
	signalCompletion: () => ({ name: "x", detail: 1, target: new EventTarget() }),
	PipelineTrace: none,
	TokenTracker: used(
		() => ({ now: () => 5 }),
		(tracker) => tracker.record({ input_tokens: 1 }),
	),
	WebMcpError: () => ({ code: "network", message: "m", details: { a: 1 } }),
};
