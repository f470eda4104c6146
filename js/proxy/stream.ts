/** Decides how an upstream's bytes come back: piece by piece, without the key, and never for ever. */
import { Redactor } from "./redact.js";
import type { ProxyEntry } from "./types.js";
import type { Watchdog } from "./watchdog.js";

/** What a stream hangs on. */
export interface Connection {
	/** The upstream's name. */
	name: string;
	/** Replaced wherever it stands. */
	secret: string;
	/** Fires when the client leaves. */
	signal: AbortSignal;
	/** Ends the request to the upstream. */
	upstream: AbortController;
	watchdog: Watchdog;
	/** Called once. */
	ended: (outcome: ProxyEntry["outcome"], bytes: number) => void;
}

/**
 * `body` for the client. It pulls: while it takes nothing, nothing is read, so a stream holds one piece at most. What
 * breaks off ends in an error, never in an end that looks whole.
 */
export function passedOn(
	body: ReadableStream<Uint8Array>,
	connection: Connection,
): ReadableStream<Uint8Array> {
	const { name, signal, upstream, watchdog } = connection;
	const reader = body.getReader();
	const redactor = new Redactor(connection.secret);
	let bytes = 0;
	let over = false;
	let leave = (): void => undefined;
	/** Says whether this is the end. */
	const end = (outcome: ProxyEntry["outcome"]): boolean => {
		if (over) return false;
		over = true;
		signal.removeEventListener("abort", leave);
		if (outcome !== "complete") upstream.abort();
		connection.ended(outcome, bytes);
		return true;
	};
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				watchdog.onBark = () => {
					if (end("timed-out")) controller.error(new Error(`The stream of '${name}' stood still.`));
				};
				leave = () => {
					if (end("client-left")) controller.error(new Error("The client left."));
				};
				signal.addEventListener("abort", leave);
				watchdog.restart();
			},
			async pull(controller) {
				try {
					for (;;) {
						const { done, value } = await reader.read();
						if (over) return;
						const pieces = (done ? [redactor.end()] : redactor.take(value)).filter(
							({ length }) => length > 0,
						);
						for (const piece of pieces) {
							bytes += piece.length;
							controller.enqueue(piece);
						}
						watchdog.restart();
						if (done && end("complete")) controller.close();
						if (done || pieces.length > 0) return;
					}
				} catch {
					if (end("upstream-broke"))
						controller.error(new Error(`The upstream '${name}' broke off its answer.`));
				}
			},
			cancel() {
				end("client-left");
				return reader.cancel().catch(() => undefined);
			},
		},
		{ highWaterMark: 0 },
	);
}
