/** A HyperSkill as a recipe in Markdown, which people and models read, and back. */
import { invalid } from "../core/arguments.js";
import type { JsonObject } from "../types/index.js";
import { takeSkill } from "./check.js";
import type { HyperSkill, SharedWidget } from "./types.js";

/** Below its last one stand the widgets: no line of JSON is like it. */
const HEADING = "## Widgets";
const FRONTMATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const WIDGET = /^```widget\r?\n([\s\S]*?)\r?\n```[ \t]*$/gm;

/**
 * A HyperSkill as a recipe: what is said of it as frontmatter and text, each widget as a block of JSON. {@link readHyperSkill} reads the
 * same out of it, also after somebody has edited it.
 *
 * @throws {@link WebMcpError} `invalid_argument` for what is no HyperSkill.
 */
export function toMarkdown(skill: HyperSkill): string {
	const { meta, content: all } = takeSkill("toMarkdown: skill", skill);
	const { blocks, ...content } = all;
	const [title, description] = [meta.title || "Shared canvas", meta.description ?? ""];
	const fields = {
		name: title,
		description: description || title,
		components_used: [...new Set(blocks.map(({ type }) => type))],
		servers: content.localServers,
		hyperskill: { meta, content },
	};
	// A JSON value is a YAML value too.
	const lines = Object.entries(fields).flatMap(([key, value]) =>
		value === undefined || value === null ? [] : [`${key}: ${JSON.stringify(value)}`],
	);
	const texts = [`# ${title.replace(/\s+/g, " ")}`, description, content.recipe ?? "", HEADING];
	const widgets = blocks.map((block) => `\`\`\`widget\n${JSON.stringify(block, undefined, "\t")}\n\`\`\``);
	const body = [...texts, ...widgets].filter((text) => text !== "");
	return `---\n${lines.join("\n")}\n---\n\n${body.join("\n\n")}\n`;
}

/** What a Markdown text holds: what {@link toMarkdown} has written, or a recipe of anybody's. It is not checked yet. */
export function readMarkdown(what: string, text: string): unknown {
	const [whole = "", frontmatter = ""] = FRONTMATTER.exec(text) ?? [];
	const own = /^hyperskill: (.*)$/m.exec(frontmatter)?.[1];
	if (own === undefined) return foreign(text, frontmatter, text.slice(whole.length));
	const { meta, content } = object(`${what}: its frontmatter`, own) as {
		meta?: unknown;
		content?: JsonObject;
	};
	const from = text.lastIndexOf(`\n${HEADING}`);
	const widgets = from < 0 ? [] : [...text.slice(from).matchAll(WIDGET)];
	const blocks = widgets.map(([, json = ""], at) => object(`${what}: its widget ${at + 1}`, json));
	return { meta, content: { ...content, blocks: blocks as unknown as SharedWidget[] } };
}

function foreign(text: string, frontmatter: string, body: string): HyperSkill {
	const field = (name: string) => plain(new RegExp(`^${name}:[ \\t]*(\\S.*)$`, "m").exec(frontmatter)?.[1]);
	const title = field("title") ?? field("name") ?? /^#[ \t]+(\S.*)$/m.exec(body)?.[1]?.trim();
	const description = field("description");
	return {
		meta: {
			...(title && { title: title.slice(0, 500) }),
			...(description && { description: description.slice(0, 5_000) }),
		},
		content: { blocks: [], recipe: text },
	};
}

/** A line's value without its quotes. */
function plain(value: string | undefined): string | undefined {
	return value?.trim().replace(/^(["'])(.*)\1$/s, "$2");
}

function object(what: string, json: string): JsonObject {
	try {
		const value: unknown = JSON.parse(json);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
	} catch {
		// Said below.
	}
	throw invalid(what, "is no JSON object");
}
