/** What an authorization server has granted: a token, what it is for, and how it is renewed. */
import { safeAddress } from "./addresses.js";
import { type Client, clientOf } from "./client.js";
import { fieldsOf, numberOf, parsed, textOf, textsOf } from "./fields.js";

/** A token is renewed so long before it runs out, or a tenth of its life where that is less. */
const MARGIN_MS = 60_000;

/** A token and all that belongs to it. */
export interface Grant {
	/** The authorization server; the token is not used any more when the server has another. */
	readonly issuer: string;
	/** The name of the resource that it is for. */
	readonly resource: string;
	readonly accessToken: string;
	readonly refreshToken?: string | undefined;
	/** Milliseconds since 1970, as all times here. */
	readonly issuedAt: number;
	readonly expiresAt?: number | undefined;
	/** What was asked for. */
	readonly asked: readonly string[];
	/** What was granted, as far as that is known. */
	readonly granted: readonly string[];
	readonly tokenEndpoint: string;
	readonly revocationEndpoint?: string | undefined;
	/** Without its secret where the page has given it. */
	readonly client: Client;
	readonly isRenewed: boolean;
	/** How many sign-ins in a row were for a token that was refused as soon as it was there. */
	readonly streak: number;
}

/** The value of `Authorization`. */
export function headerOf({ accessToken }: Grant): string {
	return `Bearer ${accessToken}`;
}

/** Whether the token is good for requests now. */
export function isAlive({ expiresAt }: Grant): boolean {
	return expiresAt === undefined || Date.now() < expiresAt;
}

/** What is left of a grant when the server has another authorization server: neither sent nor renewed, but known. */
export function ended(grant: Grant): Grant {
	return { ...grant, refreshToken: undefined, expiresAt: 0 };
}

/** Whether the token has to be renewed soon. */
export function isRunningOut({ issuedAt, expiresAt }: Grant): boolean {
	if (expiresAt === undefined) return false;
	return Date.now() >= expiresAt - Math.min(MARGIN_MS, (expiresAt - issuedAt) / 10);
}

/** A grant out of a store; nothing where it is none of ours. */
export function grantOf(text: string): Grant | undefined {
	const fields = fieldsOf(parsed(text));
	const client = clientOf(fieldsOf(fields?.client));
	if (!fields || !client) return undefined;
	const issuer = textOf(fields, "issuer");
	const resource = textOf(fields, "resource");
	const accessToken = textOf(fields, "accessToken");
	const tokenEndpoint = safeAddress(fields.tokenEndpoint)?.href;
	if (issuer === undefined || resource === undefined || !tokenEndpoint || !isToken(accessToken))
		return undefined;
	return {
		issuer,
		resource,
		accessToken,
		refreshToken: textOf(fields, "refreshToken"),
		issuedAt: numberOf(fields, "issuedAt") ?? 0,
		expiresAt: numberOf(fields, "expiresAt"),
		asked: textsOf(fields, "asked") ?? [],
		granted: textsOf(fields, "granted") ?? [],
		tokenEndpoint,
		revocationEndpoint: safeAddress(fields.revocationEndpoint)?.href,
		client,
		isRenewed: fields.isRenewed === true,
		streak: numberOf(fields, "streak") ?? 0,
	};
}

/** Whether a text can stand in a header as a token. */
export function isToken(text: string | undefined): text is string {
	return text !== undefined && /^[\x21-\x7e]+$/.test(text);
}
