/** Gemma 4 by Google's LiteRT-LM: a subpath of its own, for only its users need that library. */
import {
	aFlag,
	aFunction,
	address,
	aWorker,
	objectOf,
	oneOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import { checkChat } from "../model/chat-arguments.js";
import { abortable } from "../core/abortable.js";
import { WebMcpError } from "../core/errors.js";
import { checkedLoad } from "../model/options.js";
import type { ModelRuntime, RuntimeModel } from "../types/index.js";
import { disposedError, isOutOfMemory, LiteRtWorker, requestOf, tellerOf } from "./client.js";
import type { LiteRtInfo, LiteRtLoad } from "./messages.js";

export type { ModelRuntime, RuntimeModel };

/** Where the Worker finds the runtime, and how it is used. Nothing is fetched from elsewhere. */
export interface LiteRtOptions {
	/** The folder of the runtime's WebAssembly: a copy of `wasm/` of `@litert-lm/core` 0.17.1. Relative to the page. */
	wasm: string | URL;
	/** The address of a bundle of `@litert-lm/core` as one module, for pages without a bundler. */
	library?: string | URL;
	/** Starts the Worker, a classic one; by default the one beside this module. Called again after a failure. */
	worker?: () => Worker;
	/** `cpu` reads the whole file into memory, of which there are 4 GB: for small models only. Default `gpu`. */
	device?: "gpu" | "cpu";
	/** Lets the model think first; thoughts come as `reasoning`. Default false. */
	thinking?: boolean;
	/** Holds tool calls to the tools' schemas while they are written. Default true. */
	constrainedDecoding?: boolean;
}

const OPTIONS = objectOf({
	worker: optional(aFunction),
	device: optional(oneOf(["gpu", "cpu"])),
	thinking: optional(aFlag),
	constrainedDecoding: optional(aFlag),
});

/** What is tried where a larger context has no place in memory, tokens. */
const SMALLER_CONTEXT = 8192;

/**
 * Google's LiteRT-LM runtime in a Worker of its own, by the optional peer dependency `@litert-lm/core`: what
 * {@link WasmProvider} needs, as the option `runtime`, for `.litertlm` models such as `gemma-e2b`.
 *
 * @throws {@link WebMcpError} `invalid_argument` when an address is missing or is none.
 */
export function liteRt(options: LiteRtOptions): ModelRuntime {
	const given = optionsOf("liteRt: options", options, OPTIONS);
	const wasm = address('liteRt: "wasm"', given.wasm).replace(/\/*$/, "/");
	const library = given.library === undefined ? undefined : address('liteRt: "library"', given.library);
	const { device = "gpu" } = given;
	return { name: "litert", device, open: () => engineOf({ ...given, wasm, device }, library) };
}

function engineOf(
	options: LiteRtOptions & Pick<LiteRtLoad, "wasm" | "device">,
	library: string | undefined,
): RuntimeModel {
	const { wasm, device, thinking = false, constrainedDecoding = true } = options;
	let request: LiteRtLoad | undefined;
	let running: LiteRtWorker | undefined;
	let loading: Promise<LiteRtInfo> | undefined;
	let disposed = false;

	const attempt = (
		load: LiteRtLoad,
		onProgress?: Parameters<LiteRtWorker["load"]>[1],
	): Promise<LiteRtInfo> => {
		if (disposed) throw disposedError();
		running = new LiteRtWorker(started(options.worker));
		return running.load(load, onProgress);
	};
	const loaded = async (
		load: LiteRtLoad,
		onProgress?: Parameters<LiteRtWorker["load"]>[1],
	): Promise<LiteRtInfo> => {
		try {
			return await attempt(load, onProgress);
		} catch (error) {
			if (!isOutOfMemory(error) || load.contextSize <= SMALLER_CONTEXT) throw error;
			request = { ...load, contextSize: SMALLER_CONTEXT };
			return await attempt(request, onProgress);
		}
	};

	return {
		async load(source, options) {
			const given = checkedLoad(source, options);
			const { contextSize, keep = true, downloadIdleMs, sha256, onProgress } = given;
			// Only a page may ask that its storage is not cleared.
			if (keep && typeof source === "string")
				void globalThis.navigator?.storage?.persist?.().catch(() => false);
			request = {
				source: typeof source === "string" ? address('liteRt: "model"', source) : source,
				contextSize,
				keep,
				wasm,
				device,
				downloadIdleMs,
				...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
				...(library === undefined ? {} : { library }),
			};
			loading = loaded(request, onProgress);
			return loading;
		},
		async chat(messages, tools, chatOptions) {
			checkChat(messages, tools, chatOptions);
			if (disposed || !request) throw disposedError();
			chatOptions?.signal?.throwIfAborted();
			// A Worker that failed was ended; its model is in storage, so the next one has it soon.
			if (running?.isEnded) loading = loaded(request);
			// What is under way goes on; only who waits for it is let go.
			await abortable(Promise.resolve(loading), chatOptions?.signal);
			if (!running) throw disposedError();
			const chat = requestOf(messages, tools, chatOptions, { thinking, constrained: constrainedDecoding });
			return running.chat(chat, chatOptions?.signal, tellerOf(chatOptions));
		},
		dispose() {
			disposed = true;
			running?.end("This model was disposed of; make a new provider.");
		},
	};
}

function started(start: LiteRtOptions["worker"]): Worker {
	try {
		const worker = start ? start() : new Worker(new URL("./worker.js", import.meta.url));
		aWorker("what worker() gave", worker);
		return worker;
	} catch (error) {
		// A policy without `worker-src 'self'`, a script from another origin, or no Workers at all (Node).
		throw new WebMcpError(
			"model",
			`The runtime's Worker could not be started (${error instanceof Error ? error.message : error}): check worker-src, or give the option "worker".`,
		);
	}
}
