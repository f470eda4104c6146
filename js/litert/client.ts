/** Decides how a page uses the runtime's Worker: each request is answered, aborted, or fails when the Worker does. */
import { WebMcpError } from "../core/errors.js";
import type { ChatDelta, ChatMessage, ChatOptions, LLMResponse, ProviderTool } from "../types/index.js";
import type { LoadProgress } from "../worker/messages.js";
import { type Pulse, watchPulse } from "../worker/pulse.js";
import type { FromLiteRt, LiteRtChat, LiteRtInfo, LiteRtLoad, LiteRtProblem, ToLiteRt } from "./messages.js";

/** How long the runtime may take to end a reply that was aborted, before its Worker is ended instead. */
const ABORT_GRACE_MS = 10_000;
const DISPOSED = "This model was disposed of; make a new provider.";
const GONE =
	"The model's Worker was ended, as browsers do when memory runs out; the next chat loads the model again.";

interface Waiting {
	resolve(message: FromLiteRt): void;
	reject(error: unknown): void;
	onProgress?: ((progress: LoadProgress) => void) | undefined;
	onDelta?: ((delta: ChatDelta) => void) | undefined;
}

/** One Worker with one model in it. */
export class LiteRtWorker {
	readonly #worker: Worker;
	readonly #waiting = new Map<number, Waiting>();
	readonly #leaving = new Map<number, ReturnType<typeof setTimeout>>();
	readonly #stopWatch: () => void;
	#lastId = 0;
	#ended: WebMcpError | undefined;

	constructor(worker: Worker) {
		this.#worker = worker;
		worker.addEventListener("message", ({ data }: MessageEvent<FromLiteRt | Pulse>) => {
			if (!("pulse" in data)) this.#hear(data);
		});
		worker.addEventListener("error", (event: ErrorEvent) => {
			event.preventDefault?.();
			const reason = event.message ?? "it could not be started";
			this.end(`The runtime's Worker failed (${reason}): check that the page serves it and its modules.`);
		});
		this.#stopWatch = watchPulse(worker, () => this.end(GONE));
	}

	/** Whether nothing can be asked any more. */
	get isEnded(): boolean {
		return this.#ended !== undefined;
	}

	/** Loads the model. However it fails, the Worker is ended: the runtime starts only once in each. */
	async load(load: LiteRtLoad, onProgress?: (progress: LoadProgress) => void): Promise<LiteRtInfo> {
		try {
			const answer = await this.#ask({ load }, { onProgress });
			if ("loaded" in answer) return answer.loaded;
			throw new WebMcpError("model", "The runtime's Worker answered something else.");
		} catch (error) {
			this.end("The model could not be loaded.");
			throw error;
		}
	}

	/** Asks the model. Rejects with the signal's reason as soon as that is aborted. */
	async chat(
		chat: LiteRtChat,
		signal?: AbortSignal,
		onDelta?: (delta: ChatDelta) => void,
	): Promise<LLMResponse> {
		const answer = await this.#ask({ chat }, { onDelta }, signal);
		if ("response" in answer) return answer.response;
		throw new WebMcpError("model", "The runtime's Worker answered something else.");
	}

	/** Ends the Worker and rejects whoever waits or asks later. */
	end(reason: string): void {
		if (this.#ended) return;
		this.#ended = new WebMcpError("model", reason);
		this.#stopWatch();
		this.#worker.terminate();
		for (const timer of this.#leaving.values()) clearTimeout(timer);
		const waiting = [...this.#waiting.values()];
		this.#waiting.clear();
		for (const { reject } of waiting) reject(this.#ended);
	}

	#ask(
		request: { load: LiteRtLoad } | { chat: LiteRtChat },
		listeners: Pick<Waiting, "onProgress" | "onDelta">,
		signal?: AbortSignal,
	): Promise<FromLiteRt> {
		if (this.#ended) return Promise.reject(this.#ended);
		if (signal?.aborted) return Promise.reject(signal.reason);
		this.#lastId += 1;
		const id = this.#lastId;
		return new Promise((resolve, reject) => {
			const onAbort = (): void => {
				this.#post({ id, abort: true });
				this.#waiting.delete(id);
				const timer = setTimeout(() => this.end("The runtime did not stop when told to."), ABORT_GRACE_MS);
				this.#leaving.set(id, timer);
				reject(signal?.reason);
			};
			const settle = (): void => signal?.removeEventListener("abort", onAbort);
			this.#waiting.set(id, {
				...listeners,
				resolve: (message) => {
					settle();
					resolve(message);
				},
				reject: (error) => {
					settle();
					reject(error);
				},
			});
			signal?.addEventListener("abort", onAbort, { once: true });
			try {
				this.#post({ id, ...request });
			} catch (error) {
				// A history that cannot be cloned, such as one with a function in it.
				this.#waiting
					.get(id)
					?.reject(new WebMcpError("invalid_argument", `The request cannot be sent: ${error}`));
				this.#waiting.delete(id);
			}
		});
	}

	#post(message: ToLiteRt): void {
		this.#worker.postMessage(message);
	}

	#hear(message: FromLiteRt): void {
		if ("lost" in message) {
			this.end(`The GPU was lost (${message.lost}); the next chat loads the model again.`);
			return;
		}
		const waiting = this.#waiting.get(message.id);
		if ("progress" in message) {
			waiting?.onProgress?.(message.progress);
			return;
		}
		if ("delta" in message) {
			waiting?.onDelta?.(message.delta);
			return;
		}
		clearTimeout(this.#leaving.get(message.id));
		this.#leaving.delete(message.id);
		this.#waiting.delete(message.id);
		if ("problem" in message) {
			waiting?.reject(errorOf(message.problem));
			if (message.problem.fatal) this.end(message.problem.message);
		} else waiting?.resolve(message);
	}
}

/** The Worker's problem as the page's error; only {@link isOutOfMemory} still tells that kind apart. */
function errorOf({ code, message }: LiteRtProblem): WebMcpError {
	return code === "out_of_memory"
		? new WebMcpError("model", message, { cause: code })
		: new WebMcpError(code, message);
}

/** Whether an error says that the model has no place in memory. */
export function isOutOfMemory(error: unknown): boolean {
	const details = error instanceof WebMcpError ? error.details : undefined;
	return (
		typeof details === "object" && details !== null && "cause" in details && details.cause === "out_of_memory"
	);
}

/** The disposed engine's error. */
export const disposedError = (): WebMcpError => new WebMcpError("model", DISPOSED);

/** What of a chat's options goes to the Worker; listeners stay here. */
export function requestOf(
	messages: ChatMessage[],
	tools: ProviderTool[],
	options: ChatOptions | undefined,
	fixed: Pick<LiteRtChat, "thinking" | "constrained">,
): LiteRtChat {
	const { system, maxTokens, temperature, topK, toolChoice, parallelToolCalls } = options ?? {};
	const named = typeof toolChoice === "object" ? toolChoice.name : undefined;
	const offered = named === undefined ? tools : tools.filter(({ name }) => name === named);
	return {
		messages,
		tools: toolChoice === "none" ? [] : offered,
		...(system === undefined ? {} : { system }),
		...(maxTokens === undefined ? {} : { maxTokens }),
		...(temperature === undefined ? {} : { temperature }),
		...(topK === undefined ? {} : { topK }),
		...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
		...fixed,
	};
}

/** Tells a piece to all who listen for its kind. */
export function tellerOf(options: ChatOptions | undefined): (delta: ChatDelta) => void {
	return (delta) => {
		options?.onDelta?.(delta);
		if (delta.type === "text") options?.onToken?.(delta.text);
		else if (delta.type === "reasoning") options?.onReasoning?.(delta.text);
		else if (delta.type === "arguments") {
			options?.onArguments?.({ id: delta.id, name: delta.name, delta: delta.delta });
		}
	};
}
