/** Every plain shape of the public API, once. Rust mirrors them with serde. */

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A JSON Schema (draft 2020-12), as an object. */
export type JsonSchema = { [keyword: string]: Json };

/** The closed set of codes that a {@link WebMcpError} can carry. */
export type WebMcpErrorCode =
	| "not_initialised"
	| "invalid_argument"
	| "invalid_recipe"
	| "invalid_schema"
	| "duplicate_widget"
	| "not_found"
	| "network"
	| "http"
	| "protocol"
	| "unauthorized"
	| "rate_limited"
	| "aborted"
	| "model"
	| "unsupported"
	| "internal";

/** What a renderer returns: nothing, or a function that undoes the rendering. */
export type Cleanup = () => void;

/**
 * Draws one widget.
 *
 * @param container - An empty element that belongs to this widget alone.
 * @param data - The widget's data, already checked against the widget's schema; a private copy.
 * @returns Nothing, or a function that removes listeners and timers when the widget goes.
 */
export type WidgetRenderer = (
	container: HTMLElement,
	data: JsonObject,
	// biome-ignore lint/suspicious/noConfusingVoidType: a renderer may return nothing at all
) => void | Cleanup | Promise<void | Cleanup>;

/** A tool that a local (WebMCP) server offers. */
export interface WebMcpToolDef {
	/** Bare name, without server or protocol. */
	name: string;
	description: string;
	inputSchema: JsonSchema;
	/** Runs the tool. `signal` aborts with the run. */
	execute(args: JsonObject, options?: { signal?: AbortSignal }): unknown;
}

/** A tool as a remote (MCP) server lists it. */
export interface McpToolDef {
	name: string;
	description?: string;
	inputSchema: JsonSchema;
	annotations?: JsonObject;
}

/** The short form of a recipe. */
export interface RecipeSummary {
	name: string;
	description: string;
}

/** The data layer of one MCP server (spec "ToolLayers", McpLayer). */
export interface McpLayer {
	protocol: "mcp";
	serverName: string;
	serverUrl?: string;
	description?: string;
	tools: McpToolDef[];
	recipes?: RecipeSummary[];
}

/** The display layer of one WebMCP server (spec "ToolLayers", WebMcpLayer). */
export interface WebMcpLayer {
	protocol: "webmcp";
	serverName: string;
	description: string;
	tools: WebMcpToolDef[];
	recipes?: RecipeSummary[];
}

/** One connected server, local or remote. */
export type ToolLayer = McpLayer | WebMcpLayer;

/** A widget that a server can draw. */
export interface WidgetEntry {
	name: string;
	description: string;
	inputSchema: JsonSchema;
	/** The recipe's Markdown, frontmatter included. */
	recipe: string;
	group?: string;
	renderer: WidgetRenderer;
}

/** A local server of widgets and tools (spec "System Architecture", Widget Registry). */
export interface WebMcpServer {
	readonly name: string;
	readonly description: string;
	/**
	 * Adds a widget.
	 *
	 * @param recipe - Markdown with frontmatter: `widget`, `description`, `schema`, optionally `group` and `examples`.
	 * @throws {@link WebMcpError} `invalid_recipe`, `invalid_schema` or `duplicate_widget`.
	 */
	registerWidget(recipe: string, renderer: WidgetRenderer): void;
	/** Adds a tool of the host. Throws `invalid_argument` on a bad definition or a name that is taken. */
	addTool(tool: WebMcpToolDef): void;
	/**
	 * Runs a tool and resolves to its result. A mistake in `args` resolves to `{error, …}`,
	 * it does not reject: a model reads it and tries again.
	 */
	executeTool(name: string, args: JsonObject, options?: { signal?: AbortSignal }): Promise<unknown>;
	/** The layer to hand to `runAgentLoop`. */
	layer(): WebMcpLayer;
	getWidget(name: string): WidgetEntry | undefined;
	listWidgets(): WidgetEntry[];
	/** From now on this server places its widgets on `canvas`, which must come from this package. */
	attachCanvas(canvas: CanvasVanilla): void;
	/** From now on the host places the widgets, through the callbacks of a run. */
	detachCanvas(): void;
}

/** A widget on the canvas. */
export interface Widget {
	/** `w_` and a unique suffix. */
	id: string;
	type: string;
	data: JsonObject;
	/** The server whose renderer draws it. */
	serverName?: string;
	/** Offset in CSS pixels from the place the layout gives it. */
	x?: number;
	y?: number;
	/** Size in CSS pixels. */
	width?: number;
	height?: number;
	/** CSS properties set on the widget's frame. */
	style?: { [property: string]: string };
}

/** What a canvas holds at one moment. A new object after each change, the same one between changes. */
export interface CanvasSnapshot {
	readonly blocks: readonly Widget[];
}

/** The canvas store, free of any framework (spec "System Architecture", Dual-Store). */
export interface CanvasVanilla {
	readonly blocks: readonly Widget[];
	readonly blockCount: number;
	readonly isEmpty: boolean;
	addWidget(type: string, data?: JsonObject, options?: { serverName?: string }): Widget;
	addBlock(type: string, data?: JsonObject): Widget;
	/** Merges `patch` into the widget's data, one level deep. False when there is no such id. */
	updateWidget(id: string, patch: JsonObject): boolean;
	updateBlock(id: string, patch: JsonObject): boolean;
	moveWidget(id: string, x: number, y: number): boolean;
	resizeWidget(id: string, width: number, height: number): boolean;
	styleWidget(id: string, styles: { [property: string]: string }): boolean;
	removeWidget(id: string): boolean;
	removeBlock(id: string): boolean;
	/** Puts the first widget where the second one is. */
	moveBlock(fromId: string, toId: string): boolean;
	clear(): void;
	clearBlocks(): void;
	setBlocks(blocks: { type: string; data?: JsonObject; id?: string; serverName?: string }[]): void;
	/** Calls `listener` after each change. Returns an idempotent unsubscribe. */
	subscribe(listener: (snapshot: CanvasSnapshot) => void): () => void;
	getSnapshot(): CanvasSnapshot;
}

/** A message on the bus. */
export interface BusMessage {
	from: string;
	/** The receiver, or `*` for a broadcast. */
	to: string;
	channel: string;
	payload: unknown;
	/** Milliseconds since 1970. */
	timestamp: number;
}

/** The FONC message bus (spec "System Architecture", FONC Message Bus). */
export interface Bus {
	register(id: string, type: string, channels: string[], handler: (message: BusMessage) => void): () => void;
	/** True when the target is registered and listens to the channel or to `*`. */
	send(from: string, to: string, channel: string, payload: unknown): boolean;
	/** Returns how many peers were told. */
	broadcast(from: string, channel: string, payload: unknown): number;
	subscribe(channels: string[], handler: (message: BusMessage) => void): () => void;
	link(ids: string[], groupId?: string): string;
	unlink(id: string, groupId: string): void;
	getLinks(id: string): string[];
	getGroup(groupId: string): string[];
	hasLinks(id: string): boolean;
	listPeers(): { id: string; type: string; channels: string[] }[];
	readonly peerCount: number;
}

/** One piece of a message. */
export type ContentBlock =
	| { type: "text"; text: string }
	| { type: "image"; data: string; mediaType: string }
	| { type: "tool_use"; id: string; name: string; input: JsonObject }
	| { type: "tool_result"; tool_use_id: string; content: string; is_error?: boolean };

/** A message of the conversation. */
export interface ChatMessage {
	role: "user" | "assistant" | "system";
	content: string | ContentBlock[];
}

/** A tool as a provider sends it to a model. */
export interface ProviderTool {
	/** `{server}_{mcp|webmcp}_{tool}` */
	name: string;
	description: string;
	input_schema: JsonSchema;
	strict?: boolean;
}

/** Tokens that one reply cost. */
export interface Usage {
	input_tokens: number;
	output_tokens: number;
	cache_read_input_tokens?: number;
}

/** A model's reply. */
export interface LLMResponse {
	content: ContentBlock[];
	stopReason: string;
	usage?: Usage;
	stats?: { tokensPerSec: number; totalTokens: number; latencyMs: number };
}

/** Options of one call to a model. */
export interface ChatOptions {
	signal?: AbortSignal;
	cacheEnabled?: boolean;
	system?: string;
	maxTokens?: number;
	temperature?: number;
	topK?: number;
	onToken?: (token: string) => void;
}

/** Anything that answers a conversation (spec "System Architecture", LLM Providers). */
export interface LLMProvider {
	readonly name: string;
	readonly model: string;
	chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse>;
}

/** One tool call of a run and what became of it. */
export interface ToolCall {
	id: string;
	name: string;
	args: JsonObject;
	result?: string;
	error?: string;
	/** Whole milliseconds. */
	elapsed?: number;
	/** True when a discovery tool was called earlier in the run. */
	guided?: boolean;
}

/** Sums over a run. */
export interface AgentMetrics {
	totalTokens: number;
	promptTokens: number;
	completionTokens: number;
	totalLatencyMs: number;
	toolCalls: number;
	iterations: number;
	cacheHits: number;
}

/** How a run ended and what it produced. */
export interface AgentResult {
	text: string;
	toolCalls: ToolCall[];
	metrics: AgentMetrics;
	stopReason: "end_turn" | "max_iterations" | "aborted";
	messages: ChatMessage[];
}

/** What happens during a run, in order. */
export type RunEvent =
	| { type: "iteration-start"; iteration: number; maxIterations: number }
	| { type: "llm-request"; messages: number; tools: number }
	| { type: "llm-delta"; text: string }
	| { type: "llm-response"; response: LLMResponse; latencyMs: number }
	| { type: "tool-start"; call: { id: string; name: string; args: JsonObject } }
	| { type: "tool-end"; call: ToolCall }
	| { type: "run-end"; stopReason: AgentResult["stopReason"] };

/** Called during a run. Every one is optional. */
export interface AgentCallbacks {
	onIterationStart?(iteration: number, maxIterations: number): void;
	onLLMRequest?(messages: ChatMessage[], tools: ProviderTool[]): void;
	onLLMResponse?(response: LLMResponse, latencyMs: number, usage?: { input: number; output: number }): void;
	onToolCall?(call: ToolCall): void;
	/**
	 * Places a widget, or is told that the server's canvas has placed it (then `id` is given and
	 * the return value is ignored).
	 */
	onWidget?(
		type: string,
		data: JsonObject,
		serverName: string,
		id?: string,
		// biome-ignore lint/suspicious/noConfusingVoidType: the published signature
	): { id: string } | void;
	onClear?(): void;
	onUpdate?(id: string, data: JsonObject): void;
	onMove?(id: string, x: number, y: number): void;
	onResize?(id: string, width: number, height: number): void;
	onStyle?(id: string, styles: { [property: string]: string }): void;
	onText?(text: string): void;
	onToken?(token: string): void;
	onDone?(metrics: AgentMetrics): void;
	onEvent?(event: RunEvent): void;
}

/** What a tool result carries over MCP. */
export interface McpToolResult {
	content: JsonObject[];
	structuredContent?: Json;
	isError?: boolean;
}

/** Anything that can call a tool of one MCP server. */
export interface McpClientLike {
	callTool(name: string, args: JsonObject, options?: { signal?: AbortSignal }): Promise<McpToolResult>;
}

/** Anything that can call a tool of one of several MCP servers. */
export interface McpMultiClientLike {
	callToolOn(
		urlOrName: string,
		name: string,
		args: JsonObject,
		options?: { signal?: AbortSignal },
	): Promise<McpToolResult>;
}

/** What a run needs. */
export interface AgentOptions {
	provider: LLMProvider;
	layers: ToolLayer[];
	/** Calls the tools of MCP layers. */
	client?: McpClientLike | McpMultiClientLike;
	/** Replaces the generated prompt. */
	systemPrompt?: string;
	/** History to continue; copied, never changed. */
	initialMessages?: ChatMessage[];
	callbacks?: AgentCallbacks;
	signal?: AbortSignal;
	/** Default 5. */
	maxIterations?: number;
	maxTokens?: number;
	temperature?: number;
	topK?: number;
	/** Default true. */
	cacheEnabled?: boolean;
	/** Default true. */
	truncateResults?: boolean;
	/** Characters; default 10 000. */
	maxResultLength?: number;
}

/** Where an in-browser model comes from: an address, or a file that the person chose. */
export type ModelSource = string | Blob;

/** The state of an in-browser model. */
export type ModelStatus = "idle" | "loading" | "ready" | "error";

/** Options of {@link WasmProvider}. */
export interface WasmProviderOptions {
	model: ModelSource;
	/** Tokens; default 4096, at most what the model was trained for. */
	contextSize?: number;
	/** `progress` 0…1, `status` in words, `loaded` and `total` in bytes. */
	onProgress?: (progress: number, status: string, loaded?: number, total?: number) => void;
	onStatusChange?: (status: ModelStatus) => void;
}
