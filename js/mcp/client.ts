/** A client of one MCP server, over Streamable HTTP of both eras, or HTTP+SSE. */
import { aFunction, aText } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { listed } from "../core/listed.js";
import { guarded } from "../core/report.js";
import type {
	Json,
	JsonObject,
	McpClientLike,
	McpLayer,
	McpResource,
	McpResourceContent,
	McpToolDef,
	McpToolResult,
	RecipeSummary,
} from "../types/index.js";
import { answer } from "./answers.js";
import { explained } from "./diagnose.js";
import { Driver } from "./driver.js";
import { eraOf, learn } from "./eras.js";
import { mcpModule } from "./module.js";
import { callOptions, checked, jsonOf, settingsOf } from "./options.js";
import { callResourceTool, hasApp, isApp, RESOURCE_TOOLS } from "./resources.js";
import type {
	Abortable,
	McpCallOptions,
	McpClientOptions,
	McpCompletion,
	McpEvent,
	McpFilledPrompt,
	McpPrompt,
	McpResourceTemplate,
	McpServerInfo,
	McpStatus,
} from "./types.js";

const IDLE: McpStatus = {
	state: "idle",
	info: { name: "", version: "" },
	capabilities: {},
	protocolVersion: "",
	isModern: false,
	isStreaming: false,
	requests: { sent: 0, answered: 0, failed: 0 },
	latencyMs: { last: 0, mean: 0 },
	problem: null,
	code: null,
};

/**
 * A client of one MCP server. It connects with the first call and again when the server has forgotten it. Every method rejects with
 * `network` (no answer; where a page was not allowed one, `details.reason` says by what), `http`, `unauthorized`, `rate_limited` or
 * `protocol`.
 */
export class McpClient implements McpClientLike {
	/** The server's address. */
	readonly url: string;
	readonly #options: McpClientOptions;
	readonly #listeners = new Set<(event: McpEvent) => void>();
	#driver: Driver | undefined;
	#making: Promise<Driver> | undefined;
	#tools: McpToolDef[] | undefined;
	/** What the server's file of recipes had, and the list of tools with which it was read. */
	#recipes: { of: McpToolDef[]; list: RecipeSummary[] } | undefined;
	/** Counts the disconnections: what was asked for before one is not asked for after it. */
	#life = 0;
	/** Tools that are not the server's. */
	#added: McpToolDef[] = [];

	constructor(url: string, options: McpClientOptions = {}) {
		const { options: kept } = checked(url, options);
		this.url = url;
		this.#options = kept;
	}

	/** Whether the server is reached, and `disconnect` was not called since. */
	get isConnected(): boolean {
		return this.#driver?.state === "ready";
	}

	/** How it is doing. */
	get status(): McpStatus {
		return this.#driver?.status ?? IDLE;
	}

	/** Tools of the last list that are left out, and why: they cannot be read, or what they want in headers breaks the protocol's rules. */
	get refusedTools(): readonly { readonly name: string; readonly problem: string }[] {
		return this.#driver?.refusedTools ?? [];
	}

	/** Is told of each change of {@link status} and of what the server tells, until the function that is returned is called. */
	subscribe(listener: (event: McpEvent) => void): () => void {
		aFunction("McpClient.subscribe: listener", listener);
		const hear = (event: McpEvent): void => listener(event);
		this.#listeners.add(hear);
		return () => void this.#listeners.delete(hear);
	}

	/** Reaches the server. */
	async connect(options?: Abortable): Promise<McpServerInfo> {
		const { info } = (await this.#call("connect", { what: "connect" }, "{}", options)) as McpStatus;
		return info;
	}

	/** All tools of the server, page by page, as it describes them. A run calls those of a layer that holds them by this client. */
	async listTools(options?: Abortable): Promise<McpToolDef[]> {
		const tools = await this.#list<McpToolDef>("listTools", "tools", options);
		for (const { name, problem } of this.refusedTools)
			console.warn(`webmcp-auto-ui: the tool '${name}' of ${this.url} is left out: ${problem}.`);
		const all = tools.map((tool) => ({ ...tool, inputSchema: tool.inputSchema ?? { type: "object" } }));
		this.#tools = listed(all, this);
		return this.#tools;
	}

	/** All resources of the server, page by page; none where it does not say that it has some. */
	listResources(options?: Abortable): Promise<McpResource[]> {
		return this.#list("listResources", "resources", options);
	}

	/** All addresses with gaps, page by page; none where the server does not say that it has resources. */
	listResourceTemplates(options?: Abortable): Promise<McpResourceTemplate[]> {
		return this.#list("listResourceTemplates", "resourceTemplates", options);
	}

	/** All prompts of the server, page by page; none where it does not say that it has some. */
	listPrompts(options?: Abortable): Promise<McpPrompt[]> {
		return this.#list("listPrompts", "prompts", options);
	}

	/** What is in a resource. Rejects with `protocol` where the server has none at `uri`. */
	async readResource(uri: string, options?: McpCallOptions): Promise<McpResourceContent[]> {
		aText("readResource: uri", uri);
		const { contents } = Object(
			await this.#request("readResource", "resources/read", JSON.stringify({ uri }), options),
		) as {
			contents?: unknown;
		};
		return Array.isArray(contents) ? contents : [];
	}

	/** Is told by `notifications/resources/updated` when a resource changes; `on` false ends that. */
	async watchResource(uri: string, on = true, options?: Abortable): Promise<void> {
		aText("watchResource: uri", uri);
		await this.#call("watchResource", { what: "watch", uri, on: on !== false }, "{}", options);
	}

	/** Fills in a prompt. Rejects with `protocol` where the server has none of that name. */
	async getPrompt(
		name: string,
		args: { [name: string]: string } = {},
		options?: McpCallOptions,
	): Promise<McpFilledPrompt> {
		aText("getPrompt: name", name);
		const params = `{"name":${JSON.stringify(name)},"arguments":${jsonOf("getPrompt: args", args)}}`;
		const filled = Object(await this.#request("getPrompt", "prompts/get", params, options));
		const { messages, ...rest } = filled as McpFilledPrompt;
		return { ...rest, messages: Array.isArray(messages) ? messages : [] };
	}

	/**
	 * What can stand in the place of an argument that is being typed.
	 *
	 * @param of - `{ type: "ref/prompt", name }` or `{ type: "ref/resource", uri }`.
	 * @param argument - The name, and what is typed so far.
	 * @param typed - The other arguments.
	 */
	async complete(
		of: JsonObject,
		argument: { name: string; value: string },
		typed: { [name: string]: string } = {},
		options?: McpCallOptions,
	): Promise<McpCompletion> {
		const others = jsonOf("complete: typed", typed);
		const parts = [
			`"ref":${jsonOf("complete: of", of)}`,
			`"argument":${jsonOf("complete: argument", argument)}`,
			...(others === "{}" ? [] : [`"context":{"arguments":${others}}`]),
		];
		const result = await this.#request("complete", "completion/complete", `{${parts.join()}}`, options);
		const { values, ...rest } = Object(Object(result).completion) as McpCompletion;
		return { ...rest, values: Array.isArray(values) ? values : [] };
	}

	/** How much the server is to tell by `notifications/message`: `debug`, `info`, `notice`, `warning`, `error` and up. */
	async setLogLevel(level: string, options?: Abortable): Promise<void> {
		aText("setLogLevel: level", level);
		await this.#request("setLogLevel", "logging/setLevel", JSON.stringify({ level }), options);
	}

	/**
	 * Calls a tool by its bare name; of a layer with resources also `list_resources` and `read_resource`. A tool's own failure
	 * resolves with `isError`; a result that does not fit the schema that the tool gives for it rejects with `protocol`.
	 */
	async callTool(name: string, args: JsonObject = {}, options?: McpCallOptions): Promise<McpToolResult> {
		aText("callTool: name", name);
		const sent = jsonOf("callTool: args", args ?? {});
		if (this.#added.some((tool) => tool.name === name)) {
			const reader = {
				listResources: () => this.listResources(options),
				readResource: (uri: string) => this.readResource(uri, options),
			};
			return callResourceTool(reader, name, JSON.parse(sent) as JsonObject);
		}
		const params = `{"name":${JSON.stringify(name)},"arguments":${sent}}`;
		return (await this.#request("callTool", "tools/call", params, options)) as unknown as McpToolResult;
	}

	/**
	 * What comes of a call that a server works on in its own time, and of which `onTask` was told. Rejects with `protocol` where the
	 * server does not know it, or has given it up. The result is not checked against the tool's schema.
	 *
	 * @param taskId - Of the same server, of this page or one before.
	 */
	async resumeTask(taskId: string, options?: McpCallOptions): Promise<McpToolResult> {
		aText("resumeTask: taskId", taskId);
		const asked = { what: "task", task: taskId };
		return (await this.#call("resumeTask", asked, "{}", options)) as McpToolResult;
	}

	/** Makes any request of the protocol, or of an extension, and resolves with its result. */
	async request(method: string, params: JsonObject = {}, options?: McpCallOptions): Promise<JsonObject> {
		aText("request: method", method);
		return this.#request("request", method, jsonOf("request: params", params), options);
	}

	/**
	 * The layer to hand to `runAgentLoop`, connecting first where needed. Where the server has resources, two tools read them; where it has recipes
	 * as a file (see `recipes` of the options) and no tools that tell them, they are the layer's.
	 */
	async layer(options?: Abortable): Promise<McpLayer> {
		const info = this.isConnected ? this.serverInfo() : await this.connect(options);
		const own = this.#tools ?? (await this.listTools(options));
		const isOwn = ({ name }: McpToolDef): boolean => own.some((tool) => tool.name === name);
		this.#added = (await this.#hasReadable(own, options))
			? RESOURCE_TOOLS.filter((tool) => !isOwn(tool))
			: [];
		const tools = listed([...own, ...this.#added.map((tool) => ({ ...tool }))], this);
		const recipes = await this.#recipesFor(own, options);
		const known = recipes.length > 0 ? { recipes } : {};
		return { protocol: "mcp", serverName: info.name, serverUrl: this.url, tools, ...known };
	}

	/** Who the server says it is; blank before `connect`. */
	serverInfo(): McpServerInfo {
		return this.status.info;
	}

	/** Ends the connection, and the session on the server. What is under way rejects with `aborted`. */
	async disconnect(): Promise<void> {
		this.#life += 1;
		await this.#driver?.disconnect();
	}

	/** Whether there is something that a model can read. */
	async #hasReadable(tools: readonly McpToolDef[], options?: Abortable): Promise<boolean> {
		if (this.status.capabilities.resources === undefined) return false;
		if (!tools.some(hasApp)) return true;
		// Who cannot list has nothing to be found by.
		const [resources, templates] = await Promise.all([
			this.listResources(options).catch(() => []),
			this.listResourceTemplates(options).catch(() => []),
		]);
		return resources.some(({ uri }) => !isApp(uri)) || templates.length > 0;
	}

	/** What the server's file has, read once for a list of tools. */
	async #recipesFor(own: McpToolDef[], options?: Abortable): Promise<RecipeSummary[]> {
		const { recipes: place, fetch: send } = this.#options;
		if (place === false || (!place && this.status.capabilities.resources === undefined)) return [];
		if (this.#recipes?.of !== own) {
			const { signal } = callOptions("layer", options);
			const { recipesOf } = await import("./recipes.js");
			this.#recipes = { of: own, list: await recipesOf(this, own, { place, send, signal }) };
		}
		return this.#recipes.list;
	}

	async #list<T>(method: string, what: string, options?: Abortable): Promise<T[]> {
		const listed = (await this.#call(method, { what }, "{}", options)) as { [what: string]: T[] };
		return listed[what] ?? [];
	}

	async #request(
		name: string,
		method: string,
		params: string,
		options?: McpCallOptions,
	): Promise<JsonObject> {
		return (await this.#call(name, { what: "request", method }, params, options)) as JsonObject;
	}

	/** Asks the core; `name` is what the page knows it by, and `params` are JSON. */
	async #call(
		name: string,
		asked: { what: string; [more: string]: Json },
		params: string,
		options?: McpCallOptions,
	): Promise<unknown> {
		const checked = callOptions(name, options);
		checked.signal?.throwIfAborted();
		const life = this.#life;
		const core = await this.#core();
		if (life !== this.#life)
			throw new WebMcpError("aborted", `The MCP server at ${this.url} was disconnected.`);
		return core.call(asked, params, checked);
	}

	#core(): Promise<Driver> {
		this.#making ??= this.#make().catch((error: unknown) => {
			this.#making = undefined;
			throw error;
		});
		return this.#making;
	}

	async #make(): Promise<Driver> {
		const { RawMcp } = await mcpModule();
		const options = this.#options;
		const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
		const era = options.era === undefined || options.era === "auto" ? eraOf(this.url) : undefined;
		const settings = settingsOf(this.url, { ...options, ...(era && { era }) });
		const driver = new Driver(new RawMcp(settings), {
			url: this.url,
			isKnown: options.headers !== undefined || options.fetch !== undefined,
			...(options.auth && { auth: options.auth }),
			fetch: send,
			answer: (method, params, signal) => answer(options, method, params, signal),
			tell: (event) => this.#tell(event),
			explain: (error: WebMcpError, sent) => explained(error, this.url, sent, send),
		});
		this.#driver = driver;
		return driver;
	}

	#tell(event: McpEvent): void {
		if (event.type === "state") learn(this.url, this.status);
		const isNews = event.type === "notification" && event.method === "notifications/tools/list_changed";
		// Who was away may have other tools.
		if (isNews || (event.type === "state" && event.state === "ready")) this.#tools = undefined;
		for (const listener of [...this.#listeners]) guarded(() => listener(event));
	}
}
