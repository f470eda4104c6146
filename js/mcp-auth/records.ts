/** What is kept, under which names: tokens by server, registrations by authorization server. */
import { type Client, clientOf } from "./client.js";
import { fieldsOf, numberOf, parsed } from "./fields.js";
import { type Grant, grantOf } from "./grant.js";
import { alone } from "./locks.js";
import { memory } from "./stores.js";
import type { McpAuthStore } from "./types.js";

const PREFIX = "mcp-auth";
/** The names of all that is kept, for a store cannot list them. */
const NAMES = `${PREFIX} names`;

/** What is kept of sign-ins. */
export class Records {
	/** Whether other tabs see it too. */
	readonly isShared: boolean;
	readonly #store: McpAuthStore;
	readonly #redirectUrl: string;
	#changing: Promise<unknown> = Promise.resolve();

	constructor(store: McpAuthStore | undefined, redirectUrl: string) {
		this.isShared = store !== undefined;
		this.#store = store ?? memory();
		this.#redirectUrl = redirectUrl;
	}

	/** The token for a server. */
	async grant(server: string): Promise<Grant | undefined> {
		return grantOf(await this.#get(`grant ${server}`));
	}

	keepGrant(server: string, grant: Grant): Promise<void> {
		const client = grant.client.kind === "given" ? { ...grant.client, secret: undefined } : grant.client;
		return this.#keep(`grant ${server}`, JSON.stringify({ ...grant, client }));
	}

	dropGrant(server: string): Promise<void> {
		return this.#drop(`grant ${server}`);
	}

	/** The client that an authorization server has registered for us, as long as its secret holds. */
	async registration(issuer: string): Promise<Client | undefined> {
		const fields = fieldsOf(parsed(await this.#get(this.#registrationKey(issuer))));
		const expiresAt = (fields && numberOf(fields, "expiresAt")) || Number.POSITIVE_INFINITY;
		return Date.now() < expiresAt ? clientOf(fields) : undefined;
	}

	/** @param expiresAt - When its secret ends; 0 for never. */
	keepRegistration(issuer: string, client: Client, expiresAt: number): Promise<void> {
		return this.#keep(this.#registrationKey(issuer), JSON.stringify({ ...client, expiresAt }));
	}

	dropRegistration(issuer: string): Promise<void> {
		return this.#drop(this.#registrationKey(issuer));
	}

	/** The authorization server that a client without `issuer` was used with first; from now on `issuer` where there was none. */
	async ownerOf(client: string, issuer: string): Promise<string> {
		const key = `owner ${client}`;
		const owner = await this.#get(key);
		if (owner !== "") return owner;
		await this.#keep(key, issuer);
		return issuer;
	}

	/** The servers that there is a token for. */
	async servers(): Promise<string[]> {
		const names = await this.#names();
		return names.filter((name) => name.startsWith("grant ")).map((name) => name.slice("grant ".length));
	}

	async dropAll(): Promise<void> {
		for (const name of await this.#names()) await this.#drop(name);
	}

	/** The redirect address belongs to what was registered. */
	#registrationKey(issuer: string): string {
		return `client ${issuer} ${this.#redirectUrl}`;
	}

	async #get(name: string): Promise<string> {
		const kept: unknown = await this.#store.get(`${PREFIX} ${name}`);
		return typeof kept === "string" ? kept : "";
	}

	async #keep(name: string, value: string): Promise<void> {
		await this.#store.set(`${PREFIX} ${name}`, value);
		await this.#changeNames((names) => names.add(name));
	}

	async #drop(name: string): Promise<void> {
		await this.#store.delete(`${PREFIX} ${name}`);
		await this.#changeNames((names) => names.delete(name));
	}

	async #names(): Promise<string[]> {
		const names = parsed((await this.#store.get(NAMES)) ?? "");
		return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
	}

	#changeNames(change: (names: Set<string>) => unknown): Promise<void> {
		const work = async () => {
			const before = await this.#names();
			const names = new Set(before);
			change(names);
			if (names.size !== before.length) await this.#store.set(NAMES, JSON.stringify([...names]));
		};
		// Two at a time would each lose what the other has added.
		const changed = this.#changing.then(() => alone(this.isShared ? NAMES : undefined, work));
		this.#changing = changed.catch(() => undefined);
		return changed;
	}
}
