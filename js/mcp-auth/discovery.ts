/** Decides where to sign in to a server. */
import { WebMcpError } from "../core/errors.js";
import { canonical, isWider } from "./addresses.js";
import {
	type AuthorizationServer,
	findAuthorizationServer,
	findEarlierServer,
} from "./authorization-server.js";
import type { BearerChallenge } from "./challenge.js";
import type { Grant } from "./grant.js";
import type { House } from "./house.js";
import { placeOf } from "./request.js";
import { findResource } from "./resource.js";
import { quotable } from "./sentence.js";

/** Where to sign in, and for what. */
export interface Place {
	readonly server: AuthorizationServer;
	/** The name of what the token is for. */
	readonly resource: string;
	/** The scopes that the server lists as needed for it to be of use. */
	readonly listed: readonly string[] | undefined;
}

/**
 * Where to sign in to `server`.
 *
 * @param before - What was granted for it earlier.
 * @throws {@link WebMcpError} `protocol`, `unsupported`, `network`; `unauthorized` where the resource is wider than the server and nobody
 *   has agreed to that.
 */
export async function discover(
	house: House,
	server: URL,
	challenge: BearerChallenge | undefined,
	before: Grant | undefined,
	signal: AbortSignal,
): Promise<Place> {
	const { wire } = house.settings;
	const { resource, isUnsure } = await findResource(wire, server, challenge?.resourceMetadata, signal);
	if (!resource) {
		const earlier = await findEarlierServer(wire, server, isUnsure, signal);
		return { server: earlier, resource: canonical(server), listed: undefined };
	}
	const isAgreed = before !== undefined && before.resource === resource.name;
	if (!isAgreed && isWider(server, new URL(resource.name))) await askWider(house, server, resource.name);
	const issuer = await chosen(house, resource.issuers, before);
	return {
		server: await findAuthorizationServer(wire, server, issuer, signal),
		resource: resource.name,
		listed: resource.scopes,
	};
}

/** A token for more than the server is good for all others there as well, and this server would have it. */
async function askWider({ settings }: House, server: URL, resource: string): Promise<void> {
	if ((await settings.allowWider(resource, server.href)) === true) return;
	throw new WebMcpError(
		"unauthorized",
		`${placeOf(server)} wants a token for all of ${quotable(resource)}, which is more than itself, and nobody has agreed to that. Where all of it is one owner's, say so by createMcpAuth's \`allowWiderResource\`.`,
	);
}

/** Of several authorization servers one that knows this page already. */
async function chosen({ settings, records }: House, issuers: readonly string[], before: Grant | undefined) {
	const [first = ""] = issuers;
	if (issuers.length <= 1) return first;
	const given = issuers.find((issuer) => settings.clients.some((client) => client.issuer === issuer));
	if (given !== undefined) return given;
	if (before && issuers.includes(before.issuer)) return before.issuer;
	for (const issuer of issuers) if (await records.registration(issuer)) return issuer;
	return first;
}
