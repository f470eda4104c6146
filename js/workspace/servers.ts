/** The MCP servers that a page is connected to, and how each is doing. */
import { WebMcpError } from "../core/errors.js";
import { McpMultiClient } from "../mcp/multi.js";
import type {
	JsonObject,
	McpAuth,
	McpLayer,
	McpMultiClientLike,
	McpToolDef,
	McpToolResult,
} from "../types/index.js";
import { Again, MOMENTS, type Moments } from "./again.js";
import { canPass, kindOf, reasonOf } from "./failures.js";
import { Observed } from "./observed.js";
import { SignIns } from "./sign-ins.js";

/** So long others wait for a server that is being connected; it is added when it answers. Milliseconds. */
const PATIENCE_MS = 2_000;

/** One server in the list. */
export interface ServerEntry {
	url: string;
	/**
	 * `failed`: it could not be connected. `lost`: it was, and its last call got no answer. Both are tried again by themselves, where what
	 * stands in the way may pass. `needs-sign-in`: it wants to know who the person is, see {@link Servers.signIn}.
	 */
	state: "connecting" | "connected" | "failed" | "lost" | "needs-sign-in";
	/** Its own name; its address until that is known. */
	name: string;
	/** How many tools it has. */
	tools: number;
	/** Why it failed, or was lost, or why the person could not sign in. */
	reason?: string;
	/** The kind of that: what a browser did not allow, such as `origin-not-allowed`, else the code of the error. */
	kind?: string;
	/** It came with the page, and is not the visitor's to keep. */
	isOwn: boolean;
}

/** What becomes of tools that come with an app. */
export interface ToolApps {
	/** What clients declare. */
	readonly extensions: JsonObject;
	/** What of a layer a model may use. */
	forModels(layer: McpLayer): McpLayer;
	/** Hears what a run has called, and what it gave. */
	called(server: ServerEntry, tool: McpToolDef, args: JsonObject, result: McpToolResult): void;
}

/** What servers are connected with. */
export interface ServersOptions {
	/** Signs in. A window is opened for it only in {@link Servers.signIn}. */
	auth?: McpAuth | undefined;
	/** Loads what shows apps; awaited before the first server is connected. */
	apps?: (() => Promise<ToolApps>) | undefined;
	/** Time, chance and page, for tests. */
	moments?: Moments;
}

/** Connects servers and tells how each is doing. */
export class Servers extends Observed {
	readonly client = new McpMultiClient();
	/** The same for runs, whose calls tell which servers are there, and show apps. */
	readonly runsClient: McpMultiClientLike = { callToolOn: (...call) => this.#callForRun(...call) };
	readonly #entries = new Map<string, ServerEntry>();
	readonly #silent = new Set<string>();
	/** Those being connected that nobody waits for any more. */
	readonly #late = new Set<string>();
	readonly #moments: Moments;
	readonly #again: Again;
	readonly #signIns: SignIns | undefined;
	readonly #loadApps: (() => Promise<ToolApps>) | undefined;
	#apps: ToolApps | undefined;
	/** Tries that are under way, by address: never two of one server. */
	readonly #tries = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();
	#isOver = false;

	constructor({ auth, apps, moments = MOMENTS }: ServersOptions = {}) {
		super();
		this.#moments = moments;
		this.#signIns = auth && new SignIns(auth);
		this.#loadApps = apps;
		this.#again = new Again((url) => this.#tryAgain(url), moments);
	}

	/** All servers, failed ones too. */
	get entries(): ServerEntry[] {
		return [...this.#entries.values()];
	}

	/** Whether none is to be waited for: each is connected or not, or has taken so long that it will be added later. */
	get areSettled(): boolean {
		return this.entries.every(({ state, url }) => state !== "connecting" || this.#late.has(url));
	}

	/** The layers for a run, without what is not for models. */
	get layers(): McpLayer[] {
		const apps = this.#apps;
		const layers = this.client.layers();
		return apps ? layers.map((layer) => apps.forModels(layer)) : layers;
	}

	/** What a server offers, also to its apps alone; nothing while it is not connected. */
	layerOf({ url }: Pick<ServerEntry, "url">): McpLayer | undefined {
		const at = this.client.listServers().findIndex((server) => server.url === url);
		return this.client.layers()[at];
	}

	/** Whether there is something that signs in to a server. */
	canSignIn(url: string): boolean {
		return this.#signIns !== undefined && SignIns.areSafe(url);
	}

	/** Those that a call got no answer from since this was asked before. */
	takeSilent(): ServerEntry[] {
		const silent = this.entries.filter(({ url }) => this.#silent.has(url));
		this.#silent.clear();
		return silent;
	}

	/** Connects a server; a failure shows in the list and does not throw. */
	async add(url: string, { isOwn = this.#entries.get(url)?.isOwn ?? false } = {}): Promise<void> {
		if (this.#isOver) return;
		this.#again.forget(url);
		this.#late.delete(url);
		const wait = this.#moments.after(PATIENCE_MS, () => {
			this.#late.add(url);
			this.tell();
		});
		this.#set({ url, state: "connecting", name: url, tools: 0, isOwn });
		await this.#connect(url).finally(() => {
			wait();
			this.#late.delete(url);
		});
	}

	/** Connects a server as {@link add} does, and resolves at the latest when it need not be waited for. */
	begin(url: string, options: { isOwn?: boolean } = {}): Promise<void> {
		return new Promise((resolve, reject) => {
			const unsubscribe = this.subscribe(() => {
				if (this.#late.has(url)) resolve();
			});
			this.add(url, options).then(resolve, reject).finally(unsubscribe);
		});
	}

	/**
	 * Signs in to a server and connects it. To be called in the click of a person: a browser opens the window that it needs in no other
	 * moment. A failure shows in the list and does not throw; nothing where {@link canSignIn} says no.
	 */
	async signIn(url: string): Promise<void> {
		const entry = this.#entries.get(url);
		if (!entry || !this.#signIns || !this.canSignIn(url) || this.#isOver) return;
		let done: () => void;
		try {
			done = this.#signIns.allow(url);
		} catch (error) {
			this.#set({ ...entry, reason: reasonOf(error), kind: kindOf(error) });
			return;
		}
		try {
			await this.#connect(url, true);
		} finally {
			done();
		}
	}

	/** Disconnects a server and forgets it. */
	async remove(url: string): Promise<void> {
		this.#again.forget(url);
		this.#entries.delete(url);
		this.#tries.get(url)?.abort.abort();
		this.tell();
		await this.client.removeServer(url);
	}

	/** Calls a tool, and marks a server that does not answer, or wants the person to sign in. */
	async call(...call: Parameters<McpMultiClient["callToolOn"]>): Promise<McpToolResult> {
		const entry = this.#entryOf(call[0]);
		try {
			const result = await this.client.callToolOn(...call);
			if (entry) this.#answered(entry.url);
			return result;
		} catch (error) {
			if (entry && error instanceof WebMcpError) this.#unanswered(entry.url, error);
			throw error;
		}
	}

	/** Disconnects all, and tries none any more. */
	async dispose(): Promise<void> {
		this.#isOver = true;
		this.#again.dispose();
		for (const { abort } of this.#tries.values()) abort.abort();
		await this.client.disconnectAll();
	}

	async #callForRun(
		...[server, name, args, ...more]: Parameters<McpMultiClientLike["callToolOn"]>
	): Promise<McpToolResult> {
		const result = await this.call(server, name, args, ...more);
		const entry = this.#entryOf(server);
		const tool = entry && this.layerOf(entry)?.tools.find((one) => one.name === name);
		if (entry && tool) this.#apps?.called(entry, tool, args, result);
		return result;
	}

	#entryOf(server: string): ServerEntry | undefined {
		return this.entries.find(({ url, name }) => url === server || name === server);
	}

	#answered(url: string): void {
		const entry = this.#entries.get(url);
		if (!entry || (entry.state !== "lost" && entry.state !== "needs-sign-in")) return;
		this.#again.forget(url);
		const { reason: _, kind: __, ...rest } = entry;
		this.#set({ ...rest, state: "connected" });
	}

	#unanswered(url: string, error: WebMcpError): void {
		const entry = this.#entries.get(url);
		const { code } = error;
		if (!entry || (code !== "network" && code !== "unauthorized")) return;
		this.#silent.add(url);
		this.#failed(entry, error, "lost");
	}

	/** Connects it, or waits for the try that is under way. @param isAsked - The person signs in. */
	#connect(url: string, isAsked = false): Promise<void> {
		const under = this.#tries.get(url);
		if (under) return under.ended;
		const abort = new AbortController();
		const ended = this.#try(url, abort.signal, isAsked).finally(() => this.#tries.delete(url));
		this.#tries.set(url, { abort, ended });
		return ended;
	}

	async #try(url: string, signal: AbortSignal, isAsked: boolean): Promise<void> {
		try {
			if (this.#loadApps) this.#apps ??= await this.#loadApps();
			const { name, tools } = await this.#reached(url, signal);
			const entry = this.#entries.get(url);
			// One that was removed meanwhile stays away.
			if (!entry || signal.aborted) return void this.client.removeServer(url);
			const { isOwn } = entry;
			this.#again.forget(url);
			this.#set({ url, state: "connected", name, tools: tools.length, isOwn });
		} catch (error) {
			const entry = this.#entries.get(url);
			if (!entry || signal.aborted) return;
			const state = entry.state === "lost" ? "lost" : "failed";
			this.#failed(entry, error, state, isAsked);
		}
	}

	/** A server that was lost is asked by the client that it has, which others may be waiting for. */
	async #reached(url: string, signal: AbortSignal): Promise<{ name: string; tools: readonly McpToolDef[] }> {
		const entry = this.#entries.get(url);
		const known = entry?.state === "lost" ? this.client.clientOf(url) : undefined;
		if (entry && known) {
			await known.listTools({ signal });
			return { name: entry.name, tools: this.layerOf(entry)?.tools ?? [] };
		}
		const auth = this.canSignIn(url) ? this.#signIns : undefined;
		const extensions = this.#apps?.extensions;
		return this.client.addServer(url, { signal, ...(auth && { auth }), ...(extensions && { extensions }) });
	}

	/** @param isAsked - The person has tried to sign in, and wants to know why that was not enough. */
	#failed(entry: ServerEntry, error: unknown, state: "failed" | "lost", isAsked = false): void {
		const { reason: _, kind: __, ...rest } = entry;
		const why = { reason: reasonOf(error), kind: kindOf(error) };
		if (why.kind === "unauthorized") {
			this.#again.forget(entry.url);
			this.#set({ ...rest, state: "needs-sign-in", ...(isAsked ? why : { kind: why.kind }) });
			return;
		}
		this.#set({ ...rest, state, ...why });
		if (canPass(error) && !this.#isOver) this.#again.begin(entry.url);
		else this.#again.forget(entry.url);
	}

	/** Tries it without saying so: what the list says holds until it is known better. */
	async #tryAgain(url: string): Promise<boolean> {
		await this.#connect(url);
		const state = this.#entries.get(url)?.state;
		return state !== "failed" && state !== "lost";
	}

	#set(entry: ServerEntry): void {
		this.#entries.set(entry.url, entry);
		this.tell();
	}
}
