/** The MCP servers that the page is connected to. */
import { type McpLayer, McpMultiClient } from "webmcp-auto-ui";
import { reasonOf } from "./dom.js";

/** One server in the list. */
export interface ServerEntry {
	url: string;
	state: "connecting" | "connected" | "failed";
	name: string;
	tools: number;
	/** Why it failed. */
	reason?: string;
}

const KEY = "webmcp-demo-servers";

/** Connects servers and tells how each is doing. */
export class Servers {
	readonly client = new McpMultiClient();
	readonly #entries = new Map<string, ServerEntry>();
	readonly #listeners = new Set<() => void>();
	readonly #own: ReadonlySet<string>;

	/** @param own - Servers that run beside the page; they are not remembered. */
	constructor(own: readonly string[]) {
		this.#own = new Set(own);
	}

	/** All servers, failed ones too. */
	get entries(): ServerEntry[] {
		return [...this.#entries.values()];
	}

	/** The layers for a run. */
	get layers(): McpLayer[] {
		return this.client.layers();
	}

	/** Calls `listener` after each change. */
	subscribe(listener: () => void): void {
		this.#listeners.add(listener);
	}

	/** Connects the page's own servers and those added earlier. */
	async connectAll(): Promise<void> {
		const urls = new Set([...this.#own, ...remembered()]);
		await Promise.all([...urls].map((url) => this.add(url)));
	}

	/** Connects a server; a failure shows in the list and does not throw. */
	async add(url: string): Promise<void> {
		this.#set({ url, state: "connecting", name: url, tools: 0 });
		try {
			const { name, tools } = await this.client.addServer(url);
			this.#set({ url, state: "connected", name, tools: tools.length });
		} catch (error) {
			this.#set({ url, state: "failed", name: url, tools: 0, reason: reasonOf(error) });
		}
	}

	/** Disconnects a server and forgets it. */
	async remove(url: string): Promise<void> {
		this.#entries.delete(url);
		this.#changed();
		await this.client.removeServer(url);
	}

	#set(entry: ServerEntry): void {
		this.#entries.set(entry.url, entry);
		this.#changed();
	}

	#changed(): void {
		const urls = [...this.#entries.keys()].filter((url) => !this.#own.has(url));
		localStorage.setItem(KEY, JSON.stringify(urls));
		for (const listener of this.#listeners) listener();
	}
}

function remembered(): string[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(stored) ? stored.filter((url) => typeof url === "string") : [];
	} catch {
		return [];
	}
}
