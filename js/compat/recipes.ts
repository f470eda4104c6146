/** Recipes of the page: read from Markdown, and written back. */
import { aText, copied, json, objectOf, recordOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { Json, JsonObject } from "../types/index.js";
import { parseFrontmatter } from "./frontmatter.js";

/** How a model composes widgets for a kind of wish. Fits wherever a layer's `recipes` are asked for. */
export interface Recipe {
	id: string;
	name: string;
	description: string;
	/** For which wishes. */
	when: string;
	components_used?: string[];
	layout?: { type?: string; columns?: number; arrangement?: string };
	interactions?: Json[];
	/** The servers it is for; without any it is for all. */
	servers?: string[];
	/** The instructions, Markdown. */
	body: string;
}

const RECIPE = objectOf({ name: aText, body: aText }, "a recipe");

/**
 * Reads a recipe.
 *
 * @param raw - Markdown, with or without frontmatter.
 * @param fileKey - Its file's name or path; the id where the frontmatter has none.
 * @throws {@link WebMcpError} `not_initialised`, or `invalid_recipe` that names the file and the line.
 */
export function parseRecipe(raw: string, fileKey: string): Recipe {
	aText("parseRecipe: raw", raw);
	aText("parseRecipe: fileKey", fileKey);
	const { frontmatter, body } = split(raw, fileKey);
	const id =
		text(frontmatter.id) ?? fileKey.replace(/^.*[/\\]/, "").replace(/\.(recipe\.)?(md|markdown)$/i, "");
	const name = text(frontmatter.name) ?? /^#\s+(.+)$/m.exec(body)?.[1]?.trim() ?? id;
	const when = text(frontmatter.when) ?? section(body, /^(when|quand)\b/i);
	const recipe: Recipe = { id, name, description: text(frontmatter.description) ?? name, when, body };
	const components = texts(frontmatter.components_used);
	const servers = texts(frontmatter.servers);
	if (components) recipe.components_used = components;
	if (servers) recipe.servers = servers;
	const { layout, interactions } = frontmatter;
	if (layout !== null && typeof layout === "object" && !Array.isArray(layout)) recipe.layout = layout;
	if (Array.isArray(interactions)) recipe.interactions = interactions;
	return recipe;
}

/** Reads many: file name or path → Markdown, as bundlers give them. Throws as {@link parseRecipe}. */
export function parseRecipes(files: { [fileKey: string]: string }): Recipe[] {
	recordOf(aText)("parseRecipes: files", files);
	return Object.entries(files).map(([key, raw]) => parseRecipe(raw, key));
}

/** The recipe as Markdown that {@link parseRecipe} reads as the same recipe. */
export function recipeToMarkdown(recipe: Recipe): string {
	return markdown(copied("recipeToMarkdown: recipe", recipe, RECIPE));
}

function markdown({ body, ...fields }: Recipe): string {
	// A JSON value is a YAML value too, and needs no rules of its own for quoting.
	const lines = Object.entries(fields)
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) => `${key}: ${json(`recipe.${key}`, value)}`);
	return `---\n${lines.join("\n")}\n---\n${body}`;
}

/** The recipe as a file to download, under a name that every file system takes. */
export function recipeToDownloadBlob(recipe: Recipe): { blob: Blob; filename: string } {
	const given = copied("recipeToDownloadBlob: recipe", recipe, RECIPE);
	const words = given.name
		.normalize("NFD")
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);
	const filename = `${words.join("-").slice(0, 80) || "recipe"}.md`;
	return { blob: new Blob([markdown(given)], { type: "text/markdown" }), filename };
}

function split(raw: string, fileKey: string) {
	try {
		return parseFrontmatter(raw);
	} catch (error) {
		if (!(error instanceof WebMcpError) || error.code !== "invalid_recipe") throw error;
		throw new WebMcpError("invalid_recipe", `${fileKey}: ${error.message}`);
	}
}

/** The text below the heading, up to the next one. */
function section(body: string, heading: RegExp): string {
	const parts = body.split(/^#{2,6}\s+(.+)$/m);
	const at = parts.findIndex((part, index) => index % 2 === 1 && heading.test(part));
	return at < 0 ? "" : (parts[at + 1] ?? "").trim();
}

function text(value: Json | undefined): string | undefined {
	if (typeof value === "number") return String(value);
	return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function texts(value: JsonObject[string] | undefined): string[] | undefined {
	const list = typeof value === "string" ? [value] : value;
	return Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : undefined;
}
