/** Texts in links, as the npm package `hyperskills` writes and reads them. */
import { aText, invalid, must, objectOf, oneOf, optional, optionsOf } from "../core/arguments.js";
import { MAX_LINK } from "./limits.js";
import { type Compression, pack, unpack } from "./packed.js";

/** What a link carries. */
export interface DecodedLink {
	/** The address without what it carries; empty where only a parameter was given. */
	sourceUrl: string;
	/** The same, as the package `hyperskills` calls it. */
	url: string;
	/** The text. */
	content: string;
}

const ANY_ADDRESS = must("a text or a URL", (value) => typeof value === "string" || value instanceof URL);
const OPTIONS = objectOf({ compress: optional(oneOf(["none", "gz", "br"])) });

/**
 * Puts a text into the `hs` parameter of an address. Its other parameters and its fragment stay.
 *
 * @param sourceUrl - An absolute address; in a page also one relative to it.
 * @param options - `compress`: `gz` (default), `none`, or `br` where the platform's streams have Brotli.
 * @throws {@link WebMcpError} `invalid_argument`, or `unsupported` where there is no such compression.
 */
export async function encode(
	sourceUrl: string | URL,
	content: string,
	options: { compress?: Compression } = {},
): Promise<string> {
	const url = addressOf("encode: sourceUrl", sourceUrl);
	aText("encode: content", content);
	const { compress = "gz" } = optionsOf("encode: options", options, OPTIONS);
	return linkOf("encode: content", url, await pack("encode: content", content, compress));
}

/** The link in which `packed` stands. @throws {@link WebMcpError} `invalid_argument` where servers would refuse it. */
export function linkOf(what: string, url: URL, packed: string): string {
	url.searchParams.set("hs", packed);
	const { length } = url.href;
	if (length <= MAX_LINK) return url.href;
	throw invalid(
		what,
		`makes a link of ${length} characters, and many servers refuse one of more than ${MAX_LINK}; share it as a file (toFile) or by a store (storeHyperSkill)`,
	);
}

/**
 * Reads the text that a link or a bare parameter carries.
 *
 * @throws {@link WebMcpError} `invalid_argument` where there is none, it is damaged or too much, `unsupported` for Brotli where the
 *   platform's streams have none.
 */
export async function decode(urlOrParam: string | URL): Promise<DecodedLink> {
	return textIn("decode: urlOrParam", urlOrParam);
}

/** The text that `given`, a link or a bare parameter, carries. */
export async function textIn(what: string, given: string | URL): Promise<DecodedLink> {
	ANY_ADDRESS(what, given);
	const text = String(given).trim();
	// No bare parameter has these marks.
	if (!/[:?]/.test(text)) return { sourceUrl: "", url: "", content: await unpack(what, text) };
	const url = addressOf(what, text);
	const packed = url.searchParams.get("hs");
	if (packed === null) throw invalid(what, "has no parameter 'hs'");
	const content = await unpack(what, packed);
	url.searchParams.delete("hs");
	return { sourceUrl: url.href, url: url.href, content };
}

/**
 * The `hs` parameter of an address.
 *
 * @param url - Default: the page's. Without a page there is none.
 * @returns `null` where there is none.
 */
export function getHsParam(url?: string | URL): string | null {
	return parameterOf("getHsParam: url", url, "hs");
}

/** A parameter of an address, the page's by default. */
export function parameterOf(what: string, url: string | URL | undefined, name: string): string | null {
	const given = url ?? pageAddress();
	return given === undefined ? null : addressOf(what, given).searchParams.get(name);
}

/** The page's address, where there is a page. */
export function pageAddress(): string | undefined {
	return typeof location === "undefined" ? undefined : location.href;
}

/**
 * An address; in a page relative ones are the page's. It is not repeated in the error: people put keys into addresses.
 *
 * @throws {@link WebMcpError} `invalid_argument`
 */
export function addressOf(what: string, given: unknown): URL {
	ANY_ADDRESS(what, given);
	try {
		return new URL(String(given), typeof document === "undefined" ? undefined : document.baseURI);
	} catch {
		throw invalid(what, "must be an address");
	}
}
