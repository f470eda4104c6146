/** A HyperSkill as a recipe in Markdown, which people and models read, and back. */
import { invalid } from "../core/arguments.js";
import type { JsonObject } from "../types/index.js";
import { takeSkill } from "./check.js";
import type { HyperSkill } from "./types.js";

/** Below its last one stand the widgets: no line of JSON is like it. */
const HEADING = "## Widgets";
const OWN = "hyperskill: ";
const FRONTMATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * A HyperSkill as a recipe: what is said of it as frontmatter and text, each widget as a block of JSON. {@link readHyperSkill} reads the
 * same out of it, also after somebody has edited it.
 *
 * @throws {@link WebMcpError} `invalid_argument` for what is no HyperSkill.
 */
export function toMarkdown(skill: HyperSkill): string {
	const { content: all, ...rest } = takeSkill("toMarkdown: skill", skill);
	const { meta } = rest;
	const { blocks, ...content } = all;
	const [title, description] = [meta.title || "Shared canvas", meta.description ?? ""];
	const fields = {
		name: title,
		description: description || title,
		components_used: [...new Set(blocks.map(({ type }) => type))],
		servers: content.localServers,
		hyperskill: { ...rest, content },
	};
	// A JSON value is a YAML value too.
	const lines = Object.entries(fields).flatMap(([key, value]) =>
		value === undefined || value === null ? [] : [`${key}: ${inLine(value)}`],
	);
	const texts = [`# ${title.replace(/\s+/g, " ")}`, description, content.recipe ?? "", HEADING];
	const widgets = blocks.map((block) => `\`\`\`widget\n${JSON.stringify(block, undefined, "\t")}\n\`\`\``);
	const body = [...texts, ...widgets].filter((text) => text !== "");
	return `---\n${lines.join("\n")}\n---\n\n${body.join("\n\n")}\n`;
}

/** What a Markdown text holds: what {@link toMarkdown} has written, or a recipe of anybody's. It is not checked yet. */
export function readMarkdown(what: string, text: string): unknown {
	const [whole = "", frontmatter = ""] = FRONTMATTER.exec(text) ?? [];
	const own = linesOf(frontmatter).find((line) => line.startsWith(OWN));
	if (own === undefined) return foreign(text, frontmatter, text.slice(whole.length));
	const { content, ...rest } = object(`${what}: its frontmatter`, own.slice(OWN.length));
	const from = text.lastIndexOf(`\n${HEADING}`);
	const widgets = from < 0 ? [] : widgetsIn(linesOf(text.slice(from)));
	const blocks = widgets.map((json, at) => object(`${what}: its widget ${at + 1}`, json));
	return { ...rest, content: { ...(content as JsonObject | undefined), blocks } };
}

function foreign(text: string, frontmatter: string, body: string): HyperSkill {
	const field = (name: string) => plain(behind(new RegExp(`^${name}:[ \\t]*(?=\\S)`), frontmatter));
	const title = field("title") ?? field("name") ?? behind(/^#[ \t]+(?=\S)/, body);
	const description = field("description");
	return {
		meta: {
			...(title && { title: title.slice(0, 500) }),
			...(description && { description: description.slice(0, 5_000) }),
		},
		content: { blocks: [], recipe: text },
	};
}

/** A value on one line, also for readers to whom these characters end one. */
function inLine(value: unknown): string {
	return JSON.stringify(value).replace(
		/[\u0085\u2028\u2029]/g,
		(mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

/** Not by `^` and `$`: to a regular expression U+2028 and U+2029 end a line, which a title may hold. */
function linesOf(text: string): string[] {
	return text.split(/\r?\n/);
}

/** What stands behind `mark` on the first line that begins with it. */
function behind(mark: RegExp, text: string): string | undefined {
	return linesOf(text)
		.find((line) => mark.test(line))
		?.replace(mark, "")
		.trim();
}

/** The widgets' JSON, each between its fences. */
function widgetsIn(lines: readonly string[]): string[] {
	const found: string[] = [];
	let open: string[] | undefined;
	for (const line of lines) {
		if (!open) open = line === "```widget" ? [] : undefined;
		else if (line.trimEnd() !== "```") open.push(line);
		else {
			found.push(open.join("\n"));
			open = undefined;
		}
	}
	return found;
}

/** A line's value without its quotes. */
function plain(value: string | undefined): string | undefined {
	return value?.replace(/^(["'])(.*)\1$/s, "$2");
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
