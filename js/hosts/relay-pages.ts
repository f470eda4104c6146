/** The pages that are connected to a relay: who may, what tools they have, and calls of these. */
import { aFunction, aText } from "../core/arguments.js";
import type { JsonObject } from "../types/index.js";
import {
	type FromPage,
	type FromRelay,
	NOT_UNDERSTOOD,
	type RelayedTool,
	WRONG_TOKEN,
} from "../webmcp/relay-messages.js";

const HELLO_MS = 5000;
const MAX_TOOLS = 1000;
/** Hosts of MCP take no longer names. */
const MAX_NAME_CHARS = 64;

/** A call's result, as MCP has it. */
export interface RelayResult {
	content: ({ type: "text"; text: string } | { type: string; [field: string]: unknown })[];
	structuredContent?: JsonObject;
	isError: boolean;
}

/** What is used of a socket of `ws`. */
export interface Socket {
	on(event: "message", listener: (data: { toString(): string }) => void): void;
	on(event: "close" | "error", listener: () => void): void;
	send(text: string): void;
	close(code?: number, reason?: string): void;
	terminate(): void;
}

class Page {
	/** By the names that they have outside, which stay theirs while the page is there. */
	readonly tools = new Map<string, RelayedTool>();
	readonly calls = new Map<string, (result: RelayResult) => void>();
	readonly #socket: Socket;

	constructor(socket: Socket) {
		this.#socket = socket;
	}

	say(message: FromRelay): void {
		this.#socket.send(JSON.stringify(message));
	}
}

/** All of them. */
export class Pages {
	readonly #token: string;
	readonly #timeoutMs: number;
	readonly #pages = new Set<Page>();
	readonly #listeners = new Set<() => void>();
	#next = 1;

	constructor(token: string, timeoutMs: number) {
		this.#token = token;
		this.#timeoutMs = timeoutMs;
	}

	add(socket: Socket): void {
		const page = new Page(socket);
		const timer = setTimeout(() => socket.close(WRONG_TOKEN, "No hello came."), HELLO_MS);
		socket.on("message", (data) => {
			const said = parsed(data.toString());
			if (!said) return socket.close(NOT_UNDERSTOOD, "This is no message of a page.");
			if (this.#pages.has(page)) return this.#heard(page, said);
			clearTimeout(timer);
			if (said.kind !== "hello" || !this.#knows(said.token))
				return socket.close(WRONG_TOKEN, "The token is wrong.");
			this.#pages.add(page);
			page.say({ kind: "welcome" });
			this.#listed(page, said.tools);
		});
		socket.on("error", () => socket.terminate());
		socket.on("close", () => {
			clearTimeout(timer);
			if (!this.#pages.delete(page)) return;
			for (const settle of page.calls.values()) settle(failed(`The page has gone. ${UNKNOWN}`));
			this.#changed();
		});
	}

	tools(): RelayedTool[] {
		return [...this.#pages].flatMap(({ tools }) => [...tools].map(([name, tool]) => ({ ...tool, name })));
	}

	subscribe(listener: () => void): () => void {
		aFunction("subscribe: listener", listener);
		const own = () => listener();
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}

	call(name: string, args: JsonObject, signal?: AbortSignal): Promise<RelayResult> {
		aText("call: name", name);
		const page = [...this.#pages].find(({ tools }) => tools.has(name));
		const tool = page?.tools.get(name);
		if (!page || !tool) return Promise.resolve(failed(`No page that is connected has a tool '${name}'.`));
		if (signal?.aborted) return Promise.resolve(failed("The call was cancelled before it began."));
		const id = String(this.#next);
		this.#next += 1;
		return new Promise((resolve) => {
			const settle = (result: RelayResult) => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", cancel);
				page.calls.delete(id);
				resolve(result);
			};
			const stop = (why: string) => {
				page.say({ kind: "cancel", id });
				settle(failed(`The call ${why} after it had begun. ${UNKNOWN}`));
			};
			const cancel = () => stop("was cancelled");
			const timer = setTimeout(() => stop(`took longer than ${this.#timeoutMs} ms`), this.#timeoutMs);
			signal?.addEventListener("abort", cancel, { once: true });
			page.calls.set(id, settle);
			page.say({ kind: "call", id, name: tool.name, args });
		});
	}

	#heard(page: Page, said: FromPage): void {
		if (said.kind === "tools") this.#listed(page, said.tools);
		if (said.kind === "result") page.calls.get(said.id)?.(resultOf(said.result, said.isError === true));
	}

	#listed(page: Page, said: unknown): void {
		const tools = Array.isArray(said) ? said.slice(0, MAX_TOOLS).flatMap((tool) => toolOf(tool) ?? []) : [];
		const before = new Map([...page.tools].map(([outer, { name }]) => [name, outer]));
		page.tools.clear();
		for (const tool of tools) {
			const outer = before.get(tool.name) ?? this.#free(tool.name);
			if (outer) page.tools.set(outer, tool);
		}
		this.#changed();
	}

	/** A name that no tool has; none where hosts would not take it. */
	#free(name: string): string | undefined {
		const isTaken = (outer: string) => [...this.#pages].some(({ tools }) => tools.has(outer));
		let outer = name;
		for (let number = 2; isTaken(outer); number += 1) outer = `${name}_${number}`;
		return outer.length <= MAX_NAME_CHARS ? outer : undefined;
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) {
			try {
				listener();
			} catch (error) {
				console.error("webmcp-auto-ui: a listener of the relay failed.", error);
			}
		}
	}

	/** Takes as long whatever is wrong. */
	#knows(token: unknown): boolean {
		if (typeof token !== "string" || token.length !== this.#token.length) return false;
		let different = 0;
		for (let at = 0; at < token.length; at += 1)
			different |= token.charCodeAt(at) ^ this.#token.charCodeAt(at);
		return different === 0;
	}
}

const UNKNOWN = "Whether it took effect is not known: look before trying again.";

function failed(text: string): RelayResult {
	return { content: [{ type: "text", text }], isError: true };
}

/** What a page answers; content that is MCP's own is passed on as it is. */
function resultOf(result: JsonObject, isError: boolean): RelayResult {
	if (Array.isArray(result?.content)) return { content: result.content as RelayResult["content"], isError };
	return {
		content: [{ type: "text", text: JSON.stringify(result) }],
		...(isError ? {} : { structuredContent: result }),
		isError,
	};
}

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/** A tool as MCP takes it; of one that is none, or odd, the others' list must not suffer. */
function toolOf(value: unknown): RelayedTool | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { name, description, inputSchema, annotations } = value as { [field: string]: unknown };
	if (typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name) || typeof description !== "string")
		return undefined;
	if (!isObject(inputSchema) || inputSchema.type !== "object") return undefined;
	const { properties = {}, required = [] } = inputSchema;
	const areFields = isObject(properties) && Object.values(properties).every(isObject);
	const areNames = Array.isArray(required) && required.every((one) => typeof one === "string");
	if (!areFields || !areNames) return undefined;
	const hints = isObject(annotations)
		? Object.fromEntries(
				HINTS.flatMap((hint) => (typeof annotations[hint] === "boolean" ? [[hint, annotations[hint]]] : [])),
			)
		: undefined;
	return {
		name,
		description,
		inputSchema: inputSchema as JsonObject,
		...(hints ? { annotations: hints as JsonObject } : {}),
	};
}

const isObject = (value: unknown): value is { [field: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): FromPage | undefined {
	try {
		const said: unknown = JSON.parse(text);
		return typeof said === "object" && said !== null && "kind" in said ? (said as FromPage) : undefined;
	} catch {
		return undefined;
	}
}
