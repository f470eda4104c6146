/** Asks token endpoints, and judges what they answer (RFC 6749, section 5). */
import { WebMcpError } from "../core/errors.js";
import { type Client, proofOf } from "./client.js";
import { numberOf, textOf } from "./fields.js";
import { isToken } from "./grant.js";
import { ask, placeOf, type Wire } from "./request.js";
import { scopesOf } from "./scopes.js";

const MAX_LIFE_SECONDS = 10 * 365 * 24 * 3600;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** What a token endpoint gives. */
export interface Token {
	readonly accessToken: string;
	readonly refreshToken?: string | undefined;
	readonly expiresAt?: number | undefined;
	/** Nothing where it is what was asked for. */
	readonly granted?: readonly string[] | undefined;
}

/** Why it gives nothing. */
export interface TokenRefusal {
	readonly error: string;
	readonly description?: string | undefined;
}

/**
 * Asks for a token.
 *
 * @param grant - What it is asked for with.
 * @throws {@link WebMcpError} `network` where it did not answer or has trouble of its own, `protocol` where what it says is no token.
 */
export async function askForToken(
	wire: Wire,
	endpoint: string,
	client: Client,
	grant: { readonly [name: string]: string },
	signal?: AbortSignal,
): Promise<Token | TokenRefusal> {
	const url = new URL(endpoint);
	const { status, fields } = await post(wire, url, client, grant, signal);
	if (status >= 500 || status === 429) {
		throw new WebMcpError("network", `${placeOf(url)} answers with the status ${status}. Try again later.`);
	}
	const error = fields && textOf(fields, "error");
	// Some say what is wrong with the status 200.
	if (status !== 200 || error !== undefined) {
		const description = fields && textOf(fields, "error_description");
		return { error: error ?? `status ${status}`, description };
	}
	if (!fields) throw unfit(url, "no JSON");
	if (textOf(fields, "token_type")?.toLowerCase() !== "bearer")
		throw unfit(url, "a token of an unknown type");
	const accessToken = textOf(fields, "access_token");
	if (!isToken(accessToken)) throw unfit(url, "no token that can be sent");
	const seconds = numberOf(fields, "expires_in");
	return {
		accessToken,
		refreshToken: textOf(fields, "refresh_token"),
		expiresAt: seconds === undefined ? undefined : Date.now() + Math.min(seconds, MAX_LIFE_SECONDS) * 1000,
		granted: scopesOf(fields.scope),
	};
}

/** Has a token revoked (RFC 7009), as far as that succeeds; it is forgotten here in any case. */
export async function revoke(wire: Wire, endpoint: string, client: Client, token: string): Promise<void> {
	await post(wire, new URL(endpoint), client, { token }).catch(() => undefined);
}

function post(
	wire: Wire,
	url: URL,
	client: Client,
	grant: { readonly [name: string]: string },
	signal?: AbortSignal,
) {
	const proof = proofOf(client);
	const body = new URLSearchParams({ ...grant, ...proof.fields }).toString();
	return ask(wire, url, { headers: { ...FORM, ...proof.headers }, body }, signal);
}

function unfit(url: URL, what: string): WebMcpError {
	return new WebMcpError("protocol", `${placeOf(url)} gave ${what}. Tell whoever runs it.`);
}
