/** Decides what happens in the Worker: one operation at a time, an ear for aborts between steps. */

import { adapt } from "./adapters.js";
import { ChatTemplate } from "./chat-template.js";
import { open } from "./download.js";
import { examined, explained } from "./file-kind.js";
import { PacedProgress } from "./progress.js";
import { EngineInstance, help, pickBuilds } from "./instance.js";
import {
	type ChatTemplateSource,
	EngineError,
	type FromWorker,
	type GenerateRequest,
	type GenerateResult,
	type HelperStart,
	type LoadProgress,
	type ModelInfo,
	type Operation,
	type OperationResults,
	type ScoreRequest,
	type TextScore,
	type ToWorker,
} from "./messages.js";
import { holdsPulse, type Pulse } from "./pulse.js";
import { Memory } from "./remember.js";
import type { SnapshotFile } from "./snapshot-file.js";

/** The part of a Worker's global that is used here; the page's types know only windows. */
interface Scope {
	postMessage(message: FromWorker): void;
	addEventListener(
		type: "message",
		listener: (event: MessageEvent<ToWorker | HelperStart | Pulse>) => void,
	): void;
}

const scope = globalThis as unknown as Scope;
const PROGRESS_INTERVAL_MS = 100;
/** Long enough that the browser compiles the kernels with its better compiler. */
const WARM_UP = "The quick brown fox jumps over the lazy dog. ".repeat(6);

const running = new Map<number, AbortController>();
let engine: EngineInstance | undefined;
/** The chat template of the engine's model, or why it cannot be used; where there is one. */
let template: ChatTemplate | EngineError | undefined;
/** Where what the engine remembers with such adapters is stored, where the model is. */
let snapshots: ((adapted: string) => SnapshotFile | undefined) | undefined;
/** Where the engine's model is stored, what it remembers is stored too. */
let memory: Memory | undefined;
let queue: Promise<void> = Promise.resolve();

scope.addEventListener("message", ({ data }) => {
	if ("helper" in data) {
		void help(data.helper);
		return;
	}
	if (holdsPulse(data)) return;
	if ("abort" in data) {
		running.get(data.id)?.abort();
		return;
	}
	const { id, operation } = data;
	memory?.pause();
	const controller = new AbortController();
	running.set(id, controller);
	queue = queue.then(() => serve(id, operation, controller.signal));
});

async function serve(id: number, operation: Operation, signal: AbortSignal): Promise<void> {
	try {
		signal.throwIfAborted();
		scope.postMessage({ kind: "result", id, value: await perform(id, operation, signal) });
	} catch (error) {
		scope.postMessage({ kind: "error", id, ...described(error, operation, signal) });
	} finally {
		running.delete(id);
		if (running.size === 0) memory?.rest(enter);
	}
}

/** Runs a task after what waits already. One that fails has lost nothing but a cache. */
function enter(task: () => Promise<void>): void {
	queue = queue.then(() => (running.size > 0 ? undefined : task().catch(giveUpAfterTrap)));
}

function giveUpAfterTrap(error: unknown): void {
	if (!(error instanceof WebAssembly.RuntimeError)) return;
	engine?.dispose();
	engine = undefined;
	memory = undefined;
}

function perform(
	id: number,
	operation: Operation,
	signal: AbortSignal,
): OperationResults[keyof OperationResults] | Promise<OperationResults[keyof OperationResults]> {
	switch (operation.kind) {
		case "load":
			return load(id, operation, signal);
		case "adapt":
			return adaptLoaded(operation, signal);
		case "countTokens":
			return loaded().countTokens(operation.text);
		case "compare":
			return compare(operation.words, operation.others);
		case "score":
			return score(operation.request, signal);
		case "generate":
			return generate(operation.request, signal, {
				onText: (piece) => scope.postMessage({ kind: "text", id, piece }),
				onRead: (part) => scope.postMessage({ kind: "read", id, part }),
			});
	}
}

type Described = Pick<Extract<FromWorker, { kind: "error" }>, "code" | "message" | "fatal">;

function described(error: unknown, { kind }: Operation, signal: AbortSignal): Described {
	if (signal.aborted) return { code: "aborted", message: "the request was aborted", fatal: false };
	// What fails while it loads takes nothing with it; memory never shrinks, and a trap leaves an engine nobody knows how.
	const fatal = kind !== "load" || !engine;
	if (error instanceof EngineError) {
		const { code, message } = error;
		if (code !== "out_of_memory") return { code, message, fatal: false };
		return { code, message: `${message.replace(/\.$/, "")}; ${AGAIN}`, fatal };
	}
	if (error instanceof RangeError) {
		return { code: "out_of_memory", message: `memory ran out (${error.message}): ${LESS}; ${AGAIN}`, fatal };
	}
	const message =
		error instanceof WebAssembly.RuntimeError
			? `the engine stopped (${error.message}), perhaps because memory ran out; ${AGAIN}; should it stop again, ${LESS}`
			: `the engine failed (${String(error)}); ${AGAIN}`;
	return { code: "engine", message, fatal };
}

const AGAIN = "the next request loads the model again";
const LESS = "use a smaller model or context size";

function loaded(): EngineInstance {
	if (!engine) throw new EngineError("engine", "no model is loaded; call load first");
	return engine;
}

type Load = Extract<Operation, { kind: "load" }>;

async function load(id: number, operation: Load, signal: AbortSignal): Promise<ModelInfo> {
	const next = await EngineInstance.create(pickBuilds(operation.wasmUrls, operation.threads), signal);
	try {
		return await fill(id, next, operation, signal);
	} catch (error) {
		next.dispose();
		throw error;
	}
}

async function fill(
	id: number,
	next: EngineInstance,
	{ source, contextSize, keep, downloadIdleMs: idleMs, sha256, chatTemplate, adapters, wasmUrls }: Load,
	signal: AbortSignal,
): Promise<ModelInfo> {
	const report = (progress: LoadProgress): void => scope.postMessage({ kind: "progress", id, progress });
	const incoming = await open(source, { keep, signal, idleMs });
	const { total, stored } = incoming;
	let bytes = 0;
	const phase = stored ? "read" : "download";
	const progress = new PacedProgress((loaded) => report({ phase, loaded, total }), PROGRESS_INTERVAL_MS);
	try {
		next.loadBegin(total, sha256 !== undefined && sha256 !== incoming.sha256);
		for await (const chunk of examined(incoming.chunks, source)) {
			next.loadChunk(chunk);
			bytes += chunk.length;
			if (progress.at(bytes)) await breathe(signal);
		}
		progress.end();
		report({ phase: "convert", loaded: bytes, total: total || bytes });
		const description = JSON.parse(next.loadEnd(contextSize)) as Description;
		const { sha256: found, bos, eos, chatTemplate: own, ...info } = description;
		if (found && found !== sha256) {
			const message = `the model file's SHA-256 is ${found} and should be ${sha256}; it is damaged, or another file`;
			throw new EngineError("model_invalid", message);
		}
		await incoming.accept(sha256);
		const written = chatTemplate ?? own;
		const nextTemplate =
			written === null
				? undefined
				: await readTemplate({ source: written, bos, eos }, wasmUrls.chatTemplate, signal);
		const { digest, composes } = await adapt(next, adapters, { keep, signal, idleMs });
		report({ phase: "warm", loaded: bytes, total: total || bytes });
		await breathe(signal);
		await steps(next, { op: "generate", prompt: WARM_UP, maxTokens: 4 }, signal);
		const build = `${info.build}-${next.threads > 1 ? "threads-" : ""}${info.contextSize}`;
		const nextSnapshots = (adapted: string): SnapshotFile | undefined =>
			incoming.snapshots(adapted === "" ? build : `${build}-${adapted}`);
		const file = nextSnapshots(digest);
		const remembered = file && (await Memory.open(next, file));
		engine?.dispose();
		engine = next;
		template = nextTemplate;
		snapshots = nextSnapshots;
		memory?.pause();
		memory = remembered;
		const { notKept } = incoming;
		return {
			...info,
			bytes,
			threads: next.threads,
			stored,
			...(notKept ? { notKept } : {}),
			template: template instanceof ChatTemplate ? template.shown : null,
			templateProblem: template instanceof EngineError ? template.message : null,
			composes,
		};
	} catch (error) {
		progress.end();
		// What is no model would be refused again each time.
		if (error instanceof EngineError && error.code === "model_invalid") await incoming.discard();
		else incoming.close();
		throw explained(error);
	}
}

/** Other adapters for the model that there is. */
async function adaptLoaded(
	{ adapters, keep, downloadIdleMs: idleMs }: Extract<Operation, { kind: "adapt" }>,
	signal: AbortSignal,
): Promise<{ composes: boolean }> {
	const instance = loaded();
	const { digest, composes } = await adapt(instance, adapters, { keep, signal, idleMs });
	memory?.pause();
	const file = snapshots?.(digest);
	memory = file && (await Memory.open(instance, file));
	return { composes };
}

/** A model can do without its template: whoever needs it gets the reason. */
async function readTemplate(
	source: ChatTemplateSource,
	url: string,
	signal: AbortSignal,
): Promise<ChatTemplate | EngineError> {
	try {
		return await ChatTemplate.read(source, url, signal);
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof EngineError) return error;
		throw error;
	}
}

/** What the engine says of a model at its file's end. */
type Description = Pick<ModelInfo, "name" | "architecture" | "contextSize" | "vocabulary" | "build"> & {
	sha256: string | null;
	chatTemplate: string | null;
	bos: string;
	eos: string;
};

function compare(words: string[], others: string[]): number[][] {
	const answer = loaded().begin({ op: "compare", words, others });
	return (JSON.parse(answer) as { alike: number[][] }).alike;
}

async function score(request: ScoreRequest, signal: AbortSignal): Promise<TextScore[]> {
	const { output } = await steps(loaded(), { op: "score", ...request }, signal);
	return (JSON.parse(output) as { scores: TextScore[] }).scores;
}

/** Who hears of a generation under way. */
interface Heard {
	onText(piece: string): void;
	onRead(part: number): void;
}

async function generate(
	{ chat, ...request }: GenerateRequest,
	signal: AbortSignal,
	heard: Heard,
): Promise<GenerateResult> {
	const instance = loaded();
	const whole = { op: "generate", ...request };
	const answer = async (more: { rendered?: string }): Promise<Omit<GenerateResult, "droppedTurns">> => {
		const { output, begun, prefillMs, decodeMs } = await steps(
			instance,
			{ ...whole, ...more },
			signal,
			heard,
		);
		const { warnings } = JSON.parse(begun) as Pick<GenerateResult, "warnings">;
		const { memoryBytes } = instance;
		return { ...(JSON.parse(output) as GenerateResult), prefillMs, decodeMs, memoryBytes, warnings };
	};
	if (!chat) return { ...(await answer({})), droppedTurns: 0 };
	if (!template)
		throw new EngineError("engine", "the model has no chat template; give one with chatTemplate");
	if (template instanceof EngineError) throw template;
	const check = async (rendered: string): Promise<void> => {
		await breathe(signal);
		instance.begin({ ...whole, rendered });
		instance.cancel();
	};
	return template.converse(chat, check, (rendered) => answer({ rendered }));
}

/** Runs a request to its end, a step at a time; an abort ends it between two steps. */
async function steps(
	instance: EngineInstance,
	request: object,
	signal: AbortSignal,
	heard?: Heard,
): Promise<{ output: string; begun: string; prefillMs: number; decodeMs: number }> {
	const begun = instance.begin(request);
	const spent = { prefill: 0, decode: 0, done: 0 };
	let read = 1;
	try {
		for (;;) {
			const start = performance.now();
			const { phase, output } = instance.step();
			spent[phase] += performance.now() - start;
			if (phase === "done") return { output, begun, prefillMs: spent.prefill, decodeMs: spent.decode };
			const part = phase === "prefill" ? Number(output) : 1;
			if (part !== read) heard?.onRead(part);
			read = part;
			if (phase === "decode" && output) heard?.onText(output);
			await breathe(signal);
		}
	} catch (error) {
		if (!(error instanceof WebAssembly.RuntimeError)) instance.cancel();
		throw error;
	} finally {
		if (read < 1) heard?.onRead(1);
	}
}

const channel = new MessageChannel();
let wake: (() => void) | undefined;
channel.port1.onmessage = (): void => wake?.();

/** Lets waiting messages in. A channel, because timers wait four milliseconds when they nest. */
async function breathe(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		wake = resolve;
		channel.port2.postMessage(null);
	});
	signal.throwIfAborted();
}
