/** Decides how a page uses the engine: promises over one Worker, each abortable. */

import {
	type AdapterSource,
	EngineError,
	type FromWorker,
	type GenerateRequest,
	type GenerateResult,
	type LoadProgress,
	type ModelInfo,
	type Operation,
	type OperationResults,
	type ScoreRequest,
	type TextScore,
	type ToWorker,
	type WasmUrls,
} from "./messages.js";
import { type Pulse, watchPulse } from "./pulse.js";

export {
	type AdapterSource,
	EngineError,
	type EngineErrorCode,
	type GenerateRequest,
	type GenerateResult,
	type LoadProgress,
	type ModelInfo,
	type ScoreRequest,
	type TextScore,
	type WrittenText,
} from "./messages.js";

/** A model in a Worker. Requests are served one after the other. */
export interface EngineClient {
	/** Loads a GGUF file from an address or a Blob. A model loaded before stays until the new one is ready. */
	load(
		source: string | Blob,
		options?: {
			contextSize?: number;
			/** At most so many; more than one only where the page is cross-origin isolated. */
			threads?: number;
			/** Store what is downloaded in the browser, for the next time and without a network. Default true. */
			keep?: boolean;
			/** How long a download may bring nothing before it fails, milliseconds; 0 is for ever. Default 60,000. */
			downloadIdleMs?: number;
			/** What the file's SHA-256 must be, hexadecimal. */
			sha256?: string;
			/** Used instead of the chat template in the file. */
			chatTemplate?: string;
			/** LoRA adapters for it. */
			adapters?: readonly AdapterSource[];
			onProgress?: (progress: LoadProgress) => void;
			signal?: AbortSignal;
		},
	): Promise<ModelInfo>;
	/** Puts other LoRA adapters in the place of those in use; where one cannot be had, those stay. */
	adapt(
		adapters: readonly AdapterSource[],
		options?: { keep?: boolean; downloadIdleMs?: number; signal?: AbortSignal },
	): Promise<{ composes: boolean }>;
	/** Counts a text's tokens. */
	countTokens(text: string): Promise<number>;
	/**
	 * How alike words are in what they mean, in any language: a row for each of `words`, in it the cosine of its vector with that of
	 * each of `others`, -1 to 1. At most 512 of each.
	 */
	compare(words: string[], others: string[]): Promise<number[][]>;
	/** How likely a text is after each prefix. */
	score(request: ScoreRequest, options?: { signal?: AbortSignal }): Promise<TextScore[]>;
	/** Writes a text; `onText` gets it piece by piece. */
	generate(
		request: GenerateRequest,
		options?: { signal?: AbortSignal; onText?: (piece: string) => void },
	): Promise<GenerateResult>;
	/** Ends the Worker and rejects what is under way. */
	dispose(): void;
}

/** Where the client finds its parts; by default beside this module. */
export interface EngineClientOptions {
	worker?: Worker;
	wasmUrls?: { [name in keyof WasmUrls]?: string | URL };
	/** Called once when the Worker or its engine has failed for good; whoever asks later gets the same error. */
	onEnd?: (error: EngineError) => void;
	/** Hears how much of a prompt was read, 0…1, while it is read; what is remembered of it is none of that. */
	onRead?: (part: number) => void;
}

/** Decoding waits for memory, which a few threads already keep busy. */
const DEFAULT_THREADS = 4;

const GONE =
	"the model's Worker was ended, as browsers do when memory runs out; the next request starts another and loads the model again";

interface Listeners {
	onProgress?: (progress: LoadProgress) => void;
	onText?: (piece: string) => void;
	signal?: AbortSignal;
}

interface Pending extends Listeners {
	resolve(value: OperationResults[keyof OperationResults]): void;
	reject(reason: unknown): void;
}

/** Starts a Worker; nothing is downloaded before {@link EngineClient.load}. */
export function createEngineClient(options: EngineClientOptions = {}): EngineClient {
	const worker = options.worker ?? started();
	const wasmUrls = {
		threads: absolute(options.wasmUrls?.threads ?? new URL("../engine/engine-threads.wasm", import.meta.url)),
		relaxed: absolute(options.wasmUrls?.relaxed ?? new URL("../engine/engine-relaxed.wasm", import.meta.url)),
		simd128: absolute(options.wasmUrls?.simd128 ?? new URL("../engine/engine-simd128.wasm", import.meta.url)),
		chatTemplate: absolute(
			options.wasmUrls?.chatTemplate ?? new URL("../engine/chat-template.wasm", import.meta.url),
		),
	};
	const pending = new Map<number, Pending>();
	let lastId = 0;
	let ended: EngineError | undefined;

	const post = (message: ToWorker): void => worker.postMessage(message);

	/** What is under way is rejected with `now`, what is asked later with `later`. */
	const end = (now: EngineError, later = now): void => {
		if (ended) return;
		ended = later;
		stopWatch();
		worker.terminate();
		worker.removeEventListener("message", onMessage);
		worker.removeEventListener("error", onError);
		for (const waiting of [...pending.values()]) waiting.reject(now);
	};

	const fail = (reason: string): void => {
		if (ended) return;
		const error = new EngineError("engine", reason);
		end(error);
		options.onEnd?.(error);
	};

	const onMessage = ({ data }: MessageEvent<FromWorker | Pulse>): void => {
		if ("pulse" in data) return;
		const waiting = pending.get(data.id);
		if (data.kind === "result") waiting?.resolve(data.value);
		else if (data.kind === "error") {
			waiting?.reject(new EngineError(data.code, data.message));
			if (data.fatal) fail(data.message);
		} else if (data.kind === "progress") waiting?.onProgress?.(data.progress);
		else if (data.kind === "read") options.onRead?.(data.part);
		else waiting?.onText?.(data.piece);
	};

	const onError = (event: ErrorEvent): void => {
		event.preventDefault?.();
		fail(
			`the engine's Worker failed (${event.message ?? "it could not be started"}): check that the page serves it and its modules; the next request starts another`,
		);
	};

	worker.addEventListener("message", onMessage);
	worker.addEventListener("error", onError);
	const stopWatch = watchPulse(worker, () => fail(GONE));

	function call<Kind extends keyof OperationResults>(
		operation: Extract<Operation, { kind: Kind }>,
		listeners: Listeners = {},
	): Promise<OperationResults[Kind]> {
		const { signal } = listeners;
		if (ended) return Promise.reject(ended);
		if (signal?.aborted) return Promise.reject(signal.reason);
		lastId += 1;
		const id = lastId;
		return new Promise((resolve, reject) => {
			const onAbort = (): void => {
				post({ id, abort: true });
				settle();
				reject(signal?.reason);
			};
			const settle = (): void => {
				pending.delete(id);
				signal?.removeEventListener("abort", onAbort);
			};
			pending.set(id, {
				...listeners,
				resolve: (value) => {
					settle();
					// The Worker answers each operation with its own kind of result.
					resolve(value as OperationResults[Kind]);
				},
				reject: (reason) => {
					settle();
					reject(reason);
				},
			});
			signal?.addEventListener("abort", onAbort);
			try {
				post({ id, operation });
			} catch (error) {
				settle();
				reject(error);
			}
		});
	}

	return {
		load: (
			source,
			{
				contextSize = 0,
				threads = DEFAULT_THREADS,
				keep = true,
				downloadIdleMs,
				sha256,
				chatTemplate,
				adapters = [],
				...listeners
			} = {},
		) => {
			// Only a page may ask that its storage is not cleared; without it the model may go when space runs out.
			if (keep && typeof source === "string") void navigator.storage?.persist?.().catch(() => false);
			return call(
				{
					kind: "load",
					source: typeof source === "string" ? absolute(source) : source,
					contextSize,
					threads,
					keep,
					downloadIdleMs,
					...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
					...(chatTemplate === undefined ? {} : { chatTemplate }),
					adapters: adapters.map(located),
					wasmUrls,
				},
				listeners,
			);
		},
		adapt: (adapters, { keep = true, downloadIdleMs, ...listeners } = {}) =>
			call({ kind: "adapt", adapters: adapters.map(located), keep, downloadIdleMs }, listeners),
		countTokens: (text) => call({ kind: "countTokens", text }),
		compare: (words, others) => call({ kind: "compare", words, others }),
		score: (request, listeners) => call({ kind: "score", request }, listeners),
		generate: (request, listeners) => call({ kind: "generate", request }, listeners),
		dispose() {
			end(
				new EngineError("aborted", "the engine client was disposed"),
				new EngineError("engine", "the engine client has been disposed"),
			);
		},
	};
}

function started(): Worker {
	try {
		return new Worker(new URL("./host.js", import.meta.url), { type: "module" });
	} catch (error) {
		// A policy without `worker-src 'self'`, a module from another origin, or no Workers at all (Node).
		const reason = error instanceof Error ? error.message : String(error);
		throw new EngineError("engine", `the engine's Worker could not be started (${reason}): check worker-src`);
	}
}

/** An adapter as the Worker finds it. */
function located({ source, scale, sha256 }: AdapterSource): AdapterSource {
	return {
		source: typeof source === "string" ? absolute(source) : source,
		scale,
		...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
	};
}

/** The Worker resolves relative addresses against its own, so the page's are made absolute here. */
function absolute(address: string | URL): string {
	return new URL(address, typeof document === "undefined" ? import.meta.url : document.baseURI).href;
}
