/** Gemma inside the browser, in a Web Worker: nothing leaves the machine. */
import { aFunction, objectOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { init } from "../core/init.js";
import { checked, checkedAdapters } from "../model/options.js";
import { type Choice, choose, demandConsent, demandGpu } from "../model/choice.js";
import type {
	Capabilities,
	ChatMessage,
	ChatOptions,
	LLMProvider,
	LLMResponse,
	ModelAdapter,
	ModelEngine,
	ModelStatus,
	ProviderTool,
	RuntimeModel,
	WasmProviderOptions,
} from "../types/index.js";
import { defaultRuntime } from "./default-runtime.js";
import { type SmallModelModule, smallModel } from "./small-model.js";
import {
	type AdapterSource,
	createEngineClient,
	type EngineClient,
	type ModelInfo,
} from "../worker/client.js";

/** Tokens that a page gets when it does not say; enough for recipes and one wish, and light on memory. */
const DEFAULT_CONTEXT_SIZE = 4096;
/** By engine; Gemma 4's memory is the GPU's (spec "System Architecture": 32K). */
const CONTEXT_SIZES = { gguf: DEFAULT_CONTEXT_SIZE, wllama: DEFAULT_CONTEXT_SIZE, litert: 32_768 };
/** A file of fewer bytes, of about three thousand million parameters, holds a model that is led. */
const PLANNING_BYTES = 2_000_000_000;
/** What `runtime` must be where it is none that runs the model. */
const RUNTIMES = {
	litert: "liteRt({ wasm }) of webmcp-auto-ui/litert",
	wllama: "wllama({ wasm }) of webmcp-auto-ui/wllama",
};

const A_MODEL = objectOf({ load: aFunction, chat: aFunction, dispose: aFunction }, "a model");

type Led = InstanceType<SmallModelModule["RawSmallModel"]>;

/**
 * A Gemma model that runs in a Worker of this page (spec "System Architecture", WasmProvider).
 *
 * GGUF files run on the package's own engine. A small model does not plan by itself: it is led to say, under a grammar, what to show, to
 * call, to query or to change, so every tool call satisfies its schema.
 * `.litertlm` files, Gemma 4 among them, run in Google's runtime, other GGUF models by wllama; these call tools by themselves. Which
 * it is follows from `model`; `engine` says why.
 */
export class WasmProvider implements LLMProvider {
	readonly name = "wasm";
	/** The small model reads the results of earlier steps itself. */
	readonly compressHistory = false;
	readonly model: string;
	/** Which engine runs the model, and why. */
	readonly engine: ModelEngine;
	readonly #options: WasmProviderOptions;
	readonly #choice: Choice;
	#engine: EngineClient | undefined;
	#runtime: RuntimeModel | undefined;
	#contextSize: number | undefined;
	#small: Led | undefined;
	/** What the loaded model is, and who leads it. */
	#lead: { info: ModelInfo; by: SmallModelModule["RawSmallModel"] } | undefined;
	#loading: Promise<void> | undefined;
	#adapters: readonly ModelAdapter[];
	#status: ModelStatus = "idle";

	/** @throws {@link WebMcpError} `invalid_argument` when no model is given, its name is unknown, or the backend cannot read it. */
	constructor(options: WasmProviderOptions) {
		this.#options = checked(options);
		const { model } = this.#options;
		this.#choice = choose(this.#options);
		this.engine = this.#choice.engine;
		this.#adapters = this.#options.adapters ?? [];
		if (this.#adapters.length > 0) this.#demandOwnEngine("adapters");
		this.model = typeof model === "string" ? (model.split("/").pop() ?? model) : "file";
	}

	/** What the model is doing. */
	get status(): ModelStatus {
		return this.#status;
	}

	/** What a model that calls tools by itself can do; nothing is claimed of those that the core leads. */
	get capabilities(): Capabilities | undefined {
		if (this.engine.name === "gguf" && this.#contextSize === undefined) return undefined;
		const contextSize = this.#contextSize ?? this.#options.contextSize ?? CONTEXT_SIZES[this.engine.name];
		const none = { images: false, caching: false, reasoning: false };
		return { tools: true, parallelTools: true, ...none, contextSize };
	}

	/**
	 * Loads the model; safe to call often. Rejects with `network` (also where a download brings nothing any more),
	 * `unsupported` (no such model, no SIMD, no GPU), `invalid_argument` (a preset with terms of use without `onDownload`, a
	 * `runtime` that does not run the model), `aborted` (the download was refused) or `model`; a failed load can be tried again. When the
	 * model's Worker has failed, the next load starts another.
	 */
	initialize(): Promise<void> {
		if (this.#loading) return this.#loading;
		const loading: Promise<void> = this.#load(() => this.#loading === loading).catch((error: unknown) => {
			// A load that was disposed of meanwhile has nothing to clear away any more.
			if (this.#loading === loading) {
				this.#discard();
				this.#setStatus("error");
			}
			throw error;
		});
		this.#loading = loading;
		return loading;
	}

	/** Decides the next step of a run. Loads the model first where that has not happened. */
	async chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse> {
		await this.initialize();
		if (this.#runtime) return this.#runtime.chat(messages, tools, options);
		if (!this.#small) throw new WebMcpError("model", "This WasmProvider was disposed of; make a new one.");
		return (await this.#small.chat(messages, tools, options)) as LLMResponse;
	}

	/**
	 * Puts other LoRA adapters in the place of those in use, once what is under way is done; an empty list takes all away. What the
	 * model remembers of earlier prompts is forgotten where they differ. Loads the model first where that has not happened.
	 *
	 * Rejects with `unsupported` for a file that is no adapter for this model, `network` where one cannot be fetched, and
	 * `invalid_argument` for a model that our own engine does not run; then those in use stay.
	 */
	async adapt(adapters: readonly ModelAdapter[]): Promise<void> {
		const next = checkedAdapters(adapters);
		if (next.length > 0) this.#demandOwnEngine("adapters");
		await this.initialize();
		// Another engine has none that could be taken away.
		if (this.#runtime) return;
		const { useCache: keep = true, downloadIdleMs } = this.#options;
		if (!this.#engine) throw new WebMcpError("model", "This WasmProvider was disposed of; make a new one.");
		const engine = this.#engine;
		const { composes } = await engine
			.adapt(next.map(asSource), { keep, downloadIdleMs })
			.catch((error: unknown) => {
				throw translated(error);
			});
		// Should the Worker fail, the next one gets them.
		this.#adapters = next;
		if (this.#lead && this.#lead.info.composes !== composes) {
			this.#lead.info = { ...this.#lead.info, composes };
			this.#small = this.#led(engine);
		}
	}

	/** Ends the Worker and frees the model's memory. */
	dispose(): void {
		this.#discard();
		this.#setStatus("idle");
	}

	/** `wanted` says whether nobody has disposed of this load. */
	async #load(wanted: () => boolean): Promise<void> {
		this.#setStatus("loading");
		await init();
		if (!wanted()) throw disposed();
		if (this.engine.name === "gguf") await this.#loadGguf(wanted);
		else await this.#loadRuntime(this.engine.name, wanted);
		if (!wanted()) throw disposed();
		this.#setStatus("ready");
	}

	async #loadRuntime(name: "litert" | "wllama", wanted: () => boolean): Promise<void> {
		const { runtime: given, backend, sha256 = this.#choice.preset?.sha256 } = this.#options;
		if (given ? given.name !== name : name !== "litert") {
			throw new WebMcpError(
				"invalid_argument",
				`WasmProvider needs the option runtime for '${this.model}': ${RUNTIMES[name]}.`,
			);
		}
		if (given?.device !== "cpu") await demandGpu(this.model, backend === "litert");
		const runtime = given ?? (await defaultRuntime());
		await demandConsent(this.#choice, this.#options);
		if (!wanted()) throw disposed();
		const engine = runtime.open();
		A_MODEL("WasmProvider: what options.runtime.open() gave", engine);
		this.#runtime = engine;
		const { contextSize = CONTEXT_SIZES[name], useCache = true, downloadIdleMs } = this.#options;
		const info = await engine.load(this.#choice.source, {
			contextSize,
			keep: useCache,
			downloadIdleMs,
			...(sha256 === undefined ? {} : { sha256 }),
			onProgress: (progress) => this.#report(progress),
		});
		this.#contextSize = info.contextSize;
	}

	async #loadGguf(wanted: () => boolean): Promise<void> {
		await demandConsent(this.#choice, this.#options);
		if (!wanted()) throw disposed();
		const engine = this.#startEngine();
		const { contextSize = DEFAULT_CONTEXT_SIZE, threads, useCache = true } = this.#options;
		const { sha256 = this.#choice.preset?.sha256, chatTemplate, downloadIdleMs } = this.#options;
		const leading = smallModel();
		// Heard later, after the model's own loading.
		leading.catch(() => undefined);
		let info: ModelInfo;
		try {
			info = await engine.load(this.#choice.source, {
				contextSize,
				keep: useCache,
				...(threads === undefined ? {} : { threads }),
				downloadIdleMs,
				...(sha256 === undefined ? {} : { sha256 }),
				...(chatTemplate === undefined ? {} : { chatTemplate }),
				adapters: this.#adapters.map(asSource),
				onProgress: (progress) => this.#report(progress),
			});
		} catch (error) {
			throw translated(error);
		}
		const { RawSmallModel } = await leading;
		if (!wanted()) return;
		this.#lead = { info, by: RawSmallModel };
		this.#small = this.#led(engine);
	}

	/** The model under whoever plans. */
	#led(engine: EngineClient): Led | undefined {
		if (!this.#lead) return undefined;
		const { by: RawSmallModel, info } = this.#lead;
		const { template, templateProblem, contextSize, composes, bytes } = info;
		if (templateProblem !== null && this.#options.chatTemplate !== undefined) {
			throw new WebMcpError(
				"invalid_argument",
				`WasmProvider: chatTemplate cannot be used: ${templateProblem}`,
			);
		}
		const plansItself = template?.takesTools && bytes >= PLANNING_BYTES;
		const { planner = plansItself ? "model" : "composer" } = this.#options;
		if (planner === "composer") return new RawSmallModel(engine, composes, template !== null);
		if (!template) {
			throw new WebMcpError(
				"invalid_argument",
				`'${this.model}' has ${
					templateProblem === null
						? "no chat template"
						: `a chat template that cannot be used (${templateProblem})`
				}, so it cannot plan: give the option chatTemplate, or leave planner out.`,
			);
		}
		this.#contextSize = contextSize;
		const { takesTools, calls } = template;
		return RawSmallModel.taught(engine, calls === null ? { takesTools } : { takesTools, calls });
	}

	/** An engine that, once it has failed, makes room for the next one: the next chat loads the model again. */
	#startEngine(): EngineClient {
		const engine = translating(() =>
			createEngineClient({
				onEnd: () => {
					if (this.#engine !== engine || this.#status === "loading") return;
					this.#discard();
					this.#setStatus("error");
				},
				onRead: (part) => this.#options.onReading?.(part),
			}),
		);
		this.#engine = engine;
		return engine;
	}

	#demandOwnEngine(option: string): void {
		if (this.engine.name === "gguf") return;
		throw new WebMcpError(
			"invalid_argument",
			`WasmProvider: ${option} are for GGUF models of the package's own engine, and '${this.model}' runs in another: ${this.engine.reason}`,
		);
	}

	#report({ loaded, total, phase }: { loaded: number; total: number; phase: string }): void {
		this.#options.onProgress?.(total > 0 ? Math.min(loaded / total, 1) : 0, phase, loaded, total);
	}

	#discard(): void {
		this.#engine?.dispose();
		this.#engine = undefined;
		this.#runtime?.dispose();
		this.#runtime = undefined;
		this.#small = undefined;
		this.#lead = undefined;
		this.#loading = undefined;
	}

	#setStatus(status: ModelStatus): void {
		this.#status = status;
		this.#options.onStatusChange?.(status);
	}
}

function asSource({ url, scale = 1, sha256 }: ModelAdapter): AdapterSource {
	return { source: url, scale, ...(sha256 === undefined ? {} : { sha256 }) };
}

function disposed(): WebMcpError {
	return new WebMcpError("model", "This WasmProvider was disposed of while its model was loading.");
}

function translating<Value>(work: () => Value): Value {
	try {
		return work();
	} catch (error) {
		throw translated(error);
	}
}

/** The engine's error in the package's words. */
function translated(error: unknown): unknown {
	if (!(error instanceof Error) || !("code" in error)) return error;
	const codes: { [code: string]: "unsupported" | "network" | "model" | "unauthorized" } = {
		unauthorized: "unauthorized",
		model_invalid: "unsupported",
		model_load: "network",
		out_of_memory: "model",
		engine: "model",
	};
	const code = codes[String(error.code)];
	return code ? new WebMcpError(code, error.message) : error;
}
