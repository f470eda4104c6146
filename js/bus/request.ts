/** A message that wants an answer. */
import { aSignal, milliseconds, objectOf, optional } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { BusRequest } from "../types/index.js";

const OPTIONS = objectOf({ timeoutMs: optional(milliseconds), signal: optional(aSignal) });
const TIMEOUT_MS = 5_000;

/**
 * Resolves to what the peer answers.
 *
 * @param ask - Sends; calls back with what the handler returned. False where nobody hears it.
 */
export function answerOf(
	to: string,
	channel: string,
	options: BusRequest,
	ask: (answered: (answer: () => unknown) => void) => boolean,
): Promise<unknown> {
	OPTIONS("request: options", options);
	const { timeoutMs = TIMEOUT_MS, signal } = options;
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const aborted = () => settle(() => reject(signal?.reason));
		const settle = (end: () => void) => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", aborted);
			end();
		};
		signal?.addEventListener("abort", aborted, { once: true });
		if (timeoutMs > 0) {
			const problem = `'${to}' did not answer on '${channel}' within ${timeoutMs} ms.`;
			timer = setTimeout(() => settle(() => reject(new WebMcpError("network", problem))), timeoutMs);
		}
		const heard = ask((answer) => {
			Promise.resolve()
				.then(answer)
				.then(
					(value) => settle(() => resolve(value)),
					(problem) => settle(() => reject(problem)),
				);
		});
		if (!heard) {
			const problem = `Nobody called '${to}' listens to '${channel}'; listPeers() tells who there is.`;
			settle(() => reject(new WebMcpError("not_found", problem)));
		}
	});
}
