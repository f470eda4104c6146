/** Renews tokens. A token for renewing must not be used twice: a server takes that for theft, and ends the whole sign-in. */
import { WebMcpError } from "../core/errors.js";
import { type Grant, isAlive } from "./grant.js";
import { type House, withSecret } from "./house.js";
import { alone } from "./locks.js";
import { askForToken, type Token, type TokenRefusal } from "./token.js";

/** Renews each server's token once at a time. */
export class Renewals {
	readonly #house: House;
	readonly #running = new Map<string, Promise<Grant | undefined>>();

	constructor(house: House) {
		this.#house = house;
	}

	/**
	 * The grant that follows `stale`: renewed now, or by whoever was first. Nobody's signal ends it, for what comes back must not be lost.
	 *
	 * @returns Nothing where it cannot be renewed any more.
	 * @throws {@link WebMcpError} `network` where that cannot be told now.
	 */
	renew(server: string, stale: Grant): Promise<Grant | undefined> {
		const running = this.#running.get(server);
		if (running) return running;
		const lock = this.#house.records.isShared ? `mcp-auth renew ${server}` : undefined;
		const renewal = alone(lock, () => this.#renew(server, stale)).finally(() => this.#running.delete(server));
		this.#running.set(server, renewal);
		return renewal;
	}

	async #renew(server: string, stale: Grant): Promise<Grant | undefined> {
		const { records } = this.#house;
		const isStill = (grant: Grant | undefined) => grant?.accessToken === stale.accessToken;
		// Another tab may have renewed it while this one waited for the lock.
		const grant = await records.grant(server);
		if (!grant || !isStill(grant)) return grant && isAlive(grant) ? grant : undefined;
		const { refreshToken } = grant;
		if (refreshToken === undefined) return undefined;
		const token = await this.#ask(grant, refreshToken);
		// Meanwhile the person may have signed out or in, and tabs without locks may have been first.
		const held = await records.grant(server);
		if (!isStill(held)) return held;
		if ("error" in token) {
			if (token.error === "invalid_client" && grant.client.kind === "registered") {
				await records.dropRegistration(grant.issuer);
			}
			if (isAlive(grant)) await records.keepGrant(server, { ...grant, refreshToken: undefined });
			else await records.dropGrant(server);
			return undefined;
		}
		const renewed: Grant = {
			...grant,
			accessToken: token.accessToken,
			refreshToken: token.refreshToken ?? refreshToken,
			issuedAt: Date.now(),
			expiresAt: token.expiresAt,
			granted: token.granted ?? grant.granted,
			isRenewed: true,
		};
		await records.keepGrant(server, renewed);
		return renewed;
	}

	async #ask(grant: Grant, refreshToken: string): Promise<Token | TokenRefusal> {
		const { settings } = this.#house;
		const client = withSecret(this.#house, grant.client, grant.issuer);
		try {
			return await askForToken(settings.wire, grant.tokenEndpoint, client, {
				grant_type: "refresh_token",
				refresh_token: refreshToken,
				resource: grant.resource,
			});
		} catch (error) {
			// Something else answers there now: only a new sign-in finds out what.
			if (error instanceof WebMcpError && error.code === "protocol") return { error: error.code };
			throw error;
		}
	}
}
