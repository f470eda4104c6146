/** Decides as which client a page signs in: one that was given, one by the address of a document, one that is registered now. */
import { WebMcpError } from "../core/errors.js";
import { isThisMachine } from "../core/loopback.js";
import { words } from "./answer.js";
import type { AuthorizationServer } from "./authorization-server.js";
import { type Client, METHODS, methodFor } from "./client.js";
import { numberOf, textOf } from "./fields.js";
import type { Grant } from "./grant.js";
import type { House } from "./house.js";
import { ask } from "./request.js";
import { quotable } from "./sentence.js";

/**
 * The client for an authorization server.
 *
 * @param before - What another authorization server has granted for the same MCP server.
 * @throws {@link WebMcpError} `unauthorized` where it knows none and takes none.
 */
export async function clientFor(
	house: House,
	server: AuthorizationServer,
	before: Grant | undefined,
	signal: AbortSignal,
): Promise<Client> {
	const { settings, records } = house;
	const { issuer, methods } = server;
	const given = await givenFor(house, issuer);
	if (given) {
		return { id: given.id, secret: given.secret, method: methodFor(given.secret, methods), kind: "given" };
	}
	if (before?.client.kind === "given" && before.issuer !== issuer) {
		throw new WebMcpError(
			"unauthorized",
			`The server now has its tokens from ${quotable(issuer)}; the client '${quotable(before.client.id)}' was registered at ${quotable(before.issuer)} and is not used there. Register one there, and give it to createMcpAuth.`,
		);
	}
	if (settings.clientMetadataUrl !== undefined && server.readsDocuments) {
		return { id: settings.clientMetadataUrl, method: "none", kind: "document" };
	}
	const known = await records.registration(issuer);
	if (known) return known;
	if (server.registrationEndpoint) return register(house, server, server.registrationEndpoint, signal);
	const others = settings.clients.flatMap((client) => client.issuer ?? []).map((one) => quotable(one));
	throw new WebMcpError(
		"unauthorized",
		`The authorization server ${quotable(issuer)} does not register clients. Register this page there by hand, with ${settings.redirectUrl} as its redirect address, and give createMcpAuth \`client: { id, issuer: "${quotable(issuer)}" }\`${others.length > 0 ? `; what it has is for ${others.join(", ")}` : ""}.`,
	);
}

async function givenFor({ settings, records }: House, issuer: string) {
	const own = settings.clients.find((client) => client.issuer === issuer);
	if (own) return own;
	for (const client of settings.clients) {
		if (client.issuer === undefined && (await records.ownerOf(client.id, issuer)) === issuer) return client;
	}
	return undefined;
}

/** RFC 7591; deprecated in MCP, and what most servers still have. */
async function register(
	{ settings, records }: House,
	{ issuer, methods, isGuessed }: AuthorizationServer,
	endpoint: URL,
	signal: AbortSignal,
): Promise<Client> {
	const { redirectUrl, clientName, wire } = settings;
	const body = JSON.stringify({
		client_name: clientName,
		redirect_uris: [redirectUrl],
		grant_types: ["authorization_code", "refresh_token"],
		response_types: ["code"],
		token_endpoint_auth_method: METHODS.find((method) => methods?.includes(method)) ?? "none",
		// OpenID Connect servers refuse addresses of this machine to web applications, and others to native ones.
		application_type: isThisMachine(new URL(redirectUrl)) ? "native" : "web",
	});
	const { status, fields } = await ask(
		wire,
		endpoint,
		{ headers: { "content-type": "application/json" }, body },
		signal,
	);
	const id = fields && textOf(fields, "client_id");
	if ((status !== 200 && status !== 201) || !fields || id === undefined) {
		if (isGuessed && (status === 404 || status === 405)) {
			throw new WebMcpError(
				"unauthorized",
				`The server ${quotable(issuer)} wants a token, and says nowhere how one is had: it has no metadata, and registers nobody. Ask whoever runs it.`,
			);
		}
		const error = (fields && textOf(fields, "error")) ?? `status ${status}`;
		throw new WebMcpError(
			"unauthorized",
			`The authorization server ${quotable(issuer)} did not register this page with the redirect address ${redirectUrl} (${quotable(error, 60)}).${words(fields && textOf(fields, "error_description"))} Register it there by hand, and give createMcpAuth \`client\`.`,
		);
	}
	const secret = textOf(fields, "client_secret");
	const method = methodFor(secret, methods, textOf(fields, "token_endpoint_auth_method"));
	const client: Client = { id, secret, method, kind: "registered" };
	const seconds = secret === undefined ? 0 : (numberOf(fields, "client_secret_expires_at") ?? 0);
	await records.keepRegistration(issuer, client, seconds * 1000);
	return client;
}
