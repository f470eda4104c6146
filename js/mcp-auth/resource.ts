/** Finds what a server says of itself as a protected resource (RFC 9728). */
import { WebMcpError } from "../core/errors.js";
import { addressBy, isWithin, resourceMetadataAddresses, safeAddress } from "./addresses.js";
import { type Fields, textOf, textsOf } from "./fields.js";
import { documentAt, placeOf, REMEDY, type Wire } from "./request.js";
import { usable } from "./scopes.js";
import { quotable } from "./sentence.js";

/** Each is looked for in the store. */
const MAX_ISSUERS = 20;

/** What a server says of itself. */
export interface Resource {
	/** Its name, character by character: tokens are asked for with it. */
	readonly name: string;
	/** The authorization servers that it takes tokens of; at least one. */
	readonly issuers: readonly string[];
	readonly scopes: readonly string[] | undefined;
}

/** What became of looking. */
export interface ResourceFinding {
	/** Nothing where the server says nothing, as those of 2025-03-26 do. */
	readonly resource?: Resource;
	/** An address could not be asked, so that something may be there all the same. */
	readonly isUnsure: boolean;
}

/**
 * Looks where the challenge says, then at the well-known addresses of the server.
 *
 * @param named - `resource_metadata` of the challenge.
 * @throws {@link WebMcpError} `protocol` where what is found may not be trusted, `network`.
 */
export async function findResource(
	wire: Wire,
	server: URL,
	named: string | undefined,
	signal: AbortSignal,
): Promise<ResourceFinding> {
	const first = addressBy(server, named);
	const addresses = [...(first ? [first] : []), ...resourceMetadataAddresses(server)];
	let isUnsure = false;
	for (const [place, address] of addresses.entries()) {
		if (addresses.findIndex(({ href }) => href === address.href) < place) continue;
		const document = await documentAt(wire, address, signal);
		if (document === "unreachable") isUnsure = true;
		else if (document) return { resource: judged(document, server, address), isUnsure };
	}
	if (named === undefined) return { isUnsure };
	const what = `${placeOf(server)} names metadata at ${quotable(named)}, which`;
	throw isUnsure
		? new WebMcpError("network", `${what} could not be had. ${REMEDY}`)
		: new WebMcpError("protocol", `${what} is not there, or may not be asked. Tell whoever runs the server.`);
}

function judged(document: Fields, server: URL, address: URL): Resource {
	const name = textOf(document, "resource");
	const resource = safeAddress(name);
	if (name === undefined || !resource || !isWithin(server, resource)) {
		throw new WebMcpError(
			"protocol",
			`The metadata at ${placeOf(address)} is of the resource '${quotable(name ?? "")}', not of ${placeOf(server)}. No token is asked for; tell whoever runs the server.`,
		);
	}
	const issuers = (textsOf(document, "authorization_servers") ?? []).slice(0, MAX_ISSUERS);
	if (issuers.length === 0) {
		throw new WebMcpError(
			"protocol",
			`The metadata at ${placeOf(address)} names no authorization server. Tell whoever runs the server.`,
		);
	}
	return { name, issuers, scopes: usable(textsOf(document, "scopes_supported")) };
}
