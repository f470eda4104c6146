/** Embedders: what turns texts into vectors, and one in a Worker that needs no library. */
import { WebMcpError } from "../errors.js";
import type { FromEmbedder, ToEmbedder } from "./messages.js";

/**
 * Turns texts into vectors whose angle says how alike they mean. Any library will do:
 *
 * ```ts
 * import { pipeline } from "@huggingface/transformers";
 * const extract = await pipeline("feature-extraction", "all-MiniLM-L6-v2"); // from where its `env` says
 * const embedder = {
 * 	embed: async (texts) => (await extract(texts, { pooling: "mean", normalize: true })).tolist(),
 * };
 * ```
 */
export interface Embedder {
	/** One vector per text, in the order of the texts, all of one length. */
	embed(texts: string[]): Promise<ArrayLike<number>[]>;
}

/** Where the Worker finds its model: addresses on the page's own server, or the bytes. Nothing else is fetched. */
export interface WorkerEmbedderOptions {
	/** A `.safetensors` file with one matrix of token vectors (F32, F16 or BF16), as WordLlama and Model2Vec have it. */
	weights: string | URL | ArrayBuffer;
	/** The `tokenizer.json` that belongs to it: BPE with byte fallback, or WordPiece. */
	tokenizer: string | URL | ArrayBuffer;
	/** The Worker; by default the one beside this module. */
	worker?: Worker;
}

/** An {@link Embedder} in a Worker. */
export interface WorkerEmbedder extends Embedder {
	/** Loads the model; `embed` does so too. Resolves to the length of its vectors. */
	load(): Promise<number>;
	embed(texts: string[]): Promise<Float32Array[]>;
	/** Ends the Worker and rejects what is under way. */
	dispose(): void;
}

interface Waiting {
	resolve(message: FromEmbedder): void;
	reject(error: unknown): void;
}

/**
 * An embedder of static vectors: a text is the mean of the vectors of its tokens. Megabytes instead of tens of them,
 * microseconds instead of milliseconds, and less exact than a transformer.
 *
 * @throws {@link WebMcpError} `model` (rejecting `load` and `embed`) for files that cannot be fetched or used.
 */
export function createWorkerEmbedder(options: WorkerEmbedderOptions): WorkerEmbedder {
	const worker = options.worker ?? new Worker(new URL("./host.js", import.meta.url), { type: "module" });
	const waiting = new Map<number, Waiting>();
	let lastId = 0;
	let loading: Promise<number> | undefined;
	let disposed = false;

	const failAll = (message: string): void => {
		for (const { reject } of waiting.values()) reject(new WebMcpError("model", message));
		waiting.clear();
	};
	worker.addEventListener("message", ({ data }: MessageEvent<FromEmbedder>) => {
		const call = waiting.get(data.id);
		waiting.delete(data.id);
		if ("error" in data) call?.reject(new WebMcpError("model", data.error));
		else call?.resolve(data);
	});
	worker.addEventListener("error", (event: ErrorEvent) => {
		failAll(`The embedder's Worker failed: ${event.message ?? "it could not be started"}.`);
	});

	const call = (message: (id: number) => ToEmbedder): Promise<FromEmbedder> => {
		if (disposed)
			return Promise.reject(new WebMcpError("model", "The embedder was disposed; create a new one."));
		lastId += 1;
		const id = lastId;
		return new Promise((resolve, reject) => {
			waiting.set(id, { resolve, reject });
			worker.postMessage(message(id));
		});
	};

	const load = (): Promise<number> => {
		loading ??= call((id) => ({
			id,
			weights: place(options.weights),
			tokenizer: place(options.tokenizer),
		})).then(
			(message) => ("dimensions" in message ? message.dimensions : 0),
			(error: unknown) => {
				loading = undefined;
				throw error;
			},
		);
		return loading;
	};

	return {
		load,
		async embed(texts) {
			await load();
			const message = await call((id) => ({ id, texts: [...texts] }));
			return "vectors" in message ? message.vectors : [];
		},
		dispose() {
			disposed = true;
			worker.terminate();
			failAll("The embedder was disposed; create a new one.");
		},
	};
}

/** The Worker resolves relative addresses against its own, so the page's are made absolute here. */
function place(source: string | URL | ArrayBuffer): string | ArrayBuffer {
	if (source instanceof ArrayBuffer) return source;
	return new URL(source, typeof document === "undefined" ? import.meta.url : document.baseURI).href;
}
