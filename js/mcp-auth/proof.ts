/** Makes what ties an answer to the sign-in that it belongs to: `state`, and the proof of PKCE (RFC 7636). */
import { WebMcpError } from "../core/errors.js";

const BYTES = 32;

/** A text that nobody guesses. */
export function unguessable(): string {
	return base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/**
 * The `code_challenge` of a verifier.
 *
 * @throws {@link WebMcpError} `unsupported` in a page that is not secure.
 */
export async function challengeOf(verifier: string): Promise<string> {
	// Pages over http, other than this machine's, have no `subtle`.
	const subtle = crypto.subtle as SubtleCrypto | undefined;
	if (!subtle) {
		throw new WebMcpError(
			"unsupported",
			"Signing in needs a page over https, or on this machine: only there a browser computes what PKCE needs.",
		);
	}
	return base64url(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
	const text = btoa(String.fromCharCode(...bytes));
	return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
