/** HyperSkills in links. */
import { aFlag, objectOf, oneOf, optional, optionsOf } from "../core/arguments.js";
import type { Json } from "../types/index.js";
import { takeSkill } from "./check.js";
import { addressOf, linkOf, pageAddress, textIn } from "./link.js";
import { type Compression, pack } from "./packed.js";
import { readAs } from "./reading.js";
import { shorten } from "./shorten.js";
import type { HyperSkill } from "./types.js";

/** How a HyperSkill is put into a link. */
export interface EncodeHyperSkillOptions {
	/**
	 * Writes the content by a dictionary, about a seventh shorter; only this package reads the widgets then, all others see the meta data.
	 * Default false.
	 */
	short?: boolean;
	/** Default: `gz` from 1,024 characters of JSON on, in the short form from 128; else `none`. */
	compress?: Compression;
}

/** A HyperSkill out of a link. */
export interface DecodedHyperSkill {
	/** The address without what it carries; empty where only a parameter was given. */
	sourceUrl: string;
	/** The same, as the package `hyperskills` calls it. */
	url: string;
	/** The text that the link carries. */
	content: string;
	skill: HyperSkill;
}

/** Below so many characters of JSON other writers do not compress either. */
const SMALL = 1_024;
/** Below so many compression makes it longer. */
const TINY = 128;
const OPTIONS = objectOf({ short: optional(aFlag), compress: optional(oneOf(["none", "gz", "br"])) });

/**
 * A link that carries a HyperSkill in its parameter `hs`; other parameters and the fragment stay.
 *
 * @param sourceUrl - The page that opens it. Default: this page.
 * @throws {@link WebMcpError} `invalid_argument` where it is none or too large for a link: then a store keeps it
 *   ({@link storeHyperSkill}).
 */
export async function encodeHyperSkill(
	skill: HyperSkill,
	sourceUrl?: string | URL,
	options: EncodeHyperSkillOptions = {},
): Promise<string> {
	const url = addressOf("encodeHyperSkill: sourceUrl", sourceUrl ?? pageAddress());
	const { short = false, compress } = optionsOf("encodeHyperSkill: options", options, OPTIONS);
	const text = textOf("encodeHyperSkill: skill", skill, short);
	const way = compress ?? (text.length < (short ? TINY : SMALL) ? "none" : "gz");
	return linkOf("encodeHyperSkill: skill", url, await pack("encodeHyperSkill: skill", text, way));
}

/**
 * Reads the HyperSkill of a link or of a bare parameter. That is all it does: {@link openShared} asks and shows it.
 *
 * @throws {@link WebMcpError} `invalid_argument` where there is none, or more than a canvas may hold; `unsupported` for Brotli where the
 *   platform's streams have none.
 */
export async function decodeHyperSkill(urlOrParam: string | URL): Promise<DecodedHyperSkill> {
	return skillIn("decodeHyperSkill: urlOrParam", urlOrParam);
}

/** What `given`, a link or a bare parameter, carries. */
export async function skillIn(what: string, given: string | URL): Promise<DecodedHyperSkill> {
	const decoded = await textIn(what, given);
	return { ...decoded, skill: readAs(what, decoded.content) };
}

/** A HyperSkill as the text that links, files and stores carry. */
export function textOf(what: string, skill: HyperSkill, short = false): string {
	const taken = takeSkill(what, skill);
	return JSON.stringify(short ? { ...taken, content: shorten(taken.content as unknown as Json) } : taken);
}
