/** The MCP servers that the page is connected to. */
import { type McpLayer, McpMultiClient, type McpMultiClientLike, WebMcpError } from "webmcp-auto-ui";
import { reasonOf } from "./dom.js";

/** One server in the list. */
export interface ServerEntry {
	url: string;
	/** `lost`: it was connected, and its last call got no answer. The next call may find it again. */
	state: "connecting" | "connected" | "failed" | "lost";
	name: string;
	tools: number;
	/** Why it failed, or was lost. */
	reason?: string;
}

const KEY = "webmcp-demo-servers";

/** Connects servers and tells how each is doing. */
export class Servers {
	readonly client = new McpMultiClient();
	/** The same for runs, whose calls tell which servers are there. */
	readonly runsClient: McpMultiClientLike = { callToolOn: (...call) => this.#call(...call) };
	readonly #entries = new Map<string, ServerEntry>();
	readonly #listeners = new Set<() => void>();
	readonly #own: ReadonlySet<string>;
	readonly #silent = new Set<string>();

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

	/** Those that a call got no answer from since this was asked before. */
	takeSilent(): ServerEntry[] {
		const silent = this.entries.filter(({ url }) => this.#silent.has(url));
		this.#silent.clear();
		return silent;
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

	async #call(...call: Parameters<McpMultiClient["callToolOn"]>) {
		const [server] = call;
		const entry = this.entries.find(({ url, name }) => url === server || name === server);
		try {
			const result = await this.client.callToolOn(...call);
			if (entry?.state === "lost") this.#set({ ...entry, state: "connected" });
			return result;
		} catch (error) {
			// One that was removed meanwhile stays away.
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
