/** An embedder in a Worker, by Transformers.js: a subpath of its own, for only its users need that library. */
import {
	aFunction,
	address,
	aSignal,
	aText,
	aWorker,
	listOf,
	milliseconds,
	objectOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { Embedder } from "../types/index.js";
import { Link } from "./link.js";
import type { FromEmbedder } from "./messages.js";

export type { Embedder };

/** Where the Worker finds a model, and how it is used. Nothing is fetched from elsewhere. */
export interface WorkerEmbedderOptions {
	/**
	 * The folder of the model, as the Hugging Face Hub has it: `config.json`, `tokenizer.json`,
	 * `tokenizer_config.json` (with `model_max_length`) and `onnx/`. Relative to the page.
	 */
	model: string | URL;
	/** Which of the files in `onnx/`: `q8` is `model_quantized.onnx` (default), `fp32` is `model.onnx`. */
	dtype?: "fp32" | "fp16" | "q8" | "int8" | "uint8" | "q4" | "q4f16" | "bnb4";
	/** Of which tokens a text's vector is made, as the model's card says; by default the mean of all. */
	pooling?: "mean" | "cls" | "last_token";
	/** The folder of ONNX Runtime's files; by default, where the bundler put them. */
	runtime?: string | URL;
	/** The address of `transformers.min.js`, for pages without a bundler. */
	library?: string | URL;
	/** How long a download may bring nothing before it fails, milliseconds; 0 is for ever. Default 60,000. */
	downloadIdleMs?: number;
	/** Starts the Worker; by default the one beside this module. Called again after a failure. */
	worker?: () => Worker;
}

/** An {@link Embedder} in a Worker. */
export interface WorkerEmbedder extends Embedder {
	/** Loads the model; `embed` does so too. Resolves to the length of its vectors. */
	load(): Promise<number>;
	/**
	 * The vectors, each of length 1. A text with more tokens than the model reads is cut there, without a word.
	 *
	 * @param options.signal - Rejects with its reason; what has begun in the Worker is finished and thrown away.
	 * @throws {@link WebMcpError} `model` when something is missing or fails. The next call starts anew.
	 */
	embed(texts: string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
	/** Ends the Worker and rejects what is under way. */
	dispose(): void;
}

const OPTIONS = objectOf({
	dtype: optional(aText),
	pooling: optional(aText),
	downloadIdleMs: optional(milliseconds),
	worker: optional(aFunction),
});
const TEXTS = listOf(aText, "a list of texts");
const EMBEDDING = objectOf({ signal: optional(aSignal) });

/** How many texts the Worker gets at once: more use the memory of their longest one each. */
const BATCH = 16;
const DISPOSED = "The embedder was disposed; create a new one.";

/**
 * An embedder that runs a sentence model (such as all-MiniLM-L6-v2) in a Worker of its own with Transformers.js,
 * the optional peer dependency `@huggingface/transformers`. The Worker starts with the first call.
 *
 * @throws {@link WebMcpError} `invalid_argument` without a model.
 */
export function createWorkerEmbedder(options: WorkerEmbedderOptions): WorkerEmbedder {
	const given = optionsOf("createWorkerEmbedder: options", options, OPTIONS);
	const { model, dtype = "q8", pooling = "mean", downloadIdleMs, library, runtime, worker } = given;
	const start = {
		model: folder("model", model),
		dtype,
		pooling,
		...(downloadIdleMs !== undefined && { downloadIdleMs }),
		...(library !== undefined && { library: address('createWorkerEmbedder: "library"', library) }),
		...(runtime !== undefined && { runtime: folder("runtime", runtime) }),
	};
	let running: { link: Link; loaded: Promise<number> } | undefined;
	let disposed = false;

	const run = (): { link: Link; loaded: Promise<number> } => {
		if (disposed) throw new WebMcpError("model", DISPOSED);
		if (running) return running;
		const link = new Link(startWorker(worker), () => {
			if (running?.link === link) running = undefined;
		});
		running = { link, loaded: link.ask({ start }).then(dimensionsOf) };
		return running;
	};
	const dispose = (): void => {
		disposed = true;
		running?.link.end(DISPOSED);
	};

	return {
		load: async () => run().loaded,
		async embed(texts, how = {}) {
			TEXTS("embed: texts", texts);
			const { signal } = optionsOf("embed: options", how, EMBEDDING);
			signal?.throwIfAborted();
			const { link, loaded } = run();
			const vectors: Float32Array[] = [];
			await abortable(loaded, signal);
			for (let first = 0; first < texts.length; first += BATCH) {
				const batch = texts.slice(first, first + BATCH);
				vectors.push(...cut(await abortable(link.ask({ texts: batch }), signal)));
			}
			return vectors;
		},
		dispose,
	};
}

function startWorker(start: WorkerEmbedderOptions["worker"]): Worker {
	try {
		const worker = start ? start() : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
		aWorker("what worker() gave", worker);
		return worker;
	} catch (error) {
		// A policy without `worker-src 'self'`, a module from another origin, or no Workers at all (Node).
		throw new WebMcpError(
			"model",
			`The embedder's Worker could not be started (${error instanceof Error ? error.message : error}): check worker-src, or give the option "worker".`,
		);
	}
}

const dimensionsOf = (message: FromEmbedder): number => ("dimensions" in message ? message.dimensions : 0);

function cut(message: FromEmbedder): Float32Array[] {
	if (!("vectors" in message)) return [];
	const { vectors, dimensions } = message;
	return Array.from({ length: vectors.length / dimensions }, (_, row) =>
		vectors.subarray(row * dimensions, (row + 1) * dimensions),
	);
}

async function abortable<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
	if (!signal) return work;
	const { promise, reject } = withReject();
	const onAbort = (): void => reject(signal.reason);
	signal.addEventListener("abort", onAbort);
	try {
		if (signal.aborted) onAbort();
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}

function withReject(): { promise: Promise<never>; reject: (reason: unknown) => void } {
	let reject: (reason: unknown) => void = () => {};
	const promise = new Promise<never>((_, fail) => {
		reject = fail;
	});
	return { promise, reject };
}

/** The Worker resolves relative addresses against its own, so the page's are made absolute here. */
function folder(option: string, value: unknown): string {
	return address(`createWorkerEmbedder: "${option}"`, value).replace(/\/*$/, "/");
}
