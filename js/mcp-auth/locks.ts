/** Lets one of several tabs do something at a time (Web Locks). */
import { WebMcpError } from "../core/errors.js";

/** Longer than what is done under a lock; a tab that the browser has frozen keeps its locks. */
const MAX_WAIT_MS = 60_000;

/**
 * Does `work` while nobody else does what has this name; at once where the name is left out, or there are no locks.
 *
 * @throws {@link WebMcpError} `network` where another tab has it for too long.
 */
export async function alone<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
	const locks = typeof navigator === "object" && navigator !== null ? navigator.locks : undefined;
	if (name === undefined || !locks) return work();
	const signal = AbortSignal.timeout(MAX_WAIT_MS);
	let begun = false;
	const begin = () => {
		begun = true;
		return work();
	};
	try {
		return (await locks.request(name, { signal }, begin)) as T;
	} catch (error) {
		if (begun) throw error;
		// Where no storage is allowed there are no locks either, and nothing that two tabs could fight over.
		if (!signal.aborted) return work();
		throw new WebMcpError("network", "Another tab of this page does not come to an end with its sign-in.");
	}
}
