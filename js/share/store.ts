/** Short links: a store of the page's keeps the content, the link carries its token (`?n=`). */
import { aFunction, aText, invalid, objectOf } from "../core/arguments.js";
import { hash } from "./chain.js";
import { textOf } from "./hyperskill.js";
import { addressOf, pageAddress, parameterOf } from "./link.js";
import type { HyperSkill } from "./types.js";

/** Where contents are kept that are too long for a link: the page's own, such as a key-value service. */
export interface SkillStore {
	/** Keeps a text and returns its token: letters, digits, `-` and `_`, at most 64. Whoever has it can read the text. */
	put(content: string): Promise<string>;
	/** The text; `undefined` or `null` where there is none. */
	get(token: string): Promise<string | undefined | null>;
}

const PUT = objectOf({ put: aFunction }, "a store");
const TOKEN = /^[\w-]{1,64}$/;
const DIGITS = 10;

/**
 * The short link of a content under the token that comes from its hash. It takes the place of the address's query.
 *
 * @throws {@link WebMcpError} `invalid_argument`
 */
export async function buildShortUrl(sourceUrl: string, content: string): Promise<string> {
	return shortUrl(
		addressOf("buildShortUrl: sourceUrl", sourceUrl),
		(await hash(sourceUrl, content)).slice(0, DIGITS),
	);
}

/**
 * The token of a short link.
 *
 * @param url - Default: the page's. Without a page there is none.
 * @returns `null` where there is none.
 */
export function getShortToken(url?: string | URL): string | null {
	const token = parameterOf("getShortToken: url", url, "n");
	return token !== null && TOKEN.test(token) ? token : null;
}

/**
 * Puts a HyperSkill into a store.
 *
 * @param sourceUrl - The page that opens it. Default: this page.
 * @returns The short link to it.
 * @throws {@link WebMcpError} `invalid_argument` where it is none, or the store's token is; what the store throws.
 */
export async function storeHyperSkill(
	skill: HyperSkill,
	store: SkillStore,
	sourceUrl?: string | URL,
): Promise<string> {
	PUT("storeHyperSkill: store", store);
	const url = addressOf("storeHyperSkill: sourceUrl", sourceUrl ?? pageAddress());
	const token: unknown = await store.put(textOf("storeHyperSkill: skill", skill));
	aText("storeHyperSkill: the store's token", token);
	if (!TOKEN.test(String(token)))
		throw invalid("storeHyperSkill: the store's token", "is none that a link can carry");
	return shortUrl(url, String(token));
}

function shortUrl(url: URL, token: string): string {
	url.search = `?n=${token}`;
	return url.href;
}
