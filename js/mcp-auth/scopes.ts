/** Decides which scopes are asked for. */

const MAX_SCOPES = 100;
const MAX_SCOPE_CHARS = 256;
/** RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const OFFLINE = "offline_access";

/** The scopes of a text; nothing where it has none. */
export function scopesOf(text: unknown): string[] | undefined {
	return typeof text === "string" ? usable(text.split(" ")) : undefined;
}

/** The scopes of a list of anybody's; nothing where it has none. */
export function usable(list: readonly unknown[] | undefined): string[] | undefined {
	const scopes = (list ?? []).filter(
		(scope) => typeof scope === "string" && scope.length <= MAX_SCOPE_CHARS && SCOPE.test(scope),
	);
	const once = [...new Set(scopes as string[])].slice(0, MAX_SCOPES);
	return once.length > 0 ? once : undefined;
}

/** What is known when a sign-in begins. */
export interface ScopeFacts {
	/** By the challenge: needed for the request that was refused. */
	readonly challenged?: readonly string[] | undefined;
	/** What the page wants. */
	readonly wished?: readonly string[] | undefined;
	/** By the server's metadata: what it needs to be of use. */
	readonly listed?: readonly string[] | undefined;
	/** Asked for and granted earlier, at the same authorization server. */
	readonly earlier?: readonly string[] | undefined;
	/** Those that the authorization server lists. */
	readonly offered?: readonly string[] | undefined;
	/** Whether a token that can be renewed is wished for. */
	readonly offline: boolean;
}

/** The scopes to ask for; none where the authorization server is left to choose. */
export function scopesToAsk(facts: ScopeFacts): string[] {
	const { challenged, wished, listed, earlier = [], offered = [], offline } = facts;
	const needed = challenged || wished ? [...(challenged ?? []), ...(wished ?? [])] : (listed ?? []);
	const scopes = (usable([...earlier, ...needed]) ?? []).filter((scope) => scope !== OFFLINE);
	// Alone it would ask for less than nothing does: the authorization server's own choice.
	return offline && scopes.length > 0 && offered.includes(OFFLINE) ? [...scopes, OFFLINE] : scopes;
}

/** Whether tokens that can be renewed are among them. */
export function isOffline(scopes: readonly string[]): boolean {
	return scopes.includes(OFFLINE);
}
