/** GGUF models of many architectures by wllama, which is llama.cpp: a subpath of its own, for only its users need that library. */
import {
	aFunction,
	aText,
	address,
	aWorker,
	number,
	objectOf,
	oneOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import { checkChat } from "../model/chat-arguments.js";
import { WebMcpError } from "../core/errors.js";
import { checkedLoad } from "../model/options.js";
import type { ModelRuntime, ModelSource, RuntimeModel } from "../types/index.js";
import { storedFile } from "../worker/store.js";
import type { Brought, Wanted } from "./keeper.js";
import { importLibrary, type Llama, type WireChunk } from "./library.js";
import { replyOf, requestOf } from "./wire.js";

export type { ModelRuntime, RuntimeModel };

/** Where wllama's parts are, and how it is used. Nothing is fetched from elsewhere. */
export interface WllamaOptions {
	/** The address of `esm/wasm/wllama.wasm` of `@wllama/wllama` 3.8.1. Relative to the page. */
	wasm: string | URL;
	/** The address of its `esm/index.js`, for pages without a bundler. */
	library?: string | URL;
	/** `gpu` computes on WebGPU. Default `cpu`. */
	device?: "gpu" | "cpu";
	/** Threads; more than one only where the page is cross-origin isolated. Default: half of the processor's. */
	threads?: number;
	/** A chat template (Jinja) in place of the model's own. */
	template?: string;
	/** Starts the Worker that downloads, a module; by default the one beside this module. */
	worker?: () => Worker;
}

const OPTIONS = objectOf({
	device: optional(oneOf(["gpu", "cpu"])),
	threads: optional(number("a number above 0", (value) => value > 0)),
	template: optional(aText),
	worker: optional(aFunction),
});

type LoadOptions = Parameters<RuntimeModel["load"]>[1];

/**
 * wllama (the optional peer dependency `@wllama/wllama`), for GGUF models that the package's own engine does not read: what
 * {@link WasmProvider} needs as the option `runtime`. wllama starts its Worker from a `blob:` address, so a page's policy
 * must allow `worker-src blob:` and `script-src blob:`. llama.cpp reads texts that look like a model's control tokens as such;
 * other than with the package's own engine, a tool's result may therefore end a turn.
 *
 * @throws {@link WebMcpError} `invalid_argument` when an address is missing or is none.
 */
export function wllama(options: WllamaOptions): ModelRuntime {
	const given = optionsOf("wllama: options", options, OPTIONS);
	const wasm = address('wllama: "wasm"', given.wasm);
	const library = given.library === undefined ? undefined : address('wllama: "library"', given.library);
	const { device = "cpu" } = given;
	return { name: "wllama", device, open: () => new WllamaModel({ ...given, wasm, device }, library) };
}

class WllamaModel implements RuntimeModel {
	readonly #options: WllamaOptions & { wasm: string };
	readonly #library: string | undefined;
	#last: { source: ModelSource; options: LoadOptions } | undefined;
	#llama: Llama | undefined;
	#keeper: Worker | undefined;
	/** Rejects when what runs now is ended from outside. */
	#end: (error: WebMcpError) => void = () => undefined;
	#queue: Promise<unknown> = Promise.resolve();
	#disposed = false;

	constructor(options: WllamaOptions & { wasm: string }, library: string | undefined) {
		this.#options = options;
		this.#library = library;
	}

	async load(source: ModelSource, given: LoadOptions): ReturnType<RuntimeModel["load"]> {
		const options = checkedLoad(source, given);
		this.#last = { source, options };
		const { Wllama } = await importLibrary(this.#library);
		const { file, ...info } = await this.#bring(source, options);
		await demand(this.#options.wasm, file, source);
		if (this.#disposed) throw disposed();
		const { wasm, device, threads, template } = this.#options;
		const quiet = (): void => undefined;
		// Its Worker's own failures are told to the logger only.
		const error = (told: unknown): void => {
			if (told instanceof Event)
				this.#fail("its Worker could not be started; the page's policy must allow blob:");
		};
		const logger = { debug: quiet, log: quiet, warn: quiet, error };
		const llama = new Wllama({ default: wasm }, { suppressNativeLog: true, logger });
		this.#llama = llama;
		await this.#unlessEnded(() =>
			llama.loadModel([file], {
				n_ctx: options.contextSize,
				n_parallel: 1,
				jinja: true,
				...(device === "gpu" ? {} : { n_gpu_layers: 0 }),
				...(threads === undefined ? {} : { n_threads: threads }),
				...(template === undefined ? {} : { chat_template: template }),
			}),
		);
		const { n_ctx: contextSize, n_vocab } = llama.getLoadedContextInfo();
		// It does not fail by itself where llama.cpp refuses a file.
		if (n_vocab > 0) return { contextSize, ...info };
		throw this.#fail(
			"llama.cpp cannot read this GGUF file: it may be cut short, or of an architecture that it does not know",
		);
	}

	chat(...[messages, tools, options]: Parameters<RuntimeModel["chat"]>): ReturnType<RuntimeModel["chat"]> {
		const work = this.#queue.then(async () => {
			checkChat(messages, tools, options);
			const { signal } = options ?? {};
			signal?.throwIfAborted();
			// What failed was ended; its file is in storage, so the next one has it soon.
			if (!this.#llama && this.#last && !this.#disposed)
				await this.load(this.#last.source, this.#last.options);
			const llama = this.#llama;
			if (!llama || this.#disposed) throw disposed();
			const reply = replyOf(tools, options);
			const request = {
				...requestOf(messages, tools, options ?? {}),
				onData: (chunk: WireChunk) => reply.add(chunk),
			};
			try {
				await this.#unlessEnded(() => llama.createChatCompletion({ ...request, abortSignal: signal }));
			} catch (error) {
				signal?.throwIfAborted();
				throw error;
			}
			return reply.end();
		});
		this.#queue = work.catch(() => undefined);
		return work;
	}

	dispose(): void {
		this.#disposed = true;
		this.#keeper?.terminate();
		this.#stop(disposed());
	}

	/** wllama leaves who waits for a Worker that has ended waiting, so each piece of work can be ended from here. */
	async #unlessEnded<Value>(work: () => Promise<Value>): Promise<Value> {
		const ended = new Promise<never>((_, reject) => {
			this.#end = reject;
		});
		try {
			return await Promise.race([work(), ended]);
		} catch (error) {
			if (error instanceof WebMcpError) throw error;
			const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
			// After an error of the request itself the model is as before.
			if (name !== "AbortError" && !("type" in Object(error) && Object(error).type === "inference_error")) {
				throw this.#fail(`${message}; the next request loads the model again`);
			}
			throw new WebMcpError("model", `wllama could not answer: ${message}.`);
		}
	}

	#fail(reason: string): WebMcpError {
		const error = new WebMcpError("model", `wllama failed: ${reason}.`);
		this.#stop(error);
		return error;
	}

	#stop(error: WebMcpError): void {
		void this.#llama?.exit().catch(() => undefined);
		this.#llama = undefined;
		this.#end(error);
	}

	/** The file, out of storage where it can be kept. */
	async #bring(source: ModelSource, { keep = true, downloadIdleMs, sha256, onProgress }: LoadOptions) {
		if (typeof source !== "string" && !sha256) return { file: source, stored: false };
		const url = typeof source === "string" ? address('wllama: "model"', source) : source;
		// Only a page may ask that its storage is not cleared.
		if (keep && typeof source === "string") void navigator.storage?.persist?.().catch(() => false);
		const worker =
			this.#options.worker?.() ?? new Worker(new URL("./keeper.js", import.meta.url), { type: "module" });
		aWorker("what worker() gave", worker);
		this.#keeper = worker;
		try {
			const brought = await this.#unlessEnded(
				() =>
					new Promise<Extract<Brought, { brought: object }>["brought"]>((resolve, reject) => {
						worker.addEventListener("message", ({ data }: MessageEvent<Brought>) => {
							if ("progress" in data) onProgress?.(data.progress);
							else if ("brought" in data) resolve(data.brought);
							else reject(errorOf(data.problem));
						});
						worker.addEventListener("error", (event: ErrorEvent) => {
							event.preventDefault();
							reject(
								new WebMcpError("model", "The Worker that downloads could not be started: check worker-src."),
							);
						});
						worker.postMessage({
							source: url,
							keep,
							downloadIdleMs,
							...(sha256 ? { sha256: sha256.toLowerCase() } : {}),
						} satisfies Wanted);
					}),
			);
			const file = brought.file ?? (typeof url === "string" ? (await storedFile(url))?.file : undefined);
			if (file) return { ...brought, file };
			throw new WebMcpError("model", "The stored model is gone again; load it once more.");
		} finally {
			worker.terminate();
		}
	}
}

const disposed = (): WebMcpError =>
	new WebMcpError("model", "This model was disposed of; make a new provider.");

/** wllama waits for ever where its WebAssembly is missing, and loads nothing from what is no GGUF file, without a word. */
async function demand(wasm: string, file: Blob, source: ModelSource): Promise<void> {
	const response = await fetch(wasm).catch((error: unknown) => String(error));
	if (typeof response !== "string") await response.body?.cancel();
	if (typeof response === "string" || !response.ok) {
		const reason = typeof response === "string" ? response : `the server answered ${response.status}`;
		throw new WebMcpError(
			"model",
			`wllama's WebAssembly is not at ${wasm} (${reason}): serve esm/wasm/wllama.wasm there.`,
		);
	}
	if ((await file.slice(0, 4).text()) === "GGUF") return;
	const name = typeof source === "string" ? source : "The file";
	throw new WebMcpError("unsupported", `${name} is no GGUF model: give the address of a .gguf file.`);
}

function errorOf({ code, message }: { code: string; message: string }): WebMcpError {
	if (code === "unauthorized") return new WebMcpError("unauthorized", message);
	return new WebMcpError(
		code === "model_invalid" ? "unsupported" : code === "model_load" ? "network" : "model",
		message,
	);
}
