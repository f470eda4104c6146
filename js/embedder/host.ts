/** Decides what happens in the embedder's Worker: load once, then embed. */
import type { FromEmbedder, ToEmbedder } from "./messages.js";
import { StaticModel } from "./static-model.js";

/** The part of a Worker's global that is used here; the page's types know only windows. */
interface Scope {
	postMessage(message: FromEmbedder): void;
	addEventListener(type: "message", listener: (event: MessageEvent<ToEmbedder>) => void): void;
}

const scope = globalThis as unknown as Scope;
let model: StaticModel | undefined;
let queue: Promise<void> = Promise.resolve();

scope.addEventListener("message", ({ data }) => {
	queue = queue.then(() => serve(data));
});

async function serve(message: ToEmbedder): Promise<void> {
	const { id } = message;
	try {
		if ("texts" in message) {
			if (!model) throw new Error("The embedder has no model.");
			const loaded = model;
			scope.postMessage({ id, vectors: message.texts.map((text) => loaded.embed(text)) });
		} else {
			const [weights, tokenizer] = await Promise.all([bytes(message.weights), bytes(message.tokenizer)]);
			model = new StaticModel(weights, new TextDecoder().decode(tokenizer));
			scope.postMessage({ id, dimensions: model.dimensions });
		}
	} catch (error) {
		scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
	}
}

async function bytes(source: string | ArrayBuffer): Promise<ArrayBuffer> {
	if (typeof source !== "string") return source;
	let response: Response;
	try {
		response = await fetch(source);
	} catch (error) {
		throw new Error(`${source} could not be fetched (${error instanceof Error ? error.message : error}).`);
	}
	if (!response.ok)
		throw new Error(`${source} could not be fetched: the server answered ${response.status}.`);
	return response.arrayBuffer();
}
