/** Decides whether a request's body is taken: JSON, not too large, not too slow. */
import { Refusal } from "./refusal.js";
import type { ProxyLimits } from "./types.js";

/** Connections take a moment to come up to their rate. */
const HEAD_START_MS = 10_000;

/** A JSON object whose values are not looked at yet. */
export type Fields = { [key: string]: unknown };

/**
 * The body as a JSON object.
 *
 * @throws {@link Refusal} 400, 408, 413 or 415.
 */
export async function readFields(request: Request, limits: Required<ProxyLimits>): Promise<Fields> {
	const kind = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
	// A page can send other kinds to any address without asking first; see CORS, "simple requests".
	if (kind !== "application/json")
		throw new Refusal(415, "Send the request as content-type application/json.");
	if (request.headers.has("content-encoding"))
		throw new Refusal(415, "Send the request's body uncompressed.");
	if (Number(request.headers.get("content-length")) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
	let value: unknown;
	try {
		value = JSON.parse(await readText(request, limits));
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Refusal(400, "The request's body is no JSON.");
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) {
		throw new Refusal(400, "The request's body is no JSON object.");
	}
	return value as Fields;
}

async function readText(request: Request, limits: Required<ProxyLimits>): Promise<string> {
	const { bodyBytes, bodyBytesPerSecond, idleMs } = limits;
	const reader = request.body?.getReader();
	if (!reader) return "";
	const from = performance.now() + Math.min(idleMs, HEAD_START_MS);
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let text = "";
	let bytes = 0;
	try {
		for (;;) {
			// A client that sends a byte now and then is never idle, and would hold its place for ever.
			const left = from + (bytes / bodyBytesPerSecond) * 1000 - performance.now();
			const { done, value } = await inTime(reader.read(), Math.min(idleMs, left));
			if (done) return text + decoder.decode();
			bytes += value.length;
			if (bytes > bodyBytes) throw tooLarge(bodyBytes);
			text += decoder.decode(value, { stream: true });
		}
	} catch (error) {
		reader.cancel().catch(() => undefined);
		throw error;
	}
}

function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
	if (!Number.isFinite(ms)) return promise;
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Refusal(408, "The request's body came too slowly.")), ms);
		promise.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

function tooLarge(maxBytes: number): Refusal {
	return new Refusal(413, `The request's body has more than ${maxBytes} bytes.`);
}
