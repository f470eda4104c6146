/**
 * Tools that the browser hands to its model itself (Prompt API, "Tool use"). There the browser calls `execute` in the middle of an answer and
 * waits for the result; here a call ends the chat, and the next chat brings its result. In between the answer waits.
 */
import type { ChatMessage, ChatOptions, JsonObject, LLMResponse, ProviderTool } from "../types/index.js";
import type {
	BrowserLanguageModel,
	BrowserSession,
	BrowserTool,
	CreateOptions,
	Prompt,
} from "./language-model.js";
import { keysOf, promptsOf } from "./prompt.js";
import { type Call, Reply } from "./reply.js";

/** What a browser has to know to let its model call. One that does not know these types rejects with a `TypeError`. */
const TYPES = {
	expectedInputs: [{ type: "text" }, { type: "tool-response" }],
	expectedOutputs: [{ type: "text" }, { type: "tool-call" }],
};

/** Whether this browser's model calls tools by itself. */
export async function callsTools(model: BrowserLanguageModel): Promise<boolean> {
	try {
		return (await model.availability(TYPES)) !== "unavailable";
	} catch {
		return false;
	}
}

/** The calls of one session and its clones, of which one answers at a time. */
export class ToolCalls {
	readonly #waiting = new Map<string, (result: string) => void>();
	#arrived: Call[] = [];
	#wake: (() => void) | undefined;
	#count = 0;
	/** Whether an answer is under way. */
	isBusy = false;

	/** What a session is created with. */
	options(tools: readonly ProviderTool[]): CreateOptions {
		const own = tools.map(
			({ name, description, input_schema: inputSchema }): BrowserTool => ({
				name,
				description,
				inputSchema,
				execute: (input) => this.#call(name, input),
			}),
		);
		return { ...TYPES, tools: own };
	}

	#call(name: string, input: unknown): Promise<string> {
		this.#count += 1;
		const id = `browser_call_${this.#count}`;
		const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
		// What is no object is told to be wrong by the tool's schema.
		const taken = (isObject ? JSON.parse(JSON.stringify(input)) : {}) as JsonObject;
		this.#arrived.push({ type: "tool_use", id, name, input: taken });
		// Others that the model makes at once come in the same turn of the event loop.
		setTimeout(() => this.#wake?.());
		return new Promise((resolve) => this.#waiting.set(id, resolve));
	}

	/** Resolves once the model has called. */
	next(): Promise<void> {
		if (this.#arrived.length > 0) return Promise.resolve();
		return new Promise((resolve) => {
			this.#wake = resolve;
		});
	}

	/** The calls that were made since. */
	take(): Call[] {
		return this.#arrived.splice(0);
	}

	/** Tells the model a result. */
	answer(id: string, result: string): void {
		this.#waiting.get(id)?.(result);
		this.#waiting.delete(id);
	}

	/** Forgets what nobody will answer. */
	clear(): void {
		this.#waiting.clear();
		this.#arrived = [];
		this.#wake = undefined;
		this.isBusy = false;
	}
}

/** An answer in which the model may call, over as many chats as it makes calls. */
export class NativeAnswer {
	readonly #calls: ToolCalls;
	readonly #session: BrowserSession;
	readonly #stop = new AbortController();
	readonly #reader: ReadableStreamDefaultReader<string>;
	#reading: Promise<ReadableStreamReadResult<string>> | undefined;
	/** The prompts that the calls followed, as JSON, and the calls that wait. */
	#asked: { prompts: string[]; ids: string[] } | undefined;

	constructor(session: BrowserSession, calls: ToolCalls, prompts: Prompt[]) {
		this.#session = session;
		this.#calls = calls;
		calls.clear();
		calls.isBusy = true;
		this.#reader = session.promptStreaming(prompts, { signal: this.#stop.signal }).getReader();
	}

	/** Reads on, until the model has called or has said all. */
	async read(history: ChatMessage[], options: ChatOptions): Promise<LLMResponse> {
		const reply = new Reply(false, "", options);
		const { signal } = options;
		const stop = () => this.end();
		signal?.addEventListener("abort", stop);
		try {
			for (;;) {
				this.#reading ??= this.#reader.read();
				const read = await Promise.race([this.#reading, this.#calls.next()]);
				signal?.throwIfAborted();
				const calls = read ? [] : this.#calls.take();
				if (calls.length > 0) {
					this.#asked = { prompts: keysOf(promptsOf(history, [])), ids: calls.map(({ id }) => id) };
					return reply.calling(calls);
				}
				if (!read) continue;
				this.#reading = undefined;
				if (read.done) {
					this.#calls.clear();
					return reply.end();
				}
				reply.push(read.value);
			}
		} catch (error) {
			this.end();
			throw error;
		} finally {
			signal?.removeEventListener("abort", stop);
		}
	}

	/** Tells the model the results of its calls, where this history brings all of them and goes on from there; `false` otherwise. */
	takes(history: ChatMessage[]): boolean {
		const asked = this.#asked;
		const results = history.at(-1)?.content;
		if (!asked || !Array.isArray(results)) return false;
		const before = keysOf(promptsOf(history.slice(0, -2), []));
		if (before.length !== asked.prompts.length || !asked.prompts.every((one, at) => one === before[at])) {
			return false;
		}
		const told = new Map<string, string>();
		for (const block of results) {
			if (block.type !== "tool_result") return false;
			told.set(block.tool_use_id, block.is_error ? `Error: ${block.content}` : block.content);
		}
		if (told.size !== asked.ids.length || !asked.ids.every((id) => told.has(id))) return false;
		for (const [id, result] of told) this.#calls.answer(id, result);
		this.#asked = undefined;
		return true;
	}

	/** Gives the answer up, and its session. */
	end(): void {
		this.#calls.clear();
		this.#stop.abort();
		this.#reader.cancel().catch(() => undefined);
		this.#session.destroy();
	}
}
