/** The chosen model as a provider, and its state for the page to show. */
import {
	type LLMProvider,
	LocalLLMProvider,
	type ModelSource,
	type ModelStatus,
	RemoteLLMProvider,
	WasmProvider,
} from "webmcp-auto-ui";
import { adapter } from "webmcp-auto-ui-composer";
import { reasonOf } from "./dom.js";
import { loadSettings, type Settings, saveSettings } from "./settings.js";

/** How far the model is. */
export interface ModelState {
	phase: "none" | "loading" | "ready" | "error";
	text: string;
	/** 0…1 while loading, where known. */
	progress?: number;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** A model that failed is loaded again by the next wish. */
const GEMMA: { [status in ModelStatus]: ModelState } = {
	idle: { phase: "none", text: "No model is loaded." },
	loading: { phase: "loading", text: "Loading Gemma …", progress: 0 },
	ready: { phase: "ready", text: "Gemma runs in this page; nothing leaves your machine." },
	error: { phase: "error", text: "Gemma has stopped; your next wish loads it again." },
};

/** Holds the chosen model. Changing the choice lets the old model go. */
export class Model {
	settings: Settings = loadSettings();
	state: ModelState = { phase: "none", text: "No model is loaded." };
	source: ModelSource | undefined;
	readonly #own: ModelSource | undefined;
	readonly #listeners = new Set<() => void>();
	#provider: LLMProvider | undefined;
	#wasm: WasmProvider | undefined;

	constructor(source: ModelSource | undefined) {
		this.source = source;
		this.#own = source;
	}

	/** Calls `listener` whenever state or settings change. */
	subscribe(listener: () => void): void {
		this.#listeners.add(listener);
	}

	/** The provider, or undefined with the reason in `state`. */
	get provider(): LLMProvider | undefined {
		return this.#provider;
	}

	/** Whether the model is so small that a wish which comes meanwhile waits. */
	get isSmall(): boolean {
		return this.settings.kind === "gemma";
	}

	/** Changes what does not concern the model itself, which stays loaded. */
	keep(change: Pick<Settings, "ask">): void {
		this.settings = { ...this.settings, ...change };
		saveSettings(this.settings);
	}

	/** Makes the provider for the present settings; an in-browser model begins to load. */
	async choose(change: Partial<Settings> = {}): Promise<void> {
		this.settings = { ...this.settings, ...change };
		saveSettings(this.settings);
		this.#wasm?.dispose();
		this.#wasm = undefined;
		this.#provider = undefined;
		try {
			await this.#make();
		} catch (error) {
			this.#set({ phase: "error", text: reasonOf(error) });
		}
	}

	async #make(): Promise<void> {
		const { kind, localBackend, localUrl, localModel, remoteUrl, remoteModel, remoteFormat } = this.settings;
		if (kind === "gemma") return this.#loadGemma();
		if (kind === "local") {
			if (localModel === "") return this.#set({ phase: "none", text: "Name the model of your server." });
			this.#provider = new LocalLLMProvider({ backend: localBackend, baseUrl: localUrl, model: localModel });
			return this.#set({ phase: "ready", text: `${localModel} at ${localUrl}` });
		}
		if (remoteUrl === "") return this.#set({ phase: "none", text: "Give the address of your proxy." });
		this.#provider = new RemoteLLMProvider({ proxyUrl: remoteUrl, model: remoteModel, format: remoteFormat });
		this.#set({ phase: "ready", text: `${remoteModel} through ${remoteUrl}` });
	}

	async #loadGemma(): Promise<void> {
		if (!this.source) {
			const text = "No model came with this page: choose a GGUF file, or another provider.";
			return this.#set({ phase: "none", text });
		}
		const wasm = new WasmProvider({
			model: this.source,
			// It is for the model that came with the page; another one is shown examples.
			adapters: this.source === this.#own ? [adapter] : [],
			onProgress: (progress, status, loaded, total) => {
				if (this.#wasm !== wasm) return;
				const amount = loaded && total ? ` ${megabytes(loaded)} of ${megabytes(total)}` : "";
				this.#set({ phase: "loading", text: `${status}${amount}`, progress });
			},
			onStatusChange: (status) => {
				if (this.#wasm === wasm) this.#set(GEMMA[status]);
			},
		});
		this.#wasm = wasm;
		// A wish that comes while it loads waits for it.
		this.#provider = wasm;
		try {
			await wasm.initialize();
		} catch (error) {
			// A model that was replaced while it loaded fails for nobody.
			if (this.#wasm === wasm) throw error;
		}
	}

	#set(state: ModelState): void {
		this.state = state;
		for (const listener of this.#listeners) listener();
	}
}
