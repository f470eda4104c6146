/** Decides where to sign in to a server. */
import { canonical } from "./addresses.js";
import {
	type AuthorizationServer,
	findAuthorizationServer,
	findEarlierServer,
} from "./authorization-server.js";
import type { BearerChallenge } from "./challenge.js";
import type { Grant } from "./grant.js";
import type { House } from "./house.js";
import { findResource } from "./resource.js";

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
 * @throws {@link WebMcpError} `protocol`, `unsupported`, `network`.
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
	const issuer = await chosen(house, resource.issuers, before);
	return {
		server: await findAuthorizationServer(wire, server, issuer, signal),
		resource: resource.name,
		listed: resource.scopes,
	};
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
