/** What all parts of signing in share. */
import type { Client } from "./client.js";
import type { Settings } from "./options.js";
import type { Records } from "./records.js";

/** The page's wishes, and what is kept. */
export interface House {
	readonly settings: Settings;
	readonly records: Records;
}

/** The client with the secret that the page has given: that one is never stored. */
export function withSecret({ settings }: House, client: Client, issuer: string): Client {
	if (client.kind !== "given") return client;
	const given = settings.clients.find((one) => one.id === client.id && one.issuer === issuer);
	return { ...client, secret: given?.secret };
}
