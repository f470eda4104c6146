/** Runs of the agent: options, hooks, events, results. */
import type { ChatMessage, LLMProvider, LLMResponse, PromptKind, ProviderTool, Usage } from "./chat.js";
import type { JsonObject } from "./json.js";
import type { McpToolDef, ToolLayer } from "./layers.js";
import type { McpClientLike, McpMultiClientLike } from "./mcp.js";

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
	/** What was repaired in the arguments before the call, in words. */
	fixes?: string[];
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
	/** US dollars; only where the host gave `prices`. */
	costUsd?: number;
}

/**
 * Why a run ended. `paused` waits for the person, `budget` has spent what it may, `stop_condition` met the host's
 * `stopWhen`, `loop_detected` repeated one call although it was told so. `error` is seen on a rejected run's
 * `partial` only.
 */
export type StopReason =
	| "end_turn"
	| "max_iterations"
	| "aborted"
	| "error"
	| "paused"
	| "budget"
	| "stop_condition"
	| "loop_detected";

/** A call that the model asked for. */
export interface PendingCall {
	id: string;
	/** The tool's own full name, whichever alias the model wrote. */
	name: string;
	/** What the tool will get: references followed, repaired as far as could be. What was allowed is what runs. */
	args: JsonObject;
	/** What the model wrote, in `pending` and where references were followed: it says where the data comes from. */
	written?: JsonObject;
}

/** What the person decided on a call that waits. */
export interface ApprovalDecision {
	id: string;
	approved: boolean;
	/** Why not; the model reads it. */
	reason?: string;
}

/**
 * A session as JSON: history, touched servers, full results, sums, and the run that waits, if one does. Made by
 * {@link AgentSession.toJSON} and found as `state` on a paused result; a plain value that may be stored anywhere.
 */
export interface SessionState {
	version: 1;
	messages: ChatMessage[];
	[part: string]: unknown;
}

/** How a run ended and what it produced. */
export interface AgentResult {
	text: string;
	toolCalls: ToolCall[];
	metrics: AgentMetrics;
	stopReason: StopReason;
	messages: ChatMessage[];
	/** The calls that wait for the person, when `stopReason` is `paused`. */
	pending?: PendingCall[];
	/** What {@link resumeAgentLoop} goes on from, when the run can go on. */
	state?: SessionState;
}

/** What happens during a run, in order. */
export type RunEvent =
	| { type: "iteration-start"; iteration: number; maxIterations: number }
	| { type: "llm-request"; messages: number; tools: number }
	| { type: "llm-delta"; text: string }
	/** What the model thinks, as far as the provider tells. */
	| { type: "llm-reasoning"; text: string }
	/** What the reply has cost so far. */
	| { type: "llm-usage"; usage: Usage }
	/** The model begins to write a call. */
	| { type: "tool-input-start"; id: string; name: string }
	/** A piece of a call's arguments, as JSON text; {@link createPartialJson} keeps a live value of it. */
	| { type: "tool-input-delta"; id: string; name: string; delta: string }
	/** `costUsd` only where the host gave `prices` and the provider counts tokens. */
	| { type: "llm-response"; response: LLMResponse; latencyMs: number; costUsd?: number }
	| { type: "tool-start"; call: { id: string; name: string; args: JsonObject } }
	| { type: "tool-end"; call: ToolCall }
	| { type: "approval-needed"; call: PendingCall }
	| { type: "said"; text: string }
	| { type: "run-end"; stopReason: AgentResult["stopReason"] };

/**
 * Called during a run, each as a method of the object that was given, be it frozen or of a class with private members.
 * Every one is optional, looked up anew at each event.
 */
export interface AgentCallbacks {
	onIterationStart?(iteration: number, maxIterations: number): void;
	onLLMRequest?(messages: ChatMessage[], tools: ProviderTool[]): void;
	onLLMResponse?(response: LLMResponse, latencyMs: number, usage?: { input: number; output: number }): void;
	onToolCall?(call: ToolCall): void;
	/**
	 * Places a widget, or is told that the server's canvas has placed it (then `id` is given and
	 * the return value is ignored). An id that is a number is its text from then on.
	 */
	onWidget?(
		type: string,
		data: JsonObject,
		serverName: string,
		id?: string,
		// biome-ignore lint/suspicious/noConfusingVoidType: the published signature
	): { id: string | number } | void;
	onClear?(): void;
	onUpdate?(id: string, data: JsonObject): void;
	onMove?(id: string, x: number, y: number): void;
	onResize?(id: string, width: number, height: number): void;
	onStyle?(id: string, styles: { [property: string]: string }): void;
	/** Takes a widget away. A canvas action whose callback is missing is an error for the model. */
	onRemove?(id: string): void;
	onText?(text: string): void;
	onToken?(token: string): void;
	/** Hears what the model thinks, as far as the provider tells. */
	onReasoning?(text: string): void;
	/** Lines for developers, such as `[auto-repair] …`. */
	onTrace?(line: string): void;
	onDone?(metrics: AgentMetrics): void;
	onEvent?(event: RunEvent): void;
}

/** One entry of a journal: `type` says what happened, `id` which call it happened to. */
export interface JournalEntry {
	type: "started" | "replied" | "approved" | "held" | "denied" | "intent" | "outcome" | "said" | "stopped";
	id?: string;
	/** Of an intent: how often the call was begun anew after a crash. */
	attempt?: number;
	[part: string]: unknown;
}

/**
 * Where a run writes down what happens to it, each entry before it counts. A call whose intent could not be written
 * does not run; rejecting a second intent of one call is what keeps a call from running twice.
 */
export interface Journal {
	append(entry: JournalEntry): void | Promise<void>;
}

/** A step before it is taken. */
export interface StepView {
	/** From 1. */
	iteration: number;
	/** Full names of the tools that the model would see. */
	tools: string[];
	messages: ChatMessage[];
	toolCalls: ToolCall[];
	metrics: AgentMetrics;
}

/** What changes for one step. */
export interface StepChange {
	provider?: LLMProvider;
	system?: string;
	/** Only these tools, by full name; calls of others do not run in this step, and the model is told so. */
	tools?: string[];
	/** Runs calls of tools that `tools` leaves out all the same. Default false. */
	runHidden?: boolean;
	temperature?: number;
	maxTokens?: number;
}

/** A run after a round of calls. */
export interface RunView {
	iteration: number;
	/** Of the last reply. */
	text: string;
	toolCalls: ToolCall[];
	metrics: AgentMetrics;
	messages: ChatMessage[];
}

/** Whether a run ends here. */
export type StopCondition = (run: RunView) => boolean | Promise<boolean>;

/** One change to a schema. */
export interface SchemaPatch {
	/** Such as `root.properties.x.items`. */
	path: string;
	keyword: string;
	reason: string;
}

/** How schemas are prepared for providers. */
export interface SchemaOptions {
	/** Take out what strict mode refuses. Default true. */
	sanitize?: boolean;
	/** `center.lat` → `center__lat`, undone before every call. Default false. */
	flatten?: boolean;
	/** Mark tools as strict where their schema allows it. Default false. */
	strict?: boolean;
	/** Hears of each change. */
	onSchemaPatch?(tool: string, patch: SchemaPatch): void;
}

/** What a run may spend; what is left out has no limit. */
export interface Budget {
	/** Read and written. */
	tokens?: number;
	/** US dollars; needs `prices`. */
	usd?: number;
	toolCalls?: number;
	/** Wall time, milliseconds. */
	ms?: number;
}

/** US dollars per million tokens. */
export interface Prices {
	input: number;
	output: number;
	/** As `input` where left out. */
	cacheRead?: number;
	/** Written into a cache; as `input` where left out. */
	cacheWrite?: number;
}

/** A memory of results that are too long for the conversation (the nano-RAG). */
export interface ContextMemory {
	ingest(text: string, source: { tool: string; query: string; id: string }): unknown;
	buildContext(query: string): string | Promise<string>;
}

/** What a run needs. */
export interface AgentOptions {
	provider: LLMProvider;
	layers: ToolLayer[];
	/**
	 * Calls the tools of MCP layers: a `McpMultiClient` those of each layer on its server, by `serverUrl`, else `serverName`; a `McpClient` those of
	 * its server. Layers that a `McpClient` has made, or whose `tools` it has listed, are called by it and need nothing here; a second client
	 * is then that of the one layer that lacks one. Rejects with `invalid_argument` where it cannot be told whose server a layer is.
	 */
	client?: McpClientLike | McpMultiClientLike;
	/** Replaces the generated prompt. */
	systemPrompt?: string;
	/** Default: what the provider says, else `generic`. */
	promptKind?: PromptKind;
	/** History to continue; copied, never changed. */
	initialMessages?: ChatMessage[];
	callbacks?: AgentCallbacks;
	signal?: AbortSignal;
	/** How often the model is asked at most per wish. Default 5; `Infinity` for as often as it likes. */
	maxIterations?: number;
	/** The n-th equal call that is refused when those before brought the same; 0 for never. Default 3. */
	maxRepeats?: number;
	/** Of each reply; as {@link ChatOptions.maxTokens}. */
	maxTokens?: number;
	temperature?: number;
	topK?: number;
	/** Default true. */
	cacheEnabled?: boolean;
	/** Default true. */
	truncateResults?: boolean;
	/** Characters; default 10 000. */
	maxResultLength?: number;
	/** Old results become previews of 200 characters, or of the length given. Default true. */
	compressHistory?: boolean | number;
	/** The most tokens of history in a request, estimated; older turns are kept but not sent. Default: all. */
	maxHistoryTokens?: number;
	/** The model's own count of a text's tokens, at once. Default: a calibrated estimate. */
	countTokens?(text: string): number;
	/** How much of a result stays in the conversation when `contextRAG` took it in, characters. Default 200. */
	ragResidueSize?: number;
	contextRAG?: ContextMemory;
	schemaOptions?: SchemaOptions;
	/** Answers discovery without the network where it can. */
	discoveryCache?: { toJSON(): unknown };
	/**
	 * How many calls of one reply run at the same time, whatever they do. Default: up to 8 of those that only read
	 * (`readOnlyHint`) or display; the others run one after the other, in the order in which the model made them.
	 */
	toolConcurrency?: number;
	/** Milliseconds after which a call counts as failed; 0 for never. Default 60 000. */
	toolTimeout?: number;
	budget?: Budget;
	prices?: Prices;
	/** Changes a step before it is taken. */
	prepareStep?(step: StepView): StepChange | undefined | Promise<StepChange | undefined>;
	/** The run ends when one of them holds after a round of calls. */
	stopWhen?: StopCondition | StopCondition[];
	/**
	 * Which calls wait for the person, besides those of tools marked `needsApproval`: all, those that may destroy
	 * something by their annotations, those of the full names, or those that the function picks.
	 */
	needsApproval?:
		| "always"
		| "destructive"
		| string[]
		| ((call: PendingCall, tool?: McpToolDef) => boolean | Promise<boolean>);
	/** Where the run writes down what happens to it. */
	journal?: Journal;
}
