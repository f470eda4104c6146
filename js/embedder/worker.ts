/** Decides what happens in the embedder's Worker: load once, then embed, one message after the other. */
import { holdsPulse, type Pulse } from "../worker/pulse.js";
import { type Batch, loadModel, said } from "./library.js";
import type { FromEmbedder, ToEmbedder } from "./messages.js";

/** The part of a Worker's global that is used here; the page's types know only windows. */
interface Scope {
	postMessage(message: FromEmbedder, transfer?: ArrayBuffer[]): void;
	addEventListener(type: "message", listener: (event: MessageEvent<ToEmbedder | Pulse>) => void): void;
}

const scope = globalThis as unknown as Scope;
let embed: ((texts: string[]) => Promise<Batch>) | undefined;
let queue: Promise<void> = Promise.resolve();

scope.addEventListener("message", ({ data }) => {
	if (holdsPulse(data)) return;
	queue = queue.then(() => serve(data));
});

async function serve(message: ToEmbedder): Promise<void> {
	const { id } = message;
	try {
		if ("start" in message) {
			embed = await loadModel(message.start);
			// The first text shows whether the model runs at all, and how long its vectors are.
			const { dimensions } = await embed(["a"]);
			scope.postMessage({ id, dimensions });
			return;
		}
		if (!embed) throw new Error("The embedder has no model.");
		const { dimensions, vectors } = await embed(message.texts);
		scope.postMessage({ id, dimensions, vectors }, [vectors.buffer]);
	} catch (error) {
		scope.postMessage({ id, error: said(error) });
	}
}
