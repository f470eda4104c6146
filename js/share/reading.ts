/** Decides what a text that somebody shared is: a HyperSkill in one of its forms, or a recipe. */
import { aText, anObject, invalid } from "../core/arguments.js";
import type { Json, JsonObject } from "../types/index.js";
import { checkDepth, checkSkill } from "./check.js";
import { expand } from "./expand.js";
import { MAX_UNPACKED } from "./limits.js";
import { readMarkdown } from "./recipe.js";
import type { HyperSkill } from "./types.js";

/**
 * Reads a HyperSkill: the content of a link, of a file, or what a store has kept. JSON may have `meta` and `content`, also in the short
 * form, or the blocks at its top; any other text is a recipe in Markdown.
 *
 * @returns What was shared. Its texts are anybody's: show them as text.
 * @throws {@link WebMcpError} `invalid_argument` where it is none, or more than a canvas may hold.
 */
export function readHyperSkill(text: string): HyperSkill {
	return readAs("readHyperSkill: text", text);
}

/** The HyperSkill that `text` is, which came as `what`. */
export function readAs(what: string, text: string): HyperSkill {
	aText(what, text);
	if (text.length > MAX_UNPACKED) throw invalid(what, `has more than ${MAX_UNPACKED} characters`);
	const skill = text.trimStart().startsWith("{")
		? formOf(what, parsed(what, text))
		: readMarkdown(what, text);
	checkSkill(what, skill);
	return skill;
}

function parsed(what: string, text: string): JsonObject {
	let value: Json;
	try {
		value = JSON.parse(text);
	} catch {
		throw invalid(what, "is no JSON");
	}
	anObject(what, value);
	checkDepth(what, value);
	return value as JsonObject;
}

function formOf(what: string, given: JsonObject): unknown {
	const { content } = given;
	// A field of the sender's may be called `short` as well.
	if (isObject(content) && "short" in content && !("blocks" in content)) {
		return { ...given, content: expand(`${what}.content`, content) };
	}
	if (content !== undefined) return { meta: {}, ...given };
	const { blocks, servers, mcp, llm, theme, created, name: title, version } = given;
	const meta = { title, version, created, mcp, llm, theme };
	const shown = { blocks, servers: mcp ? [{ url: mcp }] : undefined, localServers: servers };
	return { meta: withoutGaps(meta), content: withoutGaps(shown) };
}

function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is not there is not there either in what is made of it. */
function withoutGaps(fields: { [name: string]: Json | undefined | Json[] }): JsonObject {
	const there = Object.entries(fields).filter(
		([, value]) => value !== undefined && value !== null && value !== "",
	);
	return Object.fromEntries(there) as JsonObject;
}
