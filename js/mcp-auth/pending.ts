/** A sign-in that waits for the person. */
import { safeAddress } from "./addresses.js";
import { type Client, clientOf } from "./client.js";
import { type Fields, fieldsOf, numberOf, textOf, textsOf } from "./fields.js";

/** What is recorded before the person is sent away, and compared when they come back. */
export interface Pending {
	/** The address of the server that is signed in to. */
	readonly server: string;
	readonly state: string;
	/** The secret half of PKCE. */
	readonly verifier: string;
	/** Of the metadata that was checked. */
	readonly issuer: string;
	/** Its answers bear its name always. */
	readonly isIssuerTold: boolean;
	readonly tokenEndpoint: string;
	readonly revocationEndpoint?: string | undefined;
	readonly resource: string;
	readonly client: Client;
	readonly asked: readonly string[];
	readonly streak: number;
	/** When it began. */
	readonly at: number;
}

/** A sign-in out of a storage; nothing where it is none. */
export function pendingOf(fields: Fields | undefined): Pending | undefined {
	const client = clientOf(fieldsOf(fields?.client));
	if (!fields || !client) return undefined;
	const [server, state, verifier, issuer, resource] = [
		"server",
		"state",
		"verifier",
		"issuer",
		"resource",
	].map((name) => textOf(fields, name));
	const tokenEndpoint = safeAddress(fields.tokenEndpoint)?.href;
	if (!server || !state || !verifier || !issuer || !resource || !tokenEndpoint) return undefined;
	return {
		server,
		state,
		verifier,
		issuer,
		isIssuerTold: fields.isIssuerTold === true,
		tokenEndpoint,
		revocationEndpoint: safeAddress(fields.revocationEndpoint)?.href,
		resource,
		client,
		asked: textsOf(fields, "asked") ?? [],
		streak: numberOf(fields, "streak") ?? 0,
		at: numberOf(fields, "at") ?? 0,
	};
}
