/** In-browser models. */
import type { ChatMessage, ChatOptions, LLMResponse, ProviderTool } from "./chat.js";

/** Where an in-browser model comes from: a preset's name, an address, or a file that the person chose. */
export type ModelSource = string | Blob;

/** The state of an in-browser model. */
export type ModelStatus = "idle" | "loading" | "ready" | "error";

/** A model under a name of its own. */
export interface ModelPreset {
	/** Where the file is. */
	url: string;
	/** How large it is, about. */
	bytes: number;
	/** Its SHA-256, hexadecimal, where that is known: the file is refused when it has another. */
	sha256?: string;
	license: ModelLicense;
	/** What it is good for. */
	tier?: ModelTier;
}

/**
 * What a model is good for: `tiny` shows what a wish says itself, quickly; `small` answers simple questions about data; `good` understands
 * questions; `best` understands most, on a graphics card.
 */
export type ModelTier = "tiny" | "small" | "good" | "best";

/** What a device has, as far as its browser says. */
export interface DeviceFacts {
	/** Gigabytes of memory (`navigator.deviceMemory`: rounded, and at most what the browser tells); Firefox and Safari do not say. */
	memoryGb?: number;
	/** Processors (`navigator.hardwareConcurrency`). */
	cores?: number;
	/** Whether there is a graphics card for WebGPU: none that is emulated in software. */
	hasGpu: boolean;
	/** Whether the person or the network asks for little traffic (`navigator.connection`: `saveData`, or slower than 4G). */
	savesData: boolean;
	/** Bytes that this origin may still store. */
	freeBytes?: number;
	/** Presets that are stored already. */
	stored: readonly string[];
}

/** Which model suits a device. */
export interface ModelRecommendation {
	/** The name of a preset. */
	model: string;
	tier: ModelTier;
	/** Bytes to download; 0 where it is stored. */
	downloadBytes: number;
	/** Why it is this one, and why no better one, in an English sentence or two. */
	reason: string;
	/** What was measured. */
	device: DeviceFacts;
}

/** Under which terms a model is used. */
export interface ModelLicense {
	name: string;
	url: string;
}

/** What is about to be downloaded. */
export interface ModelDownload {
	url: string;
	/** How large it is, about, where that is known. */
	bytes?: number;
	/** Under which terms, where they are known: for the page to show. */
	license?: ModelLicense;
}

/** Which engine runs a model, and why that one. */
export interface ModelEngine {
	/** `litert`: Google's LiteRT-LM, on the GPU. `gguf`: our own, on the processor. `wllama`: llama.cpp's, by wllama. */
	name: "litert" | "gguf" | "wllama";
	/** A sentence for the page to show. */
	reason: string;
}

/** A model in another runtime than the package's own. */
export interface RuntimeModel {
	/** Loads a file. Gives the context that there was memory for. */
	load(
		source: ModelSource,
		options: {
			contextSize: number;
			keep?: boolean;
			downloadIdleMs?: number;
			sha256?: string;
			onProgress?: (progress: { loaded: number; total: number; phase: string }) => void;
		},
	): Promise<{ contextSize: number; stored: boolean; notKept?: string }>;
	/** Answers a history; what the model knows of it from before is not read again. */
	chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse>;
	/** Ends the Worker and frees the model's memory. */
	dispose(): void;
}

/** Another runtime: `liteRt` of `webmcp-auto-ui/litert` makes one, and `wllama` of `webmcp-auto-ui/wllama`. */
export interface ModelRuntime {
	readonly name: "litert" | "wllama";
	/** What it computes on. */
	readonly device: "gpu" | "cpu";
	/** A model, which starts a Worker once it loads. */
	open(): RuntimeModel;
}

/** A LoRA adapter for a GGUF model, in llama.cpp's form (`convert_lora_to_gguf.py` writes it). */
export interface ModelAdapter {
	/** The address of a GGUF file, or the file itself. */
	url: ModelSource;
	/** How much of it is taken; 1, the default, is what it was made for. */
	scale?: number;
	/** What the file's SHA-256 must be, hexadecimal; a file that has another is refused and not kept. */
	sha256?: string;
}

/** Options of {@link WasmProvider}. */
export interface WasmProviderOptions {
	/**
	 * A preset's name (`gemma-270m`, `qwen-0.5b`, `qwen-1.5b`, `gemma-e2b`, `gemma-e4b`), the address of a GGUF or `.litertlm` file, or such a file itself. A text
	 * without a slash that ends otherwise is a name, and one that nothing has is refused at once.
	 */
	model: ModelSource;
	/**
	 * Which engine runs it. `auto`, the default: Gemma 4 and `.litertlm` files by Google's runtime on a real GPU, everything
	 * else by our own engine, or by wllama where `runtime` is that. `litert` also takes a GPU that is only software.
	 */
	backend?: "auto" | "litert" | "gguf" | "wllama";
	/**
	 * `liteRt({ wasm })` of `webmcp-auto-ui/litert` for `.litertlm` models, or `wllama({ wasm })` of
	 * `webmcp-auto-ui/wllama` for GGUF models that are no Gemma 3. Default for `.litertlm` models: `liteRt({ wasm: "/litert-lm/" })`, for
	 * which the page's server has to have the folder `wasm/` of `@litert-lm/core` there.
	 */
	runtime?: ModelRuntime;
	/** Further presets, or other addresses for those of {@link MODEL_PRESETS}. */
	presets?: { [name: string]: ModelPreset };
	/**
	 * Asked before a model is downloaded that is not stored yet; `false` fetches nothing and rejects with `aborted`. Presets whose licence
	 * has terms to agree to (`gemma-270m`) need it. For those under an open licence it may be left out: then `onProgress` is told the
	 * address, size and licence before the first byte, or the console where there is no `onProgress`.
	 */
	onDownload?: (download: ModelDownload) => boolean | Promise<boolean>;
	/**
	 * LoRA adapters that change what a model of our own engine does, added to one another; {@link WasmProvider.adapt} changes them
	 * later. They are fetched and kept as the model is.
	 */
	adapters?: readonly ModelAdapter[];
	/** A Jinja chat template instead of the one in the GGUF file, as `tokenizer_config.json` has it. */
	chatTemplate?: string;
	/**
	 * Who plans in a GGUF model. `composer`: the package, which lets the model say what to show, to call, to query or to change, asks the
	 * data several queries and shows what most of them bring: for models of up to about 3,000 million parameters. It reads worked examples
	 * in its own chat template; an adapter can teach it instead (`webmcp-auto-ui-composer` has one for Gemma 3 270M). `model`: the model
	 * itself, with its chat template and tool calls. Default: `model` where its template has a place for tools and its file at least
	 * 2,000 million bytes, else `composer`.
	 */
	planner?: "composer" | "model";
	/** Tokens; default 4096 for GGUF, 32,768 for `.litertlm`, at most what the model was trained for. */
	contextSize?: number;
	/** Threads that compute together; default 4, more than one only where the page is cross-origin isolated. GGUF only. */
	threads?: number;
	/** Store a downloaded model in the browser, for the next time and without a network. Default true. */
	useCache?: boolean;
	/**
	 * How long a download may bring nothing before it fails with `network`, milliseconds; 0 is for ever. What is stored by then is
	 * gone on with at the next load. Default 60,000.
	 */
	downloadIdleMs?: number;
	/** What the file's SHA-256 must be, hexadecimal; a file that has another is refused and not kept. */
	sha256?: string;
	/** `progress` 0…1, `status` in words, `loaded` and `total` in bytes; first, where `onDownload` is left out, what a preset downloads. */
	onProgress?: (progress: number, status: string, loaded?: number, total?: number) => void;
	onStatusChange?: (status: ModelStatus) => void;
	/**
	 * While the package's own engine reads what stands before an answer: how much of that is read, 0…1. What it remembers is not read again. It may
	 * come twenty times a second, and several times from 0 to 1 for one wish; also while nobody has wished for anything, when it reads ahead.
	 */
	onReading?: (part: number) => void;
}
