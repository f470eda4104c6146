/** The sessions of the browser's model: one that goes on, and one for each beginning, of which others are cloned. */
import { abortable } from "../core/abortable.js";
import { WebMcpError } from "../core/errors.js";
import type { ProviderTool } from "../types/index.js";
import { translated } from "./errors.js";
import type { BrowserLanguageModel, BrowserSession, CreateOptions } from "./language-model.js";
import { ToolCalls } from "./native-tools.js";

/** Options of {@link BrowserModelProvider}. */
export interface BrowserModelOptions {
	/** Asked before the browser downloads its model, which all pages share then; `false` downloads nothing and rejects with `aborted`. */
	onDownload?: () => boolean | Promise<boolean>;
	/** How far the download is, 0 … 1. */
	onProgress?: (progress: number) => void;
}

/** A session, and what it holds. */
export interface Open {
	session: BrowserSession;
	/** System text and sampling: with others it is another conversation. */
	terms: string;
	/** The prompts that it has read or written, as JSON. */
	known: string[];
	/** Where the browser calls its tools itself. */
	calls?: ToolCalls;
}

/** What a session is made with. */
export interface Terms {
	system: string;
	/** Those that the browser calls itself. */
	tools?: ProviderTool[];
	temperature?: number;
	topK?: number;
}

/** A session that is being made, or is there. */
interface Base {
	terms: string;
	opening: Promise<Open>;
	session?: BrowserSession;
}

/** What is open. */
export class Sessions {
	readonly #options: BrowserModelOptions;
	/** With the system's text alone, to be cloned for each conversation; chats at once wait for the same one. */
	#base: Base | undefined;
	#open: Open | undefined;
	/** Counts how often all was ended: what was begun before is not kept. */
	life = 0;
	/** Tokens that a session holds, once one was open. */
	contextSize: number | undefined;

	constructor(options: BrowserModelOptions) {
		this.#options = options;
	}

	/** Gets the model ready. */
	async prepare(): Promise<void> {
		await this.#beginning({ system: "" });
	}

	/** Goes on from this session in a later chat, unless all was ended since `life`. Of several chats at once the last one counts. */
	keep(open: Open, life: number): void {
		this.#open?.session.destroy();
		this.#open = open;
		if (life !== this.life) this.end();
	}

	/** Ends what is open. */
	end(): void {
		this.life += 1;
		this.#open?.session.destroy();
		this.#open = undefined;
		this.#endBase();
	}

	#endBase(): void {
		const base = this.#base;
		if (base?.session) base.session.destroy();
		else base?.opening.then(({ session }) => session.destroy()).catch(() => undefined);
		this.#base = undefined;
	}

	/** The session that knows these terms alone. */
	#beginning(terms: Terms): Promise<Open> {
		const key = JSON.stringify(terms);
		if (this.#base?.terms === key) return this.#base.opening;
		this.#endBase();
		const base: Base = { terms: key, opening: this.#begin(terms) };
		this.#base = base;
		base.opening.then(
			({ session }) => {
				base.session = session;
			},
			() => {
				if (this.#base === base) this.#base = undefined;
			},
		);
		return base.opening;
	}

	/** The session that has read the most of these prompts: the last one, or a clone of one that knows the system's text. */
	async open(terms: Terms, keys: string[], signal: AbortSignal | undefined): Promise<Open> {
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
		// A signal that is given to the browser would end the session in a later chat as well.
		const base = await abortable(this.#beginning(terms), signal);
		const cloning = base.session.clone();
		try {
			return { ...base, session: await abortable(cloning, signal) };
		} catch (error) {
			if (!signal?.aborted) throw translated(error);
			cloning.then((session) => session.destroy()).catch(() => undefined);
			throw error;
		}
	}

	async #begin(terms: Terms): Promise<Open> {
		const model = languageModel();
		const availability = await model?.availability().catch((error: unknown) => {
			throw translated(error);
		});
		if (!model || !availability || availability === "unavailable") {
			throw new WebMcpError(
				"unsupported",
				"This browser has no model of its own: use Chrome 148 or Edge on a desktop, or another provider.",
			);
		}
		const { onDownload, onProgress } = this.#options;
		if (availability === "downloadable" && onDownload && !(await onDownload())) {
			throw new WebMcpError("aborted", "The download of the browser's model was refused.");
		}
		const { system, tools, ...sampled } = terms;
		const calls = tools && new ToolCalls();
		const options: CreateOptions = {
			...sampled,
			...(calls && tools ? calls.options(tools) : {}),
			...(system === "" ? {} : { initialPrompts: [{ role: "system", content: system }] }),
			monitor: (monitor) =>
				monitor.addEventListener("downloadprogress", ({ loaded }) => onProgress?.(loaded)),
		};
		try {
			const session = await model.create(options);
			this.contextSize = session.contextWindow ?? session.inputQuota;
			return { session, terms: JSON.stringify(terms), known: [], ...(calls && { calls }) };
		} catch (error) {
			throw translated(error);
		}
	}
}

/** The browser's own, where it has one. */
export function languageModel(): BrowserLanguageModel | undefined {
	return (globalThis as { LanguageModel?: BrowserLanguageModel }).LanguageModel;
}
