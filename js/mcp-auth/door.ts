/** How a person gets to an authorization page, and the answer back. */
import { WebMcpError } from "../core/errors.js";
import type { Pending } from "./pending.js";
import { quotable } from "./sentence.js";
import type { McpSignInOpener } from "./types.js";

/** A way there and back. */
export interface Door {
	/** To be called in a click. */
	prepare(): () => void;
	/** Sends the person to `url`, and resolves with the address at which they come back. */
	open(url: URL, pending: Pending, signal: AbortSignal): Promise<URL>;
}

/** The page's own way. */
export function hostDoor(opener: McpSignInOpener): Door {
	return {
		prepare: () => () => undefined,
		async open(url, _pending, signal) {
			const callback = String(await opened(opener, url, signal));
			if (URL.canParse(callback)) return new URL(callback);
			throw new WebMcpError(
				"invalid_argument",
				"createMcpAuth: options.open must resolve with the address that the person was sent back to.",
			);
		},
	};
}

async function opened(opener: McpSignInOpener, url: URL, signal: AbortSignal): Promise<string | URL> {
	try {
		return await opener(url, signal);
	} catch (error) {
		if (error instanceof WebMcpError) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		throw new WebMcpError("unauthorized", `The person could not be sent to sign in: ${quotable(reason)}`);
	}
}
