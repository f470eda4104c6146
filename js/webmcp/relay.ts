/** Lets programs on the person's desktop call the page's tools: the page connects to a relay on the same machine, which speaks MCP. */
import { aFunction, aText, invalid, must, objectOf, optional, optionsOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { isThisMachine } from "../core/loopback.js";
import type { JsonObject, WebMcpLayer, WebMcpServer, WebMcpToolDef } from "../types/index.js";
import { outerName } from "./names.js";
import { failure, plainResult } from "./plain.js";
import {
	type FromPage,
	type FromRelay,
	NOT_UNDERSTOOD,
	type RelayedTool,
	WRONG_TOKEN,
} from "./relay-messages.js";
import { SERVED, Served, type ServedOptions } from "./served.js";

/** How it stands between page and relay. `refused`: the token is wrong, and it is not tried again. */
export type RelayState = "connecting" | "connected" | "refused" | "closed";

/** Options of `connectRelay`. */
export interface RelayLinkOptions extends ServedOptions {
	/** The relay's address, `ws://127.0.0.1:<port>`; only this machine will do. */
	url: string;
	/** The token that the relay has printed. */
	token: string;
	/** In front of each name, with a dot. Default: the server's name; `""` for none. */
	prefix?: string;
	/** Hears of each change. */
	onState?(state: RelayState): void;
}

/** A page's end of the link. */
export interface RelayLink {
	readonly state: RelayState;
	/** Ends it, and aborts the calls that run: nobody waits for them. */
	close(): void;
}

const LOOPBACK = must("an address ws://127.0.0.1:<port> of this machine", (value) => {
	if (typeof value !== "string" || !URL.canParse(value)) return false;
	const url = new URL(value);
	return url.protocol === "ws:" && isThisMachine(url);
});
const OPTIONS = objectOf({
	...SERVED,
	url: LOOPBACK,
	token: aText,
	prefix: optional(aText),
	onState: optional(aFunction),
});
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Connects a server's tools, or a layer's, to a relay (`webmcp-relay`, or `createRelay` of `webmcp-auto-ui/relay`), which lists and calls
 * them for any MCP client on this machine. A relay that is gone is looked for again, ever less often. Needs `init()`.
 *
 * @throws {@link WebMcpError} `invalid_argument`; `unsupported` where there are no WebSockets, or the page may open none.
 */
export function connectRelay(source: WebMcpServer | WebMcpLayer, options: RelayLinkOptions): RelayLink {
	const given = optionsOf("connectRelay: options", options, OPTIONS);
	if (typeof WebSocket === "undefined") {
		throw new WebMcpError("unsupported", "A relay needs WebSockets, which browsers and Node 22 have.");
	}
	if (given.token === "") throw invalid("connectRelay: options.token", "must be what the relay has printed");
	return new Link(new Served("connectRelay", source, given, "relay"), given);
}

class Link implements RelayLink {
	readonly #served: Served;
	readonly #options: RelayLinkOptions;
	readonly #running = new Map<string, AbortController>();
	readonly #unsubscribe: () => void;
	#socket: WebSocket | undefined;
	#state: RelayState = "connecting";
	#wait = FIRST_WAIT_MS;
	#again: ReturnType<typeof setTimeout> | undefined;
	#telling: ReturnType<typeof setTimeout> | undefined;

	constructor(served: Served, options: RelayLinkOptions) {
		this.#served = served;
		this.#options = options;
		this.#unsubscribe = served.subscribe(() => {
			this.#telling ??= setTimeout(() => {
				this.#telling = undefined;
				this.#say({ kind: "tools", tools: this.#told() });
			}, 0);
		});
		this.#connect();
	}

	get state(): RelayState {
		return this.#state;
	}

	close(): void {
		this.#unsubscribe();
		clearTimeout(this.#again);
		clearTimeout(this.#telling);
		this.#become("closed");
		this.#socket?.close();
	}

	#connect(): void {
		const socket = this.#opened();
		this.#socket = socket;
		socket.onopen = () => {
			const title = typeof document === "undefined" ? "" : document.title;
			this.#say({ kind: "hello", token: this.#options.token, title, tools: this.#told() });
		};
		socket.onmessage = ({ data }) => {
			const said = parsed(data);
			if (said) void this.#heard(said, socket);
			else socket.close(NOT_UNDERSTOOD);
		};
		socket.onclose = ({ code }) => {
			for (const controller of this.#running.values()) controller.abort();
			this.#running.clear();
			if (this.#state === "closed") return;
			if (code === WRONG_TOKEN) return this.#become("refused");
			this.#become("connecting");
			this.#again = setTimeout(() => this.#connect(), this.#wait);
			this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
		};
	}

	#opened(): WebSocket {
		try {
			return new WebSocket(this.#options.url);
		} catch (error) {
			this.close();
			const why = error instanceof Error ? error.message : String(error);
			throw new WebMcpError("unsupported", `This page may not connect to the relay: ${why}`);
		}
	}

	async #heard(said: FromRelay, socket: WebSocket): Promise<void> {
		switch (said.kind) {
			case "welcome":
				this.#wait = FIRST_WAIT_MS;
				return this.#become("connected");
			case "cancel":
				return this.#running.get(said.id)?.abort();
			case "call": {
				const controller = new AbortController();
				this.#running.set(said.id, controller);
				const result = await this.#called(said.name, said.args, controller.signal);
				if (this.#running.get(said.id) === controller) this.#running.delete(said.id);
				// Another relay has other calls of the same number.
				if (socket !== this.#socket) return;
				return this.#say({ kind: "result", id: said.id, result, isError: result.isError === true });
			}
		}
	}

	async #called(name: string, args: unknown, signal: AbortSignal): Promise<JsonObject> {
		try {
			const tool = this.#tools().get(name);
			if (!tool) return failure(`The page has no tool '${name}'.`);
			const answer = await this.#served.call(tool, args, undefined, signal);
			return "code" in answer ? failure(answer.error, { code: answer.code }) : plainResult(answer.result);
		} catch (error) {
			return failure(error instanceof Error ? error.message : "The page cannot tell its tools.");
		}
	}

	/** What is told of the tools; nothing where the page cannot tell. */
	#told(): RelayedTool[] {
		try {
			return [...this.#tools()].map(relayed);
		} catch (error) {
			console.error("webmcp-auto-ui: the tools cannot be told to the relay.", error);
			return [];
		}
	}

	/** By the names that they have outside. */
	#tools(): Map<string, WebMcpToolDef> {
		const { prefix = this.#served.name } = this.#options;
		return new Map(this.#served.tools().map((tool) => [outerName(prefix, tool.name), tool]));
	}

	#say(message: FromPage): void {
		if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
	}

	#become(state: RelayState): void {
		if (this.#state === state) return;
		this.#state = state;
		try {
			this.#options.onState?.(state);
		} catch (error) {
			reportError(error);
		}
	}
}

function relayed([name, { description, inputSchema, annotations }]: [string, WebMcpToolDef]): RelayedTool {
	// MCP wants it said that arguments are an object.
	const schema = { ...inputSchema, type: "object" };
	return { name, description, inputSchema: schema, ...(annotations ? { annotations } : {}) };
}

function parsed(data: unknown): FromRelay | undefined {
	try {
		const said: unknown = typeof data === "string" ? JSON.parse(data) : undefined;
		return typeof said === "object" && said !== null && "kind" in said ? (said as FromRelay) : undefined;
	} catch {
		return undefined;
	}
}
