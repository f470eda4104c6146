/** Clients of several MCP servers. */
import { aSignal, aText, copied, objectOf, optional } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { JsonObject, McpLayer, McpMultiClientLike, McpToolDef, McpToolResult } from "../types/index.js";
import { McpClient } from "./client.js";
import type { Abortable, McpCallOptions, McpClientOptions, McpStatus } from "./types.js";

/** So long a server that tells of changes while it is asked for them is left alone. */
const PAUSE_MS = 1_000;

/** A connected server of a {@link McpMultiClient}. */
export interface ConnectedServer {
	url: string;
	name: string;
	tools: McpToolDef[];
	/** How its client is doing. */
	status: McpStatus;
}

/** Clients of several MCP servers, each reached by its address or name. */
export class McpMultiClient implements McpMultiClientLike {
	readonly #servers = new Map<string, { client: McpClient; layer: McpLayer }>();
	/** Clients whose layer is being renewed, and whether it has changed meanwhile. */
	readonly #renewing = new WeakMap<McpClient, boolean>();

	/** Connects a server; an address that is connected already is connected anew. */
	async addServer(url: string, options?: McpClientOptions & Abortable): Promise<ConnectedServer> {
		const client = new McpClient(url, options ?? {});
		const { signal } = copied("addServer: options", options ?? {}, objectOf({ signal: optional(aSignal) }));
		const layer = await client.layer(signal ? { signal } : undefined).catch(async (error: unknown) => {
			await client.disconnect();
			throw error;
		});
		const before = this.#servers.get(url);
		this.#servers.set(url, { client, layer });
		await before?.client.disconnect().catch(() => undefined);
		client.subscribe((event) => {
			const isNews = event.type === "notification" && event.method === "notifications/tools/list_changed";
			// A server that was started anew may have other tools.
			if (isNews || (event.type === "state" && event.state === "ready")) void this.#renew(url, client);
		});
		return described(url, client, layer);
	}

	/** Disconnects a server. An unknown address is fine; a server that cannot be reached is let go. */
	async removeServer(url: string): Promise<void> {
		const server = this.#servers.get(url);
		this.#servers.delete(url);
		await server?.client.disconnect().catch(() => undefined);
	}

	/** The connected servers, in the order in which they were added. */
	listServers(): ConnectedServer[] {
		return [...this.#servers].map(([url, { client, layer }]) => described(url, client, layer));
	}

	/** The client of a server, for what goes beyond tools. */
	clientOf(url: string): McpClient | undefined {
		return this.#servers.get(url)?.client;
	}

	/** The layers to hand to `runAgentLoop`; a server whose tools change tells so, and has another layer then. */
	layers(): McpLayer[] {
		return [...this.#servers.values()].map(({ layer }) => layer);
	}

	/** Calls a tool on the server of that address or, where only one has it, of that name. */
	async callToolOn(
		urlOrName: string,
		name: string,
		args: JsonObject = {},
		options?: McpCallOptions,
	): Promise<McpToolResult> {
		aText("callToolOn: urlOrName", urlOrName);
		const named = [...this.#servers.values()].filter(({ layer }) => layer.serverName === urlOrName);
		const server =
			this.#servers.get(urlOrName) ?? this.#at(urlOrName) ?? (named.length === 1 ? named[0] : undefined);
		if (!server) {
			// Not by their addresses, which a model may read this with and which may hold keys.
			const connected = [...this.#servers.values()].map(({ layer }) => layer.serverName).join(", ");
			throw new WebMcpError(
				"not_found",
				named.length > 1
					? `${named.length} MCP servers are called '${urlOrName}': name one by its address, which is the serverUrl of its layer.`
					: `No MCP server '${urlOrName}' is connected; add it with addServer(url). Connected are: ${connected || "none"}.`,
			);
		}
		return server.client.callTool(name, args, options);
	}

	/** The server at an address that is written otherwise than the page has written it. */
	#at(url: string): { client: McpClient } | undefined {
		if (!URL.canParse(url)) return undefined;
		const { href } = new URL(url);
		return [...this.#servers].find(([at]) => URL.canParse(at) && new URL(at).href === href)?.[1];
	}

	/** Disconnects all. */
	async disconnectAll(): Promise<void> {
		await Promise.all([...this.#servers.keys()].map((url) => this.removeServer(url)));
	}

	/** What the server has now; where it cannot be asked, what it had goes on. Who tells of changes again and again is asked once a moment. */
	async #renew(url: string, client: McpClient): Promise<void> {
		if (this.#renewing.has(client)) return void this.#renewing.set(client, true);
		this.#renewing.set(client, false);
		const layer = await client.layer().catch(() => undefined);
		const server = this.#servers.get(url);
		if (layer && server?.client === client) server.layer = layer;
		if (this.#renewing.get(client)) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		const isStale = this.#renewing.get(client) === true && this.#servers.get(url)?.client === client;
		this.#renewing.delete(client);
		if (isStale) void this.#renew(url, client);
	}
}

function described(url: string, client: McpClient, layer: McpLayer): ConnectedServer {
	return { url, name: layer.serverName, tools: layer.tools, status: client.status };
}
