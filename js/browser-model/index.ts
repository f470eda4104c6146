/** `webmcp-auto-ui/browser-model`: the model that the browser brings along (`LanguageModel`, Chrome 148 and Edge), as a provider. */
import { aFunction, invalid, json, objectOf, optional, optionsOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { init } from "../core/init.js";
import { checkChat } from "../model/chat-arguments.js";
import type {
	Capabilities,
	ChatMessage,
	ChatOptions,
	LLMProvider,
	LLMResponse,
	ProviderTool,
} from "../types/index.js";
import { isNamed, translated } from "./errors.js";
import type { Availability, BrowserSession, Prompt } from "./language-model.js";
import { callsTools, NativeAnswer } from "./native-tools.js";
import { constraintOf, keysOf, promptsOf, systemOf } from "./prompt.js";
import { Reply } from "./reply.js";
import { type BrowserModelOptions, languageModel, type Open, Sessions, type Terms } from "./sessions.js";

export type { BrowserModelOptions } from "./sessions.js";

const OPTIONS = objectOf({ onDownload: optional(aFunction), onProgress: optional(aFunction) });

/** An answer that waits for what its calls bring. */
interface Waiting {
	open: Open;
	answer: NativeAnswer;
}

/**
 * The browser's own model: nothing to download for this page, nothing leaves the machine. Where the browser hands tools to its model (a draft
 * of the API), it calls as it was made to; elsewhere it answers or calls one tool at a time, held to
 * the tools' schemas by the API's `responseConstraint`. What it has read of a conversation is not read again; of a new one, what the
 * system says and which tools there are.
 *
 * A window only, no Worker. Its first use may have to follow a press of the person.
 */
export class BrowserModelProvider implements LLMProvider {
	readonly name = "browser";
	readonly model = "browser";
	readonly #sessions: Sessions;
	/** Whether this browser has refused a constraint with all of a tool's schema. */
	#isLoose = false;
	/** Whether the browser calls tools itself, once that was asked. */
	#isNative: boolean | undefined;
	#waiting: Waiting | undefined;
	#replies = 0;

	/** @throws {@link WebMcpError} `invalid_argument` for options that are none. */
	constructor(options: BrowserModelOptions = {}) {
		this.#sessions = new Sessions(optionsOf("BrowserModelProvider: options", options, OPTIONS));
	}

	/** Whether the browser has a model: `unavailable`, also where there is no such API; `downloadable`, `downloading` or `available`. */
	static async availability(): Promise<Availability> {
		return (await languageModel()?.availability()) ?? "unavailable";
	}

	/** Texts only, and one call at a time where the browser does not hand tools to its model; how much it reads is known once it has answered. */
	get capabilities(): Capabilities {
		const size = this.#sessions.contextSize;
		const none = { parallelTools: this.#isNative === true, images: false, caching: false, reasoning: false };
		return { tools: true, ...none, ...(size === undefined ? {} : { contextSize: size }) };
	}

	/**
	 * Gets the model ready, and downloads it where the browser has to. Rejects with `unsupported` (no such model in this browser),
	 * `aborted` (the download was refused), `network` or `model`.
	 */
	async initialize(): Promise<void> {
		await this.#sessions.prepare();
	}

	/**
	 * Answers a history. `maxTokens` is not known to the API; `temperature` and `topK` are sent where both are given. Rejects with
	 * `unsupported`, `aborted`, `network`, or `model` (also where the history is too long).
	 */
	async chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse> {
		checkChat(messages, tools, options);
		const asked = options ?? {};
		const history = copy("chat: messages", messages);
		const offered = copy("chat: tools", tools);
		await init();
		const { temperature, topK, signal, toolChoice } = asked;
		const sampled = temperature !== undefined && topK !== undefined ? { temperature, topK } : {};
		const prompts = promptsOf(history, offered);
		if (prompts.at(-1)?.role !== "user") {
			throw invalid("chat: messages", "must end with the person's message or a tool's result");
		}
		signal?.throwIfAborted();
		const waiting = this.#waiting;
		this.#waiting = undefined;
		if (waiting?.answer.takes(history)) return this.#goOn(waiting, history, asked);
		waiting?.answer.end();
		const isFree = offered.length > 0 && (toolChoice ?? "auto") === "auto";
		if (isFree && (await this.#callsTools())) {
			const terms = { system: systemOf(history, [], asked.system), tools: offered, ...sampled };
			const answered = await this.#answerNatively(terms, history, asked);
			if (answered) return answered;
		}
		const { life } = this.#sessions;
		const keys = keysOf(prompts);
		const terms = { system: systemOf(history, offered, asked.system), ...sampled };
		const open = await this.#sessions.open(terms, keys, signal);
		const ask = (isLoose: boolean) =>
			this.#ask(
				open.session,
				prompts.slice(open.known.length),
				constraintOf(offered, toolChoice, isLoose),
				asked,
			);
		try {
			const response = await ask(this.#isLoose).catch((error: unknown) => {
				if (this.#isLoose || offered.length === 0 || !isNamed(error, "NotSupportedError")) throw error;
				this.#isLoose = true;
				return ask(true);
			});
			const said = promptsOf([{ role: "assistant", content: response.content }], offered);
			this.#sessions.keep({ ...open, known: [...keys, ...keysOf(said)] }, life);
			return response;
		} catch (error) {
			open.session.destroy();
			if (signal?.aborted) throw signal.reason;
			throw translated(error);
		}
	}

	/** Answers with tools that the browser calls itself; nothing where it does not, or is just doing so for another chat. */
	async #answerNatively(
		terms: Terms,
		history: ChatMessage[],
		options: ChatOptions,
	): Promise<LLMResponse | undefined> {
		const prompts = promptsOf(history, []);
		const opening = this.#sessions.open(terms, keysOf(prompts), options.signal);
		const open = await opening.catch((error: unknown) => {
			const isRefused = error instanceof WebMcpError && error.code === "unsupported";
			if (options.signal?.aborted || !isRefused) throw error;
			this.#isNative = false;
			return undefined;
		});
		if (!open?.calls || open.calls.isBusy) {
			open?.session.destroy();
			return undefined;
		}
		const answer = new NativeAnswer(open.session, open.calls, prompts.slice(open.known.length));
		return this.#goOn({ open, answer }, history, options);
	}

	/** Reads an answer until the model calls, or has said all. */
	async #goOn(waiting: Waiting, history: ChatMessage[], options: ChatOptions): Promise<LLMResponse> {
		const { life } = this.#sessions;
		const response = await waiting.answer.read(history, options).catch((error: unknown) => {
			throw options.signal?.aborted ? options.signal.reason : translated(error);
		});
		if (response.stopReason !== "tool_use") {
			const said = promptsOf([...history, { role: "assistant", content: response.content }], []);
			this.#sessions.keep({ ...waiting.open, known: keysOf(said) }, life);
			return response;
		}
		this.#waiting?.answer.end();
		this.#waiting = waiting;
		if (life !== this.#sessions.life) this.dispose();
		return response;
	}

	async #callsTools(): Promise<boolean> {
		const model = languageModel();
		this.#isNative ??= model !== undefined && (await callsTools(model));
		return this.#isNative;
	}

	/** Ends what is open and frees its memory; the next chat begins anew. */
	dispose(): void {
		this.#waiting?.answer.end();
		this.#waiting = undefined;
		this.#sessions.end();
	}

	async #ask(
		session: BrowserSession,
		prompts: Prompt[],
		constraint: object | undefined,
		options: ChatOptions,
	): Promise<LLMResponse> {
		this.#replies += 1;
		const reply = new Reply(constraint !== undefined, `browser_${this.#replies}`, options);
		const reader = session
			.promptStreaming(prompts, {
				...(options.signal ? { signal: options.signal } : {}),
				// The system's text describes the tools already.
				...(constraint ? { responseConstraint: constraint, omitResponseConstraintInput: true } : {}),
			})
			.getReader();
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (done) return reply.end();
				reply.push(value);
			}
		} finally {
			reader.cancel().catch(() => undefined);
		}
	}
}

/** As JSON has it: what a page passes may change, or refuse to be read. */
function copy<T>(what: string, value: T): T {
	return JSON.parse(json(what, value) ?? "[]") as T;
}
