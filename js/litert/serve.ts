/** Decides what happens in the runtime's Worker: one request after the other, an ear for aborts meanwhile. */
import { Chats } from "./chats.js";
import { loadModel, startRuntime } from "./load.js";
import { type FromLiteRt, type LiteRtLoad, type LiteRtProblem, Problem, type ToLiteRt } from "./messages.js";
import { wordsOf } from "./shapes.js";

/** Where messages go. */
export type Post = (message: FromLiteRt) => void;

/** Serves a page: gives what takes its messages. `importLibrary` imports the runtime. */
export function serve(post: Post, importLibrary: () => Promise<unknown>): (message: ToLiteRt) => void {
	const running = new Map<number, AbortController>();
	let queue: Promise<void> = Promise.resolve();
	let chats: Chats | undefined;
	/** The request that is being served; those after it wait. */
	let current: number | undefined;

	const load = async (id: number, request: LiteRtLoad, signal: AbortSignal): Promise<void> => {
		const host = await startRuntime(request, importLibrary);
		const { engine, info, lost } = await loadModel(host, request, signal, (progress) =>
			post({ id, progress }),
		);
		void lost?.then(({ message }) => post({ lost: message }));
		chats = new Chats(engine, host.runtime.SamplerType, info.contextSize);
		post({ id, loaded: info });
	};

	const perform = async (message: Exclude<ToLiteRt, { abort: true }>, signal: AbortSignal): Promise<void> => {
		const { id } = message;
		current = id;
		try {
			signal.throwIfAborted();
			if ("load" in message) return await load(id, message.load, signal);
			if (!chats) throw new Problem("model", "No model is loaded.", true);
			const response = await chats.chat(message.chat, signal, (delta) => post({ id, delta }));
			post({ id, response });
		} catch (error) {
			post({ id, problem: described(error, signal) });
		} finally {
			running.delete(id);
		}
	};

	return (message) => {
		if ("abort" in message) {
			running.get(message.id)?.abort();
			// What has not begun is answered at once: the page would take its silence for a runtime that hangs.
			if (message.id !== current) post({ id: message.id, problem: ABORTED });
			return;
		}
		const controller = new AbortController();
		running.set(message.id, controller);
		queue = queue.then(() => perform(message, controller.signal));
	};
}

const ABORTED: LiteRtProblem = { code: "aborted", message: "The request was aborted.", fatal: false };

function described(error: unknown, signal: AbortSignal): LiteRtProblem {
	if (signal.aborted) return ABORTED;
	if (error instanceof Problem) return { code: error.code, message: error.message, fatal: error.fatal };
	return { code: "model", message: `The runtime failed (${wordsOf(error)}); try again.`, fatal: true };
}
