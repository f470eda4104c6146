/** The MCP servers that a page is connected to, and how each is doing. */
import { WebMcpError } from "../core/errors.js";
import { McpMultiClient } from "../mcp/multi.js";
import type { McpLayer, McpMultiClientLike, McpToolResult } from "../types/index.js";
import { Observed } from "./observed.js";

/** One server in the list. */
export interface ServerEntry {
	url: string;
	/** `lost`: it was connected, and its last call got no answer. The next call may find it again. */
	state: "connecting" | "connected" | "failed" | "lost";
	/** Its own name; its address until that is known. */
	name: string;
	/** How many tools it has. */
	tools: number;
	/** Why it failed, or was lost. */
	reason?: string;
	/** It came with the page, and is not the visitor's to keep. */
	isOwn: boolean;
}

/** Connects servers and tells how each is doing. */
export class Servers extends Observed {
	readonly client = new McpMultiClient();
	/** The same for runs, whose calls tell which servers are there. */
	readonly runsClient: McpMultiClientLike = { callToolOn: (...call) => this.call(...call) };
	readonly #entries = new Map<string, ServerEntry>();
	readonly #silent = new Set<string>();

	/** All servers, failed ones too. */
	get entries(): ServerEntry[] {
		return [...this.#entries.values()];
	}

	/** Whether none is being connected. */
	get areSettled(): boolean {
		return this.entries.every(({ state }) => state !== "connecting");
	}

	/** The layers for a run. */
	get layers(): McpLayer[] {
		return this.client.layers();
	}

	/** What a server offers; nothing while it is not connected. */
	layerOf({ url }: ServerEntry): McpLayer | undefined {
		const at = this.client.listServers().findIndex((server) => server.url === url);
		return this.layers[at];
	}

	/** Those that a call got no answer from since this was asked before. */
	takeSilent(): ServerEntry[] {
		const silent = this.entries.filter(({ url }) => this.#silent.has(url));
		this.#silent.clear();
		return silent;
	}

	/** Connects a server; a failure shows in the list and does not throw. */
	async add(url: string, { isOwn = this.#entries.get(url)?.isOwn ?? false } = {}): Promise<void> {
		const begun: ServerEntry = { url, state: "connecting", name: url, tools: 0, isOwn };
		this.#set(begun);
		try {
			const { name, tools } = await this.client.addServer(url);
			// One that was removed meanwhile stays away.
			if (!this.#entries.has(url)) return void this.client.removeServer(url);
			this.#set({ ...begun, state: "connected", name, tools: tools.length });
		} catch (error) {
			if (this.#entries.has(url)) this.#set({ ...begun, state: "failed", reason: reasonOf(error) });
		}
	}

	/** Disconnects a server and forgets it. */
	async remove(url: string): Promise<void> {
		this.#entries.delete(url);
		this.tell();
		await this.client.removeServer(url);
	}

	/** Calls a tool, and marks a server that does not answer. */
	async call(...call: Parameters<McpMultiClient["callToolOn"]>): Promise<McpToolResult> {
		const [server] = call;
		const entry = this.entries.find(({ url, name }) => url === server || name === server);
		try {
			const result = await this.client.callToolOn(...call);
			if (entry?.state === "lost") this.#set({ ...entry, state: "connected" });
			return result;
		} catch (error) {
			const isListed = entry && this.#entries.has(entry.url);
			if (isListed && error instanceof WebMcpError && error.code === "network") {
				this.#silent.add(entry.url);
				this.#set({ ...entry, state: "lost", reason: error.message });
			}
			throw error;
		}
	}

	#set(entry: ServerEntry): void {
		this.#entries.set(entry.url, entry);
		this.tell();
	}
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
