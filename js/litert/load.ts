/** Decides how the runtime and a model come into the Worker, and what is said when one of them will not. */
import { type Incoming, type Opening, open } from "../worker/download.js";
import { EngineError, type LoadProgress } from "../worker/messages.js";
import { removeStoredModels } from "../worker/store.js";
import { type LiteRtInfo, type LiteRtLoad, Problem } from "./messages.js";
import type { Runtime, RuntimeEngine } from "./runtime.js";
import { Sha256 } from "./sha256.js";
import { isRecord, wordsOf } from "./shapes.js";

const PROGRESS_INTERVAL_MS = 100;

/** A model that can be asked. */
export interface Loaded {
	engine: RuntimeEngine;
	info: LiteRtInfo;
	/** Resolves to the reason when the GPU goes away. */
	lost?: Promise<{ message: string }>;
}

/** What of the runtime the Worker needs to load a model. */
export interface Host {
	runtime: Runtime;
	/** What {@link Runtime.loadLiteRtLm} gave. */
	module: Awaited<ReturnType<Runtime["loadLiteRtLm"]>>;
}

/** Starts the runtime; `importLibrary` is the bundler's import. Throws a {@link Problem} that names the remedy. */
export async function startRuntime(
	{ library, wasm }: LiteRtLoad,
	importLibrary: () => Promise<unknown>,
): Promise<Host> {
	const runtime = await imported(library, importLibrary);
	// The glue would look for the WebAssembly beside the Worker's own script.
	Object.assign(globalThis, { Module: { locateFile: (file: string) => wasm + file } });
	try {
		return { runtime, module: await runtime.loadLiteRtLm(wasm) };
	} catch (error) {
		throw new Problem(
			"unsupported",
			`The runtime could not be started from ${wasm} (${wordsOf(error)}): serve the folder wasm/ of @litert-lm/core there, or give liteRt({ wasm }) its address.`,
			true,
		);
	}
}

async function imported(
	library: string | undefined,
	importLibrary: () => Promise<unknown>,
): Promise<Runtime> {
	const name = library ?? "@litert-lm/core";
	let module: unknown;
	try {
		module = await (library === undefined
			? importLibrary()
			: import(/* @vite-ignore */ /* webpackIgnore: true */ library));
	} catch (error) {
		const remedy =
			library === undefined
				? 'install it, or, without a bundler, give the option "library" the address of a bundle of it'
				: "serve a bundle of @litert-lm/core as one module there";
		throw new Problem("unsupported", `${name} could not be imported (${wordsOf(error)}): ${remedy}.`, true);
	}
	if (isRecord(module) && "Engine" in module && "loadLiteRtLm" in module) return module as unknown as Runtime;
	throw new Problem("unsupported", `${name} offers no Engine and loadLiteRtLm: it is another module.`, true);
}

/** Loads a model. What comes over the network is stored first where that can be, and checked before it is used. */
export async function loadModel(
	{ runtime, module }: Host,
	request: LiteRtLoad,
	signal: AbortSignal,
	report: (progress: LoadProgress) => void,
): Promise<Loaded> {
	const { source, keep, sha256, device, contextSize, downloadIdleMs: idleMs } = request;
	let incoming = await opened(source, { keep, signal, idleMs });
	let fetched = false;
	let brokenOff: unknown;
	let notKept = incoming.notKept;
	if (typeof source === "string" && !incoming.stored && notKept === undefined && keep) {
		notKept = await store(incoming, sha256, signal, report);
		fetched = true;
		incoming = await opened(source, { keep: notKept === undefined, signal, idleMs });
	}
	const { stored } = incoming;
	const check = sha256 !== undefined && incoming.sha256 !== sha256 ? new Sha256() : undefined;
	const bytes = reported(incoming, stored || typeof source !== "string" ? "read" : "download", check, report);
	try {
		const engine = await runtime.Engine.create({
			model: streamOf(bytes, (error) => {
				brokenOff = error;
			}),
			backend: device === "cpu" ? runtime.Backend.CPU : runtime.Backend.GPU_ARTISAN,
			mainExecutorSettings: { maxNumTokens: contextSize },
			benchmarkEnabled: true,
		});
		// The runtime reads what it needs and may leave the rest, which the SHA-256 covers too.
		if (check) for await (const _ of bytes) signal.throwIfAborted();
		if (check) compare(check, sha256);
		await incoming.accept(sha256 ?? incoming.sha256);
		const lost = module.liteRtLmWasm.preinitializedWebGPUDevice?.lost;
		const info = { contextSize, stored: stored && !fetched, ...(notKept ? { notKept } : {}) };
		return { engine, info, ...(lost ? { lost } : {}) };
	} catch (error) {
		incoming.close();
		signal.throwIfAborted();
		// The runtime may tell a failed download in words of its own.
		const problem = explained(brokenOff ?? error, source);
		// What is no model would be refused again each time.
		if (problem.code === "unsupported" && typeof source === "string") await removeStoredModels(source);
		throw problem;
	}
}

async function opened(source: string | Blob, opening: Opening): Promise<Incoming> {
	try {
		return await open(source, opening);
	} catch (error) {
		opening.signal.throwIfAborted();
		throw explained(error, source);
	}
}

/** Downloads into storage, to the end. Gives the reason where it could not be kept. */
async function store(
	incoming: Incoming,
	sha256: string | undefined,
	signal: AbortSignal,
	report: (progress: LoadProgress) => void,
): Promise<string | undefined> {
	const check = sha256 === undefined ? undefined : new Sha256();
	try {
		for await (const _ of reported(incoming, "download", check, report)) {
			signal.throwIfAborted();
			if (incoming.notKept !== undefined) break;
		}
		if (incoming.notKept === undefined && check) compare(check, sha256);
		await incoming.accept(sha256);
		return incoming.notKept;
	} catch (error) {
		if (error instanceof Problem) await incoming.discard();
		else incoming.close();
		signal.throwIfAborted();
		throw explained(error, "");
	}
}

function compare(check: Sha256, wanted: string | undefined): void {
	const found = check.end();
	if (found === wanted) return;
	throw new Problem(
		"unsupported",
		`The model file's SHA-256 is ${found} and should be ${wanted}: it is damaged, or another file.`,
		true,
	);
}

async function* reported(
	{ chunks, total }: Incoming,
	phase: LoadProgress["phase"],
	check: Sha256 | undefined,
	report: (progress: LoadProgress) => void,
): AsyncGenerator<Uint8Array> {
	let loaded = 0;
	let last = 0;
	for await (const chunk of chunks) {
		loaded += chunk.length;
		check?.add(chunk);
		if (performance.now() - last >= PROGRESS_INTERVAL_MS) {
			last = performance.now();
			report({ phase, loaded, total });
		}
		yield chunk;
	}
	report({ phase, loaded, total: total || loaded });
}

/** A stream whose cancelling leaves the rest readable; `onError` hears why it failed. */
function streamOf(
	bytes: AsyncGenerator<Uint8Array>,
	onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await bytes.next().catch((error: unknown) => {
				onError(error);
				throw error;
			});
			if (done) controller.close();
			else controller.enqueue(value);
		},
	});
}

/** The runtime's error in words that name the remedy. It may have died of it, so the Worker is given up. */
function explained(error: unknown, source: string | Blob): Problem {
	if (error instanceof Problem) return error;
	const words = wordsOf(error);
	if (error instanceof EngineError)
		return new Problem(error.code === "unauthorized" ? "unauthorized" : "network", words, true);
	const name = typeof source === "string" ? source : "the file";
	if (/magic number/i.test(words)) {
		return new Problem(
			"unsupported",
			`${name} is no .litertlm model (${words}): give the address of a file such as gemma-4-E2B-it-web.litertlm.`,
			true,
		);
	}
	if (/memory|alloc|RESOURCE_EXHAUSTED|buffer size/i.test(words)) {
		return new Problem(
			"out_of_memory",
			`There is not enough memory for ${name} (${words}): lower contextSize, or take a smaller model.`,
			true,
		);
	}
	return new Problem(
		"model",
		`${name} could not be loaded (${words}): try again, or take another model.`,
		true,
	);
}
