/** Judges what an authorization server sends back, before any of it is used or shown (RFC 6749, section 4.1.2; RFC 9207). */
import { WebMcpError } from "../core/errors.js";
import type { Pending } from "./pending.js";
import { quotable } from "./sentence.js";

/** What every answer has; by it the sign-in is found that it belongs to. */
export function stateOf(callback: URL): string | undefined {
	return sole(callback, "state");
}

/**
 * The code of an answer.
 *
 * @throws {@link WebMcpError} `protocol` where the answer is not the authorization server's that was asked, `unauthorized` where the person or
 *   the server has refused.
 */
export function codeOf(callback: URL, pending: Pending): string {
	if (stateOf(callback) !== pending.state) {
		throw new WebMcpError("protocol", "The answer is not one to this sign-in. Sign in again.");
	}
	const issuer = sole(callback, "iss");
	const isTold = callback.searchParams.has("iss");
	// Compared as texts, and before anything of the answer is looked at: its words may be somebody else's.
	if (isTold ? issuer !== pending.issuer : pending.isIssuerTold) {
		throw new WebMcpError(
			"protocol",
			`The answer does not come from ${quotable(pending.issuer)}, where the sign-in began. Nothing of it is used; sign in again.`,
		);
	}
	const error = callback.searchParams.get("error");
	if (error !== null) throw refusal(pending, error, callback.searchParams.get("error_description"));
	const code = sole(callback, "code");
	if (code) return code;
	throw new WebMcpError("protocol", "The authorization server's answer holds no code. Sign in again.");
}

function refusal({ issuer }: Pending, error: string, description: string | null): WebMcpError {
	if (error === "access_denied") {
		return new WebMcpError(
			"unauthorized",
			`Access was denied at ${quotable(issuer)}.${words(description)} Sign in again to allow it.`,
		);
	}
	return new WebMcpError(
		"unauthorized",
		`The authorization server ${quotable(issuer)} refused the sign-in (${quotable(error, 60)}).${words(description)}`,
	);
}

/** A server's own words, as an addition to a sentence of ours. */
export function words(description: string | null | undefined): string {
	const text = quotable(description ?? "");
	return text === "" ? "" : ` It says: "${text}".`;
}

/** A parameter that is there once; one that is there twice is not believed. */
function sole({ searchParams }: URL, name: string): string | undefined {
	const values = searchParams.getAll(name);
	return values.length === 1 ? values[0] : undefined;
}
