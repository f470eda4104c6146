/** The chosen model as a provider, and how far it is. */
import { addressOf, choose } from "../model/choice.js";
import { LocalLLMProvider, RemoteLLMProvider } from "../provider/over-http.js";
import { WasmProvider } from "../provider/wasm-provider.js";
import type {
	LLMProvider,
	ModelAdapter,
	ModelDownload,
	ModelPreset,
	ModelRuntime,
	ModelSource,
} from "../types/index.js";
import { Observed } from "./observed.js";
import { Pace } from "./pace.js";
import { DEFAULT_SETTINGS, type Settings } from "./settings.js";

/** How far a model is; `unnamed` lacks what a person must give, `asking` waits for consent to a download. */
export type ModelPhase = "none" | "unnamed" | "asking" | "loading" | "paused" | "ready" | "stopped" | "error";

/** How far a download is. */
export interface Progress {
	/** 0…1 */
	part: number;
	/** What is done at present, in the engine's words. */
	status: string;
	/** Bytes; of what is not downloaded nothing. */
	loaded?: number;
	total?: number;
	/** Bytes in a second, and how many seconds are left, once that can be told. */
	speed?: number;
	left?: number;
}

/** The state of a model. */
export interface ModelState {
	phase: ModelPhase;
	progress?: Progress;
	/** Why it failed, in words. */
	reason?: string;
	/** What is to be consented to. */
	download?: ModelDownload;
}

/** What a page gives a model. */
export interface ModelOptions {
	/** The model that came with the page: a preset (of which the person is asked), an address, a file. */
	source?: ModelSource;
	/** A provider of the page's own, which answers in the place of `source`; it stays the page's to let go. */
	provider?: LLMProvider;
	/** LoRA adapters for it, and for no other. */
	adapters?: readonly ModelAdapter[];
	/** Further models by name. */
	presets?: { [name: string]: ModelPreset };
	/** Runtimes for models that the package's own engine does not run. */
	runtimes?: readonly ModelRuntime[];
}

/** Holds the chosen model. Changing the choice lets the old one go. */
export class Model extends Observed {
	settings: Settings = DEFAULT_SETTINGS;
	state: ModelState = { phase: "none" };
	/** A file that the visitor has chosen. */
	file: Blob | undefined;
	#options: ModelOptions;
	#provider: LLMProvider | undefined;
	/** What is let go with the choice. */
	#opened: { dispose(): void } | undefined;
	#consent: ((yes: boolean) => void) | undefined;
	#hasChosen = false;
	/** How much of what stands before its answer the model in the page has read, in tenths; nothing where it reads nothing. */
	reading: number | undefined;

	constructor(options: ModelOptions = {}) {
		super();
		this.#options = options;
	}

	/**
	 * Adds to what the page gives; `undefined` takes back. A choice that was made before is made again where it comes out otherwise: there
	 * was nothing to choose, or another model came with the page.
	 */
	offer(options: { readonly [name in keyof ModelOptions]: ModelOptions[name] | undefined }): void {
		const [source, adapters] = [this.#source(), JSON.stringify(this.#options.adapters)];
		const all = { ...this.#options, ...options };
		this.#options = Object.fromEntries(Object.entries(all).filter(([, given]) => given !== undefined));
		if (!this.#hasChosen || this.settings.kind !== "page") return;
		const isOther = source !== this.#source() || adapters !== JSON.stringify(this.#options.adapters);
		if (this.state.phase === "none" || isOther) void this.choose(this.settings);
	}

	/** The names of the presets that the page gives. */
	get presets(): readonly string[] {
		return Object.keys(this.#options.presets ?? {});
	}

	/** What can answer, or nothing, with the reason in `state`. */
	get provider(): LLMProvider | undefined {
		return this.#provider;
	}

	/** Whether it is so small that a wish which comes meanwhile waits. */
	get isSmall(): boolean {
		return this.#provider instanceof WasmProvider && this.#provider.engine.name === "gguf";
	}

	/** Whether the page has a provider of its own, which answers where nothing else was chosen. */
	get isGiven(): boolean {
		return this.#options.provider !== undefined;
	}

	/** Whether a wish can be given to it now or once it has loaded. */
	get canAnswer(): boolean {
		return this.provider !== undefined && !["loading", "asking", "paused"].includes(this.state.phase);
	}

	/** The address of the model that is or would be in the page. */
	get address(): string | undefined {
		const source = this.#source();
		return typeof source === "string" ? addressOf(source, this.#options.presets) : undefined;
	}

	/** Makes the provider for these settings; a model in the page begins to load. Failures show in `state`. */
	async choose(settings: Settings): Promise<void> {
		this.settings = settings;
		this.#hasChosen = true;
		this.#letGo();
		try {
			await this.#make();
		} catch (error) {
			this.#fail(error);
		}
	}

	/** Takes the file in the place of the model that came with the page. */
	chooseFile(file: Blob): Promise<void> {
		this.file = file;
		return this.choose({ ...this.settings, kind: "page" });
	}

	/** Answers what `state.download` asks. */
	consent(yes: boolean): void {
		this.#consent?.(yes);
	}

	/** Breaks a download off; what is stored by then is kept. */
	pause(): void {
		if (this.state.phase !== "loading") return;
		const { progress } = this.state;
		this.#letGo();
		this.#set({ phase: "paused", ...(progress && { progress }) });
	}

	/** Goes on with it, or begins anew after a failure. */
	resume(): Promise<void> {
		return this.choose(this.settings);
	}

	/** Frees all that the model holds. */
	dispose(): void {
		this.#hasChosen = false;
		this.#letGo();
		this.#set({ phase: "none" });
	}

	async #make(): Promise<void> {
		const { kind, localBackend, localUrl, localModel, remoteUrl, remoteModel, remoteFormat } = this.settings;
		if (kind === "page") return this.#load();
		if (kind === "browser") return this.#open();
		if (kind === "local") {
			if (localModel === "") {
				this.#set({ phase: "unnamed" });
				return;
			}
			this.#provider = new LocalLLMProvider({ backend: localBackend, baseUrl: localUrl, model: localModel });
		} else {
			if (remoteUrl === "") {
				this.#set({ phase: "unnamed" });
				return;
			}
			this.#provider = new RemoteLLMProvider({
				proxyUrl: remoteUrl,
				model: remoteModel,
				format: remoteFormat,
			});
		}
		this.#set({ phase: "ready" });
	}

	/** Gets the browser's own model ready. */
	async #open(): Promise<void> {
		const { BrowserModelProvider } = await import("../browser-model/index.js");
		if (this.settings.kind !== "browser") return;
		const isCurrent = () => this.#opened === own;
		const own = new BrowserModelProvider({
			onDownload: () => this.#ask({ url: "" }, isCurrent),
			onProgress: (part) => {
				if (isCurrent()) this.#set({ phase: "loading", progress: { part, status: "" } });
			},
		});
		this.#opened = own;
		this.#provider = own;
		this.#set({ phase: "loading" });
		try {
			await own.initialize();
			if (isCurrent()) this.#set({ phase: "ready" });
			else own.dispose();
		} catch (error) {
			if (isCurrent()) throw error;
		}
	}

	#source(): ModelSource | undefined {
		return this.settings.preset !== "" ? this.settings.preset : (this.file ?? this.#options.source);
	}

	async #load(): Promise<void> {
		const { adapters = [], presets = {}, runtimes = [], source: own, provider } = this.#options;
		if (provider && this.settings.preset === "" && this.file === undefined) {
			this.#provider = provider;
			this.#set({ phase: "ready" });
			return;
		}
		const source = this.#source();
		if (source === undefined) {
			this.#set({ phase: "none" });
			return;
		}
		const { engine, preset } = choose({ model: source, presets });
		// What came with the page is the page's to answer for; what comes from elsewhere the person is asked about.
		const asks = typeof source === "string" && (source !== own || preset !== undefined);
		const runtime = runtimes.find(({ name }) => name === engine.name);
		const pace = new Pace();
		const isCurrent = () => this.#opened === inPage;
		const inPage = new WasmProvider({
			model: source,
			presets,
			...(runtime && { runtime }),
			adapters: source === own ? adapters : [],
			...(asks && { onDownload: (asked) => this.#ask(asked, isCurrent) }),
			onProgress: (part, status, loaded, total) => {
				if (!isCurrent()) return;
				const bytes = loaded !== undefined && total !== undefined ? { loaded, total } : {};
				this.#set({ phase: "loading", progress: { part, status, ...bytes, ...pace.told(loaded, total) } });
			},
			onReading: (part) => {
				const tenths = part < 1 ? Math.floor(part * 10) : undefined;
				if (!isCurrent() || tenths === this.reading) return;
				this.reading = tenths;
				this.tell();
			},
			onStatusChange: (status) => {
				if (!isCurrent()) return;
				if (status === "loading") this.#set({ phase: "loading" });
				else if (status === "ready") this.#set({ phase: "ready" });
				else if (status === "error") this.#set({ phase: "stopped" });
			},
		});
		this.#opened = inPage;
		// A wish that comes while it loads waits for it.
		this.#provider = inPage;
		try {
			await inPage.initialize();
		} catch (error) {
			// A model that was replaced while it loaded fails for nobody.
			if (isCurrent()) throw error;
		}
	}

	async #ask(download: ModelDownload, isCurrent: () => boolean): Promise<boolean> {
		const yes = await new Promise<boolean>((resolve) => {
			this.#consent = resolve;
			this.#set({ phase: "asking", download });
		});
		this.#consent = undefined;
		if (yes && isCurrent()) this.#set({ phase: "loading" });
		return yes;
	}

	#letGo(): void {
		this.#consent?.(false);
		const old = this.#opened;
		this.#opened = undefined;
		this.#provider = undefined;
		this.reading = undefined;
		old?.dispose();
	}

	#fail(error: unknown): void {
		this.#set({ phase: "error", reason: error instanceof Error ? error.message : String(error) });
	}

	#set(state: ModelState): void {
		this.state = state;
		this.tell();
	}
}
