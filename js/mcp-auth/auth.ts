/** Decides what becomes of a refusal: nothing, a renewed token, a sign-in, or the end of trying. */
import { aNumber, aSignal, aText, objectOf, optional } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { serverAddress } from "./addresses.js";
import { stateOf } from "./answer.js";
import { addressOf, forgetAnswer, isAnswer } from "./callback.js";
import { type BearerChallenge, bearerOf } from "./challenge.js";
import { discover } from "./discovery.js";
import { type Door, hostDoor } from "./door.js";
import { Flights } from "./flights.js";
import { ended, type Grant, headerOf, isAlive, isRunningOut } from "./grant.js";
import { type House, withSecret } from "./house.js";
import { checked } from "./options.js";
import { Popups } from "./popup.js";
import { Records } from "./records.js";
import { redirectDoor, takePending } from "./redirect.js";
import { Renewals } from "./renewal.js";
import { placeOf } from "./request.js";
import { quotable } from "./sentence.js";
import { begin, finish } from "./sign-in.js";
import { revoke } from "./token.js";
import type { McpAuthOptions, McpRefusal, McpSignIn } from "./types.js";
import { inTime, orAborted } from "./waiting.js";

/** A token that is refused sooner was never taken. */
const FRESH_MS = 60_000;
/** Sign-ins in a row for tokens that were never taken: more of them would only tire the person. */
const MAX_STREAK = 2;
/** The same where each was for scopes that the one before lacked. */
const MAX_STEPS = 5;

const REFUSAL = objectOf({
	serverUrl: aText,
	status: aNumber,
	wwwAuthenticate: optional(aText),
	sent: optional(aText),
	signal: optional(aSignal),
});

/** A refusal, read. */
interface Refused {
	readonly server: URL;
	readonly challenge: BearerChallenge | undefined;
	/** The token was taken, but lacks a scope. */
	readonly isStep: boolean;
	readonly sent: string | undefined;
}

/**
 * Signs in to MCP servers by OAuth 2.1, as revision 2026-07-28 of the protocol has it and earlier ones had it. One may serve any number of
 * servers.
 *
 * @throws {@link WebMcpError} `invalid_argument` when the options make no sense.
 */
export function createMcpAuth(options: McpAuthOptions): McpSignIn {
	return new SignIns(options);
}

class SignIns implements McpSignIn {
	readonly #house: House;
	readonly #door: Door;
	readonly #flights = new Flights<boolean>();
	readonly #renewals: Renewals;

	constructor(options: McpAuthOptions) {
		const settings = checked(options);
		const { open, store, redirectUrl } = settings;
		this.#house = { settings, records: new Records(store, redirectUrl) };
		this.#renewals = new Renewals(this.#house);
		if (open === "popup") this.#door = new Popups();
		else this.#door = open === "redirect" ? redirectDoor : hostDoor(open);
	}

	async authorization(serverUrl: string, signal?: AbortSignal): Promise<string | undefined> {
		aText("authorization: serverUrl", serverUrl);
		optional(aSignal)("authorization: signal", signal);
		const server = serverAddress(serverUrl);
		return server && orAborted(this.#authorization(server.href), signal ?? undefined);
	}

	async authorize(refusal: McpRefusal): Promise<boolean> {
		REFUSAL("authorize: refusal", refusal);
		const { serverUrl, status, wwwAuthenticate, sent, signal } = refusal;
		const challenge = bearerOf(wwwAuthenticate ?? undefined);
		const isStep = status === 403 && challenge?.error === "insufficient_scope";
		if (status !== 401 && !isStep) return false;
		const server = serverAddress(serverUrl);
		if (!server) {
			throw new WebMcpError(
				"unauthorized",
				"The server wants a token, which is sent over https only, or on this machine. Connect to an https address.",
			);
		}
		const { signInMs } = this.#house.settings;
		const late = () =>
			new WebMcpError("aborted", `Nobody signed in to ${placeOf(server)} within ${signInMs} ms.`);
		const refused: Refused = { server, challenge, isStep, sent: sent ?? undefined };
		return this.#flights.join(server.href, signal ?? undefined, (inner) =>
			inTime(signInMs, inner, late, (limited) => this.#authorize(refused, limited)),
		);
	}

	prepare(): () => void {
		return this.#door.prepare();
	}

	async complete(callbackUrl?: string | URL): Promise<string | undefined> {
		const callback = addressOf("complete: callbackUrl", callbackUrl ?? undefined);
		if (!isAnswer(callback)) return undefined;
		const pending = takePending(stateOf(callback), this.#house.settings.signInMs);
		if (!pending) return undefined;
		if (callbackUrl === undefined || callbackUrl === null) forgetAnswer();
		await finish(this.#house, pending, callback);
		return pending.server;
	}

	async signOut(serverUrl?: string): Promise<void> {
		optional(aText)("signOut: serverUrl", serverUrl);
		const { settings, records } = this.#house;
		const isAll = serverUrl === undefined || serverUrl === null;
		const server = isAll ? undefined : serverAddress(serverUrl)?.href;
		if (!isAll && server === undefined) return;
		this.#flights.stop(server);
		const grants: (Grant | undefined)[] = [];
		for (const each of server === undefined ? await records.servers() : [server]) {
			grants.push(await records.grant(each));
			await records.dropGrant(each);
		}
		if (isAll) await records.dropAll();
		await Promise.all(
			grants.map(async (grant) => {
				if (!grant?.revocationEndpoint) return;
				const client = withSecret(this.#house, grant.client, grant.issuer);
				for (const token of [grant.refreshToken, grant.accessToken]) {
					if (token !== undefined) {
						await revoke(settings.wire, grant.revocationEndpoint, client, token);
					}
				}
			}),
		);
	}

	async #authorization(server: string): Promise<string | undefined> {
		const { records } = this.#house;
		const header = (grant: Grant | undefined) => grant && isAlive(grant) && headerOf(grant);
		const grant = await records.grant(server);
		if (!grant?.refreshToken || !isRunningOut(grant)) return header(grant) || undefined;
		try {
			const renewed = await this.#renewals.renew(server, grant);
			return header(renewed ?? (await records.grant(server))) || undefined;
		} catch (error) {
			const rest = header(grant);
			if (rest) return rest;
			throw error;
		}
	}

	async #authorize(refused: Refused, signal: AbortSignal): Promise<boolean> {
		const { server, challenge, isStep, sent } = refused;
		const { records } = this.#house;
		const before = await records.grant(server.href);
		if (before && isAlive(before) && headerOf(before) !== sent) return true;
		const place = await discover(this.#house, server, challenge, before, signal);
		const isOurs = before?.issuer === place.server.issuer;
		if (before && !isOurs) await records.keepGrant(server.href, ended(before));
		const isFresh = before !== undefined && isAlive(before) && Date.now() - before.issuedAt < FRESH_MS;
		if (before?.refreshToken && isOurs && !isStep && !(isFresh && before.isRenewed)) {
			if (await this.#renewals.renew(server.href, before)) return true;
		}
		const streak = isFresh ? before.streak + 1 : 0;
		if (isStep && isOurs) demandMore(server, before, challenge?.scopes ?? place.listed ?? []);
		if (streak > (isStep ? MAX_STEPS : MAX_STREAK)) throw tooOften(server, streak);
		const { url, pending } = await begin(this.#house, server, place, { challenge, before, streak }, signal);
		const callback = await this.#door.open(url, pending, signal);
		await finish(this.#house, pending, callback, signal);
		return true;
	}
}

/** What was granted already cannot be what is missing. */
function demandMore(server: URL, before: Grant, wanted: readonly string[]): void {
	if (wanted.some((scope) => !before.granted.includes(scope))) return;
	throw new WebMcpError(
		"unauthorized",
		`${placeOf(server)} wants the scopes '${quotable(wanted.join(" "))}', which were granted already. Another sign-in would not help; ask whoever runs the server.`,
	);
}

function tooOften(server: URL, streak: number): WebMcpError {
	return new WebMcpError(
		"unauthorized",
		`${placeOf(server)} refused the tokens of ${streak} sign-ins in a row as soon as they were there. Wait a minute before trying again, or ask whoever runs the server.`,
	);
}
