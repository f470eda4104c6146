/** Clients of remote (MCP) servers. */
import { aText, must } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { type Core, core, init } from "../core/init.js";
import { callResourceTool, RESOURCE_TOOLS } from "./resources.js";
import type {
	JsonObject,
	McpClientLike,
	McpLayer,
	McpMultiClientLike,
	McpResource,
	McpResourceContent,
	McpToolDef,
	McpToolResult,
} from "../types/index.js";

type RawMcpClient = InstanceType<Core["RawMcpClient"]>;

/** Options of {@link McpClient}. */
export interface McpClientOptions {
	/** Sent with each request, such as `authorization`. */
	headers?: { [name: string]: string };
	clientName?: string;
	clientVersion?: string;
	/**
	 * How long is waited, milliseconds; 0 for ever. `connectMs` for the handshake (default 20 000), `callMs` for every other
	 * request (default 60 000). What takes longer is given up and rejects with `network`; a call may have taken effect.
	 */
	timeouts?: { connectMs?: number; callMs?: number };
}

/** Stops a request. */
export interface Abortable {
	signal?: AbortSignal;
}

/** A server by its own words. */
export interface McpServerInfo {
	name: string;
	version: string;
}

const HTTP_ADDRESS = must(
	"an http or https address",
	(url) => typeof url === "string" && /^https?:\/\//i.test(url),
	true,
);

/** A client of one MCP server over Streamable HTTP. */
export class McpClient implements McpClientLike {
	/** The server's address. */
	readonly url: string;
	readonly #options: McpClientOptions;
	#raw: RawMcpClient | undefined;
	#tools: McpToolDef[] | undefined;
	/** Tools that are not the server's. */
	#added: McpToolDef[] = [];

	constructor(url: string, options: McpClientOptions = {}) {
		HTTP_ADDRESS("McpClient: url", url);
		this.url = url;
		this.#options = options;
	}

	/** Whether a handshake has succeeded and `disconnect` was not called since. */
	get isConnected(): boolean {
		return this.#raw?.isConnected ?? false;
	}

	/** Does the handshake. Rejects with `http`, `unauthorized`, `network` or `protocol`. */
	async connect(options?: Abortable): Promise<McpServerInfo> {
		return (await (await this.#core()).connect(options)) as McpServerInfo;
	}

	/** All tools of the server, page by page. */
	async listTools(options?: Abortable): Promise<McpToolDef[]> {
		this.#tools = (await (await this.#core()).listTools(options)) as McpToolDef[];
		return this.#tools;
	}

	/** All resources of the server, page by page; none where it does not say that it has some. */
	async listResources(options?: Abortable): Promise<McpResource[]> {
		return (await (await this.#core()).listResources(options)) as McpResource[];
	}

	/** What is in a resource. Rejects with `protocol` where the server has none at `uri`. */
	async readResource(uri: string, options?: Abortable): Promise<McpResourceContent[]> {
		aText("readResource: uri", uri);
		const read = (await (await this.#core()).readResource(uri, options)) as { contents?: unknown };
		return Array.isArray(read?.contents) ? read.contents : [];
	}

	/**
	 * Calls a tool by its bare name; of a layer with resources also `list_resources` and `read_resource`. A tool's own failure
	 * resolves with `isError`.
	 */
	async callTool(name: string, args: JsonObject = {}, options?: Abortable): Promise<McpToolResult> {
		if (this.#added.some((tool) => tool.name === name)) {
			const reader = {
				listResources: () => this.listResources(options),
				readResource: (uri: string) => this.readResource(uri, options),
			};
			return callResourceTool(reader, name, args);
		}
		return (await (await this.#core()).callTool(name, args, options)) as McpToolResult;
	}

	/** The layer to hand to `runAgentLoop`, connecting first where needed. Where the server has resources, two tools read them. */
	async layer(options?: Abortable): Promise<McpLayer> {
		const info = this.isConnected ? this.serverInfo() : await this.connect(options);
		const own = this.#tools ?? (await this.listTools(options));
		const isOwn = ({ name }: McpToolDef) => own.some((tool) => tool.name === name);
		this.#added = this.#raw?.hasResources ? RESOURCE_TOOLS.filter((tool) => !isOwn(tool)) : [];
		return { protocol: "mcp", serverName: info.name, serverUrl: this.url, tools: [...own, ...this.#added] };
	}

	/** Who the server says it is; blank before `connect`. */
	serverInfo(): McpServerInfo {
		return (this.#raw?.serverInfo() as McpServerInfo | undefined) ?? { name: "", version: "" };
	}

	/** Ends the session on the server. */
	async disconnect(): Promise<void> {
		await this.#raw?.disconnect();
	}

	async #core(): Promise<RawMcpClient> {
		await init();
		this.#raw ??= new (core().RawMcpClient)(this.url, this.#options);
		return this.#raw;
	}
}

/** A connected server of a {@link McpMultiClient}. */
export interface ConnectedServer {
	url: string;
	name: string;
	tools: McpToolDef[];
}

/** Clients of several MCP servers, each reached by its address or name. */
export class McpMultiClient implements McpMultiClientLike {
	readonly #servers = new Map<string, { client: McpClient; layer: McpLayer }>();

	/** Connects a server; an address that is connected already is connected anew. */
	async addServer(url: string, options?: McpClientOptions & Abortable): Promise<ConnectedServer> {
		const client = new McpClient(url, options);
		const layer = await client.layer(options);
		await this.removeServer(url);
		this.#servers.set(url, { client, layer });
		return { url, name: layer.serverName, tools: layer.tools };
	}

	/** Disconnects a server. An unknown address is fine; a server that cannot be reached is let go. */
	async removeServer(url: string): Promise<void> {
		const server = this.#servers.get(url);
		this.#servers.delete(url);
		await server?.client.disconnect().catch(() => undefined);
	}

	/** The connected servers, in the order in which they were added. */
	listServers(): ConnectedServer[] {
		return [...this.#servers].map(([url, { layer }]) => ({
			url,
			name: layer.serverName,
			tools: layer.tools,
		}));
	}

	/** The layers to hand to `runAgentLoop`. */
	layers(): McpLayer[] {
		return [...this.#servers.values()].map(({ layer }) => layer);
	}

	/** Calls a tool on the server of that address or, where only one has it, of that name. */
	async callToolOn(
		urlOrName: string,
		name: string,
		args: JsonObject = {},
		options?: Abortable,
	): Promise<McpToolResult> {
		aText("callToolOn: urlOrName", urlOrName);
		const named = [...this.#servers.values()].filter(({ layer }) => layer.serverName === urlOrName);
		const server = this.#servers.get(urlOrName) ?? (named.length === 1 ? named[0] : undefined);
		if (!server) {
			throw new WebMcpError(
				"not_found",
				`No MCP server '${urlOrName}' is connected; add it with addServer(url).`,
			);
		}
		return server.client.callTool(name, args, options);
	}

	/** Disconnects all. */
	async disconnectAll(): Promise<void> {
		await Promise.all([...this.#servers.keys()].map((url) => this.removeServer(url)));
	}
}
