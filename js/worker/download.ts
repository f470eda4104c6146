/** Decides how a model file arrives: as a stream from an address or a Blob, with its length where that is known. */

import { EngineError } from "./messages.js";

/** A file on its way in. */
export interface Incoming {
	/** Its length; 0 when unknown. */
	total: number;
	chunks: ReadableStream<Uint8Array>;
}

/** Opens the source. */
export async function open(source: string | Blob, signal: AbortSignal): Promise<Incoming> {
	if (typeof source !== "string") return { total: source.size, chunks: source.stream() };
	let response: Response;
	try {
		response = await fetch(source, { signal });
	} catch (error) {
		throw new EngineError("model_load", `the model could not be fetched from ${source}: ${String(error)}`);
	}
	if (!response.ok || !response.body) {
		throw new EngineError(
			"model_load",
			`the model could not be fetched: ${source} answered ${response.status}`,
		);
	}
	// A compressed reply's length is not the file's.
	const plain = !response.headers.get("content-encoding");
	const length = plain ? Number(response.headers.get("content-length") ?? 0) : 0;
	return { total: Number.isFinite(length) ? length : 0, chunks: response.body };
}

/** Reads chunk by chunk; a broken connection becomes an error of its own. */
export async function* read({ chunks, total }: Incoming, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const reader = chunks.getReader();
	let loaded = 0;
	try {
		for (;;) {
			signal.throwIfAborted();
			const { done, value } = await reader.read().catch((error: unknown) => {
				throw new EngineError(
					"model_load",
					`the download of the model broke off after ${loaded} of ${total} bytes: ${String(error)}`,
				);
			});
			if (done) return;
			loaded += value.length;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}
