/** How a client proves at an authorization server who it is. */
import { WebMcpError } from "../core/errors.js";
import { type Fields, textOf } from "./fields.js";

/** The ways that are known here, the best for a page first. */
export const METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;

/** One of them. */
export type Method = (typeof METHODS)[number];

/** A client, as its authorization server knows it. */
export interface Client {
	readonly id: string;
	readonly secret?: string | undefined;
	readonly method: Method;
	/** `given` by the page, by the address of a `document`, or `registered` here. */
	readonly kind: "given" | "document" | "registered";
}

/**
 * The way of a client with this secret, or without one.
 *
 * @param supported - What the authorization server lists.
 * @param stated - What it has said of this client.
 * @throws {@link WebMcpError} `unsupported` where it demands a way that is not known here.
 */
export function methodFor(
	secret: string | undefined,
	supported: readonly string[] | undefined,
	stated?: string,
): Method {
	const known = METHODS.find((method) => method === stated);
	if (known === "none" || (known && secret !== undefined)) return known;
	if (secret === undefined) return "none";
	// RFC 8414, section 2: what holds where nothing is listed.
	const listed = supported ?? ["client_secret_basic"];
	const method = [METHODS[1], METHODS[2], METHODS[0]].find((one) => listed.includes(one));
	if (method) return method;
	throw new WebMcpError(
		"unsupported",
		"The authorization server wants clients to prove who they are in a way that is not known here.",
	);
}

/** What a request to the token endpoint says of the client. */
export function proofOf({ id, secret, method }: Client): { headers: Headers; fields: Headers } {
	if (method === "client_secret_basic" && secret !== undefined) {
		// RFC 6749, section 2.3.1: both are written as in a form first, so the whole is ASCII.
		const authorization = `Basic ${btoa(`${formText(id)}:${formText(secret)}`)}`;
		return { headers: { authorization }, fields: {} };
	}
	const fields = { client_id: id, ...(method === "none" || !secret ? {} : { client_secret: secret }) };
	return { headers: {}, fields };
}

type Headers = { readonly [name: string]: string };

function formText(text: string): string {
	return new URLSearchParams([["", text]]).toString().slice(1);
}

/** A client out of a store. */
export function clientOf(fields: Fields | undefined): Client | undefined {
	const id = fields && textOf(fields, "id");
	const method = METHODS.find((one) => one === fields?.method);
	const kind = (["given", "document", "registered"] as const).find((one) => one === fields?.kind);
	if (!fields || id === undefined || !method || !kind) return undefined;
	return { id, secret: textOf(fields, "secret"), method, kind };
}
