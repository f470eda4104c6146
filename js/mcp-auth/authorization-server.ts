/** Finds what an authorization server says of itself, and decides whether it is one to sign in at (RFC 8414, OpenID Connect Discovery). */
import { WebMcpError } from "../core/errors.js";
import { addressBy, serverMetadataAddresses } from "./addresses.js";
import { type Fields, textOf, textsOf } from "./fields.js";
import { documentAt, placeOf, REMEDY, type Wire } from "./request.js";
import { quotable } from "./sentence.js";

/** An authorization server. */
export interface AuthorizationServer {
	/** Its name, character by character: credentials and tokens belong to it, and answers have to bear it. */
	readonly issuer: string;
	readonly authorizationEndpoint: URL;
	readonly tokenEndpoint: URL;
	readonly registrationEndpoint?: URL | undefined;
	readonly revocationEndpoint?: URL | undefined;
	readonly scopes?: readonly string[] | undefined;
	/** How clients prove at the token endpoint who they are. */
	readonly methods?: readonly string[] | undefined;
	/** Its answers bear its name always. */
	readonly isIssuerTold: boolean;
	/** A client may name itself by the address of a document. */
	readonly readsDocuments: boolean;
	/** It says nothing of itself: its addresses are those of 2025-03-26, where there may be nothing. */
	readonly isGuessed?: true;
}

/**
 * The authorization server of a name.
 *
 * @param server - The server that has named it.
 * @throws {@link WebMcpError} `protocol` where what it says may not be trusted, `unsupported` where it lacks PKCE, `network`.
 */
export async function findAuthorizationServer(
	wire: Wire,
	server: URL,
	issuer: string,
	signal: AbortSignal,
): Promise<AuthorizationServer> {
	const address = addressBy(server, issuer);
	if (address?.search !== "") {
		throw new WebMcpError(
			"protocol",
			`${placeOf(server)} names the authorization server '${quotable(issuer)}', which is no https address, or lies in a network that the server is outside of. Tell whoever runs the server.`,
		);
	}
	const { document, isUnsure } = await metadataOf(wire, address, signal);
	if (document) return confirmed(wire, judged(document, server, [issuer]), signal);
	throw isUnsure
		? new WebMcpError("network", `The metadata of ${placeOf(address)} could not be had. ${REMEDY}`)
		: new WebMcpError(
				"protocol",
				`The authorization server ${placeOf(address)} has no metadata. Tell whoever runs it.`,
			);
}

/**
 * The authorization server of an MCP server that says nothing of itself: as the protocol of 2025-03-26 had it, the server's own origin,
 * by metadata or by the paths that this revision names.
 *
 * @param isUnsure - It could not be told whether the server says nothing; then nothing is guessed.
 */
export async function findEarlierServer(
	wire: Wire,
	server: URL,
	isUnsure: boolean,
	signal: AbortSignal,
): Promise<AuthorizationServer> {
	const origin = new URL(server.origin);
	const found = await metadataOf(wire, origin, signal);
	// Nobody has named it, and both of these lead to the same metadata.
	if (found.document) {
		return confirmed(wire, judged(found.document, server, [server.origin, origin.href]), signal);
	}
	if (found.isUnsure || isUnsure) {
		throw new WebMcpError("network", `What signs in to ${placeOf(server)} could not be found out. ${REMEDY}`);
	}
	return {
		issuer: server.origin,
		authorizationEndpoint: new URL("/authorize", origin),
		tokenEndpoint: new URL("/token", origin),
		registrationEndpoint: new URL("/register", origin),
		isIssuerTold: false,
		readsDocuments: false,
		isGuessed: true,
	};
}

async function metadataOf(wire: Wire, issuer: URL, signal: AbortSignal) {
	let isUnsure = false;
	for (const address of serverMetadataAddresses(issuer)) {
		const document = await documentAt(wire, address, signal);
		if (document === "unreachable") isUnsure = true;
		else if (document) return { document, isUnsure };
	}
	return { document: undefined, isUnsure };
}

/**
 * The authorization server, once it is sure whose answers come back from its authorization page. One of another origin may be somebody
 * else's, whose codes would be sent to this one's token endpoint (RFC 9700, section 4.4, "mix-up"). It is its own where answers have to bear
 * its name, or where the other origin's metadata bears it.
 */
async function confirmed(
	wire: Wire,
	found: AuthorizationServer,
	signal: AbortSignal,
): Promise<AuthorizationServer> {
	const { issuer, authorizationEndpoint, isIssuerTold } = found;
	const { origin } = authorizationEndpoint;
	if (isIssuerTold || origin === new URL(issuer).origin) return found;
	const { document, isUnsure } = await metadataOf(wire, new URL(origin), signal);
	if (document && textOf(document, "issuer") === issuer) return found;
	if (!document && isUnsure) {
		throw new WebMcpError("network", `The metadata of ${origin} could not be had. ${REMEDY}`);
	}
	throw new WebMcpError(
		"protocol",
		`The authorization server ${quotable(issuer)} has people sign in at ${origin}, which does not say that it belongs to it, and its answers do not bear its name (iss): what is granted there could be for somebody else. Nothing is asked for; tell whoever runs it.`,
	);
}

function judged(document: Fields, server: URL, names: readonly string[]): AuthorizationServer {
	const issuer = textOf(document, "issuer");
	if (issuer === undefined || !names.includes(issuer)) {
		throw new WebMcpError(
			"protocol",
			`The metadata of the authorization server '${quotable(names[0] ?? "")}' is that of '${quotable(issuer ?? "")}'. Nothing of it is used; tell whoever runs the server.`,
		);
	}
	if (!textsOf(document, "code_challenge_methods_supported")?.includes("S256")) {
		throw new WebMcpError(
			"unsupported",
			`The authorization server ${quotable(issuer)} does not say that it knows PKCE with S256, without which a sign-in could be stolen. Tell whoever runs it.`,
		);
	}
	const endpoint = (name: string) => {
		const text = textOf(document, name);
		const url = addressBy(server, text);
		if (text === undefined || url) return url;
		throw unfit(issuer, name);
	};
	const authorizationEndpoint = endpoint("authorization_endpoint");
	const tokenEndpoint = endpoint("token_endpoint");
	if (!authorizationEndpoint) throw unfit(issuer, "authorization_endpoint");
	if (!tokenEndpoint) throw unfit(issuer, "token_endpoint");
	return {
		issuer,
		authorizationEndpoint,
		tokenEndpoint,
		registrationEndpoint: endpoint("registration_endpoint"),
		revocationEndpoint: endpoint("revocation_endpoint"),
		scopes: textsOf(document, "scopes_supported"),
		methods: textsOf(document, "token_endpoint_auth_methods_supported"),
		isIssuerTold: document.authorization_response_iss_parameter_supported === true,
		readsDocuments: document.client_id_metadata_document_supported === true,
	};
}

function unfit(issuer: string, name: string): WebMcpError {
	return new WebMcpError(
		"protocol",
		`The authorization server ${quotable(issuer)} names no '${name}' that is an https address within reach of the server. Tell whoever runs it.`,
	);
}
