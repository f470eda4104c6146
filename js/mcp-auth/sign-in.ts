/** A sign-in in its two halves: what is asked before the person leaves, and what is made of the answer (RFC 6749, section 4.1). */
import { WebMcpError } from "../core/errors.js";
import { codeOf, words } from "./answer.js";
import type { BearerChallenge } from "./challenge.js";
import type { Place } from "./discovery.js";
import type { Grant } from "./grant.js";
import { type House, withSecret } from "./house.js";
import type { Pending } from "./pending.js";
import { challengeOf, unguessable } from "./proof.js";
import { clientFor } from "./registration.js";
import { isOffline, scopesToAsk } from "./scopes.js";
import { quotable } from "./sentence.js";
import { askForToken } from "./token.js";
import { cancelled } from "./waiting.js";

/** What is known when a sign-in begins. */
export interface Wanted {
	readonly challenge: BearerChallenge | undefined;
	/** What was granted for the server earlier, by whichever authorization server. */
	readonly before: Grant | undefined;
	readonly streak: number;
}

/** Prepares a sign-in; the person is to be sent to `url`. */
export async function begin(
	house: House,
	server: URL,
	place: Place,
	{ challenge, before, streak }: Wanted,
	signal: AbortSignal,
): Promise<{ url: URL; pending: Pending }> {
	const { settings } = house;
	const { issuer, authorizationEndpoint, tokenEndpoint, revocationEndpoint, isIssuerTold, scopes } =
		place.server;
	const client = await clientFor(house, place.server, before, signal);
	const [state, verifier] = [unguessable(), unguessable()];
	const asked = scopesToAsk({
		challenged: challenge?.scopes,
		wished: settings.scopes,
		listed: place.listed,
		earlier: earlierScopes(before, issuer),
		offered: scopes,
		offline: settings.offline,
	});
	const url = new URL(authorizationEndpoint);
	const request = {
		response_type: "code",
		client_id: client.id,
		redirect_uri: settings.redirectUrl,
		state,
		code_challenge: await challengeOf(verifier),
		code_challenge_method: "S256",
		resource: place.resource,
		...(asked.length > 0 ? { scope: asked.join(" ") } : {}),
		// OpenID Connect Core, section 11: without it the wish is ignored.
		...(isOffline(asked) ? { prompt: "consent" } : {}),
	};
	for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
	const pending: Pending = {
		server: server.href,
		state,
		verifier,
		issuer,
		isIssuerTold,
		tokenEndpoint: tokenEndpoint.href,
		revocationEndpoint: revocationEndpoint?.href,
		resource: place.resource,
		client,
		asked,
		streak,
		at: Date.now(),
	};
	return { url, pending };
}

/** Makes a grant of the answer at `callback`, and keeps it. */
export async function finish(
	house: House,
	pending: Pending,
	callback: URL,
	signal?: AbortSignal,
): Promise<void> {
	const { settings, records } = house;
	const { server, issuer, resource, asked, streak, tokenEndpoint, revocationEndpoint } = pending;
	const code = codeOf(callback, pending);
	const client = withSecret(house, pending.client, issuer);
	const token = await askForToken(
		settings.wire,
		tokenEndpoint,
		client,
		{
			grant_type: "authorization_code",
			code,
			redirect_uri: settings.redirectUrl,
			code_verifier: pending.verifier,
			resource,
		},
		signal,
	);
	if (signal?.aborted) throw cancelled();
	if ("error" in token) {
		if (token.error === "invalid_client" && client.kind === "registered") {
			await records.dropRegistration(issuer);
		}
		throw new WebMcpError(
			"unauthorized",
			`The authorization server ${quotable(issuer)} gave no token for the sign-in (${quotable(token.error, 60)}).${words(token.description)} Sign in again.`,
		);
	}
	const { accessToken, refreshToken, expiresAt, granted = asked } = token;
	await records.keepGrant(server, {
		issuer,
		resource,
		accessToken,
		refreshToken,
		issuedAt: Date.now(),
		expiresAt,
		asked,
		granted,
		tokenEndpoint,
		revocationEndpoint,
		client,
		isRenewed: false,
		streak,
	});
}

/** What the person has agreed to already must not be lost; another authorization server never knew of it. */
function earlierScopes(before: Grant | undefined, issuer: string): readonly string[] {
	if (before?.issuer !== issuer) return [];
	return before.asked.length > 0 ? before.asked : before.granted;
}
