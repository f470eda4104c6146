/** Gemma inside the browser, in a Web Worker: nothing leaves the machine. */
import { WebMcpError } from "./errors.js";
import { type Core, core, init } from "./init.js";
import type {
	ChatMessage,
	ChatOptions,
	LLMProvider,
	LLMResponse,
	ModelStatus,
	ProviderTool,
	WasmProviderOptions,
} from "./types.js";
import { createEngineClient, type EngineClient } from "./worker/client.js";

/** Tokens that a page gets when it does not say; enough for recipes and one wish, and light on memory. */
const DEFAULT_CONTEXT_SIZE = 4096;

/**
 * A Gemma model (GGUF) that runs in a Worker of this page (spec "System Architecture", WasmProvider).
 *
 * A small model does not plan by itself: it chooses among the recipes of the connected servers and fills their
 * arguments under a grammar, so every tool call satisfies its schema.
 */
export class WasmProvider implements LLMProvider {
	readonly name = "wasm";
	/** The small model reads the results of earlier steps itself. */
	readonly compressHistory = false;
	readonly model: string;
	readonly #options: WasmProviderOptions;
	#engine: EngineClient | undefined;
	#small: InstanceType<Core["RawSmallModel"]> | undefined;
	#loading: Promise<void> | undefined;
	#status: ModelStatus = "idle";

	/** @throws {@link WebMcpError} `invalid_argument` when no model is given. */
	constructor(options: WasmProviderOptions) {
		if (!options?.model) {
			throw new WebMcpError(
				"invalid_argument",
				"WasmProvider needs the option model: a GGUF's address or file.",
			);
		}
		this.#options = options;
		this.model =
			typeof options.model === "string" ? (options.model.split("/").pop() ?? options.model) : "file";
	}

	/** What the model is doing. */
	get status(): ModelStatus {
		return this.#status;
	}

	/**
	 * Loads the model; safe to call often. Rejects with `network`, `unsupported` (no such GGUF, no SIMD) or
	 * `model`; a failed load can be tried again.
	 */
	initialize(): Promise<void> {
		this.#loading ??= this.#load().catch((error: unknown) => {
			this.#discard();
			this.#setStatus("error");
			throw error;
		});
		return this.#loading;
	}

	/** Decides the next step of a run. Loads the model first where that has not happened. */
	async chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse> {
		await this.initialize();
		if (!this.#small) throw new WebMcpError("model", "This WasmProvider was disposed of; make a new one.");
		return (await this.#small.chat(messages, tools, options)) as LLMResponse;
	}

	/** @internal Lets the core use the loaded model without crossing the boundary at each step. */
	lend(slot: Parameters<InstanceType<Core["RawSmallModel"]>["lend"]>[0]): void {
		this.#small?.lend(slot);
	}

	/** Ends the Worker and frees the model's memory. */
	dispose(): void {
		this.#discard();
		this.#setStatus("idle");
	}

	async #load(): Promise<void> {
		this.#setStatus("loading");
		await init();
		const engine = createEngineClient();
		this.#engine = engine;
		const {
			model,
			contextSize = DEFAULT_CONTEXT_SIZE,
			threads,
			sha256,
			useCache = true,
			onProgress,
		} = this.#options;
		try {
			await engine.load(model, {
				contextSize,
				keep: useCache,
				...(threads === undefined ? {} : { threads }),
				...(sha256 === undefined ? {} : { sha256 }),
				onProgress: ({ loaded, total, phase }) =>
					onProgress?.(total > 0 ? Math.min(loaded / total, 1) : 0, phase, loaded, total),
			});
		} catch (error) {
			throw translated(error);
		}
		this.#small = new (core().RawSmallModel)(engine);
		this.#setStatus("ready");
	}

	#discard(): void {
		this.#engine?.dispose();
		this.#engine = undefined;
		this.#small = undefined;
		this.#loading = undefined;
	}

	#setStatus(status: ModelStatus): void {
		this.#status = status;
		this.#options.onStatusChange?.(status);
	}
}

/** The engine's error in the package's words. */
function translated(error: unknown): unknown {
	if (!(error instanceof Error) || !("code" in error)) return error;
	const codes: { [code: string]: "unsupported" | "network" | "model" } = {
		model_invalid: "unsupported",
		model_load: "network",
		out_of_memory: "model",
		engine: "model",
	};
	const code = codes[String(error.code)];
	return code ? new WebMcpError(code, error.message) : error;
}
