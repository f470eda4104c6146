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
import type {
	Availability,
	BrowserLanguageModel,
	BrowserSession,
	CreateOptions,
	Prompt,
} from "./language-model.js";
import { constraintOf, promptsOf, systemOf } from "./prompt.js";
import { Reply } from "./reply.js";

/** Options of {@link BrowserModelProvider}. */
export interface BrowserModelOptions {
	/** Asked before the browser downloads its model, which all pages share then; `false` downloads nothing and rejects with `aborted`. */
	onDownload?: () => boolean | Promise<boolean>;
	/** How far the download is, 0 … 1. */
	onProgress?: (progress: number) => void;
}

const OPTIONS = objectOf({ onDownload: optional(aFunction), onProgress: optional(aFunction) });

/** A session, and what it holds. */
interface Open {
	session: BrowserSession;
	/** System text and sampling: with others it is another conversation. */
	terms: string;
	/** The prompts that it has read or written, as JSON. */
	known: string[];
}

/**
 * The browser's own model: nothing to download for this page, nothing leaves the machine. It answers or calls one tool at a time, held to
 * the tools' schemas by the API's `responseConstraint`. What it has read of a conversation is not read again; of a new one, what the
 * system says and which tools there are.
 *
 * A window only, no Worker. Its first use may have to follow a press of the person.
 */
export class BrowserModelProvider implements LLMProvider {
	readonly name = "browser";
	readonly model = "browser";
	readonly #options: BrowserModelOptions;
	/** With the system's text alone, to be cloned for each conversation. */
	#base: Open | undefined;
	#open: Open | undefined;
	#contextSize: number | undefined;
	/** Whether this browser has refused a constraint with all of a tool's schema. */
	#isLoose = false;
	#replies = 0;
	/** Counts how often it was disposed of: what was opened before is not kept. */
	#life = 0;

	/** @throws {@link WebMcpError} `invalid_argument` for options that are none. */
	constructor(options: BrowserModelOptions = {}) {
		this.#options = optionsOf("BrowserModelProvider: options", options, OPTIONS);
	}

	/** Whether the browser has a model: `unavailable`, also where there is no such API; `downloadable`, `downloading` or `available`. */
	static async availability(): Promise<Availability> {
		return (await languageModel()?.availability()) ?? "unavailable";
	}

	/** One call at a time, texts only; how much it reads is known once it has answered. */
	get capabilities(): Capabilities {
		const size = this.#contextSize;
		const none = { parallelTools: false, images: false, caching: false, reasoning: false };
		return { tools: true, ...none, ...(size === undefined ? {} : { contextSize: size }) };
	}

	/**
	 * Gets the model ready, and downloads it where the browser has to. Rejects with `unsupported` (no such model in this browser),
	 * `aborted` (the download was refused), `network` or `model`.
	 */
	async initialize(): Promise<void> {
		if (!this.#base) this.#base = await this.#begin({ system: "" });
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
		const life = this.#life;
		const keys = prompts.map((prompt) => JSON.stringify(prompt));
		const open = await this.#sessionFor(
			{ system: systemOf(history, offered, asked.system), ...sampled },
			keys,
			signal,
		);
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
			// Of several chats at once the last one is gone on with.
			this.#open?.session.destroy();
			this.#open = { ...open, known: [...keys, ...said.map((prompt) => JSON.stringify(prompt))] };
			if (life !== this.#life) this.dispose();
			return response;
		} catch (error) {
			open.session.destroy();
			if (signal?.aborted) throw signal.reason;
			throw translated(error);
		}
	}

	/** Ends what is open and frees its memory; the next chat begins anew. */
	dispose(): void {
		this.#life += 1;
		this.#open?.session.destroy();
		this.#base?.session.destroy();
		this.#open = undefined;
		this.#base = undefined;
	}

	/** The session that has read the most of these prompts: the last one, or a clone of one that knows the system's text. */
	async #sessionFor(terms: Terms, keys: string[], signal: AbortSignal | undefined): Promise<Open> {
		const last = this.#open;
		// Whatever comes of it, it is no longer what it was.
		this.#open = undefined;
		const key = JSON.stringify(terms);
		if (
			last?.terms === key &&
			last.known.length < keys.length &&
			last.known.every((known, at) => known === keys[at])
		) {
			return last;
		}
		last?.session.destroy();
		if (this.#base?.terms !== key) {
			this.#base?.session.destroy();
			this.#base = undefined;
			this.#base = await orAborted(this.#begin(terms), signal);
		}
		const base = this.#base;
		const cloned = base.session.clone().then((session) => ({ ...base, session }));
		return orAborted(cloned, signal).catch((error: unknown) => {
			throw signal?.aborted ? error : translated(error);
		});
	}

	async #begin(terms: Terms): Promise<Open> {
		const model = languageModel();
		const availability = await BrowserModelProvider.availability().catch((error: unknown) => {
			throw translated(error);
		});
		if (!model || availability === "unavailable") {
			throw new WebMcpError(
				"unsupported",
				"This browser has no model of its own: use Chrome 148 or Edge on a desktop, or another provider.",
			);
		}
		const { onDownload, onProgress } = this.#options;
		if (availability === "downloadable" && onDownload && !(await onDownload())) {
			throw new WebMcpError("aborted", "The download of the browser's model was refused.");
		}
		const { system, ...sampled } = terms;
		const options: CreateOptions = {
			...sampled,
			...(system === "" ? {} : { initialPrompts: [{ role: "system", content: system }] }),
			monitor: (monitor) =>
				monitor.addEventListener("downloadprogress", ({ loaded }) => onProgress?.(loaded)),
		};
		try {
			const session = await model.create(options);
			this.#contextSize = session.contextWindow ?? session.inputQuota;
			return { session, terms: JSON.stringify(terms), known: [] };
		} catch (error) {
			throw translated(error);
		}
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

/** What a session is made with. */
interface Terms {
	system: string;
	temperature?: number;
	topK?: number;
}

/**
 * A session, or the signal's reason where that comes first: then the session is ended once it is there. A signal that is given to the browser
 * would end it in a later chat as well.
 */
async function orAborted(opening: Promise<Open>, signal: AbortSignal | undefined): Promise<Open> {
	if (!signal) return opening;
	signal.throwIfAborted();
	let stop: (() => void) | undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop);
	});
	try {
		return await Promise.race([opening, aborted]);
	} catch (error) {
		if (signal.aborted) opening.then(({ session }) => session.destroy()).catch(() => undefined);
		throw error;
	} finally {
		if (stop) signal.removeEventListener("abort", stop);
	}
}

/** As JSON has it: what a page passes may change, or refuse to be read. */
function copy<T>(what: string, value: T): T {
	return JSON.parse(json(what, value) ?? "[]") as T;
}

function languageModel(): BrowserLanguageModel | undefined {
	return (globalThis as { LanguageModel?: BrowserLanguageModel }).LanguageModel;
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** The browser's error in the package's words. */
function translated(error: unknown): Error {
	if (error instanceof WebMcpError) return error;
	const said = error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500);
	if (isNamed(error, "QuotaExceededError")) {
		return new WebMcpError(
			"model",
			`The conversation is longer than the browser's model reads: begin a new one, or offer fewer tools. (${said})`,
		);
	}
	if (isNamed(error, "NotAllowedError")) {
		return new WebMcpError(
			"unsupported",
			`The browser does not let this page use its model now: begin it with a press of the person, and allow 'language-model' in the page's Permissions-Policy. (${said})`,
		);
	}
	if (isNamed(error, "NotSupportedError")) {
		return new WebMcpError("unsupported", `The browser's model cannot do this: ${said}`);
	}
	if (isNamed(error, "NetworkError")) {
		return new WebMcpError("network", `The browser could not download its model: ${said}`);
	}
	return new WebMcpError("model", `The browser's model failed: ${said}`);
}
