/** Lists of recipes: kept, found, put in order, and told to a model. */
import { aText, type Check, listOf, objectOf, optional, read, recordOf } from "../core/arguments.js";
import { recipeList } from "../core/recipe-list.js";
import type { McpToolResult, RecipeSummary } from "../types/index.js";
import type { Recipe } from "./recipes.js";

const TEXTS = listOf(aText);
const SOME_TEXTS = optional(TEXTS);

/** A check of a list of recipes, of whose fields some are read. */
const recipesWith = (fields: { readonly [field: string]: Check }): Check =>
	listOf(objectOf(fields, "a recipe"), "a list of recipes");
const WITH_ID = recipesWith({ id: aText });
const FOUND = recipesWith({
	name: aText,
	description: optional(aText),
	server: optional(aText),
	servers: SOME_TEXTS,
});
const SORTED = recipesWith({ name: aText });
const SERVED = recipesWith({ servers: SOME_TEXTS });
const LISTED = recipesWith({ name: aText, description: aText });
const WRITTEN = recipesWith({
	id: aText,
	name: aText,
	description: aText,
	when: optional(aText),
	components_used: SOME_TEXTS,
});

/** Recipes by their id. */
export interface RecipeRegistry {
	get(id: string): Recipe | undefined;
	getAll(): Recipe[];
	has(id: string): boolean;
	readonly size: number;
	/** Adds recipes; one with the id of an earlier one takes its place. */
	register(recipes: readonly Recipe[]): void;
}

/** A registry without recipes. */
export function createRecipeRegistry(): RecipeRegistry {
	const recipes = new Map<string, Recipe>();
	return {
		get: (id) => recipes.get(id),
		getAll: () => [...recipes.values()],
		has: (id) => recipes.has(id),
		get size() {
			return recipes.size;
		},
		register(added) {
			WITH_ID("register: recipes", added);
			for (const recipe of added) recipes.set(recipe.id, recipe);
		},
	};
}

/** The page's own registry. No run reads it by itself: hand its recipes to the layers that they are for. */
export const recipeRegistry: RecipeRegistry = createRecipeRegistry();

/** Adds recipes to {@link recipeRegistry}. */
export function registerRecipes(recipes: readonly Recipe[]): void {
	WITH_ID("registerRecipes: recipes", recipes);
	recipeRegistry.register(recipes);
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const words = (text: string) =>
	plain(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/** The recipes whose name, description or server holds every word of `query`, however accented. */
export function filterRecipes<T extends RecipeSummary & { server?: string; servers?: string[] }>(
	recipes: readonly T[],
	query: string,
): T[] {
	FOUND("filterRecipes: recipes", recipes);
	aText("filterRecipes: query", query);
	const wanted = words(query);
	return recipes.filter(({ name, description, server, servers }) => {
		const held = plain([name, description, server, ...(servers ?? [])].join(" "));
		return wanted.every((word) => held.includes(word));
	});
}

/** A new list, by name as people order names; numbers count as numbers. */
export function sortRecipes<T extends { name: string }>(recipes: readonly T[]): T[] {
	SORTED("sortRecipes: recipes", recipes);
	const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
	return recipes.toSorted((a, b) => order.compare(a.name, b.name));
}

/** Words that say nothing about which server it is. */
const FILLERS = new Set(["mcp", "server", "srv", "webmcp"]);

/**
 * The recipes for a server: those that name it, and those that name none.
 *
 * @param serverName - Names fit when the words of one are among the words of the other: `autoui` does not fit `ui`.
 * @param aliases - Other names of servers: a recipe for `aliases[x]` is for `x` too.
 */
export function filterRecipesByServer<T extends { servers?: string[] }>(
	recipes: readonly T[],
	serverName: string,
	aliases: { readonly [serverName: string]: readonly string[] } = {},
): T[] {
	SERVED("filterRecipesByServer: recipes", recipes);
	aText("filterRecipesByServer: serverName", serverName);
	recordOf(TEXTS)("filterRecipesByServer: aliases", aliases);
	const named = [serverName, ...(Object.hasOwn(aliases, serverName) ? (aliases[serverName] ?? []) : [])];
	const known = named.map(significant);
	return recipes.filter(({ servers }) => {
		if (!servers || servers.length === 0) return true;
		return servers.map(significant).some((asked) => known.some((name) => fits(asked, name)));
	});
}

function significant(name: string): string[] {
	const all = words(name);
	const telling = all.filter((word) => !FILLERS.has(word));
	return telling.length > 0 ? telling : all;
}

function fits(a: string[], b: string[]): boolean {
	const [few, many] = a.length <= b.length ? [a, b] : [b, a];
	return few.length > 0 && few.every((word) => many.includes(word));
}

/** Recipes as lines for a prompt. Empty when there are none. */
export function formatRecipesForPrompt(recipes: readonly Recipe[]): string {
	WRITTEN("formatRecipesForPrompt: recipes", recipes);
	return recipes
		.map(({ id, name, description, when, components_used: used }) => {
			const facts = [oneLine(description)];
			if (when) facts.push(`When: ${oneLine(when)}`);
			if (used && used.length > 0) facts.push(`Widgets: ${used.join(", ")}`);
			return `- ${oneLine(name)} (${id}): ${facts.join(" · ")}`;
		})
		.join("\n");
}

/** The recipes of an MCP server as lines for a prompt. Empty when there are none. */
export function formatMcpRecipesForPrompt(recipes: readonly RecipeSummary[], serverName: string): string {
	LISTED("formatMcpRecipesForPrompt: recipes", recipes);
	aText("formatMcpRecipesForPrompt: serverName", serverName);
	if (recipes.length === 0) return "";
	const lines = recipes.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`);
	return `Recipes of ${oneLine(serverName)}:\n${lines.join("\n")}`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/**
 * The recipes in the answer of an MCP server's list or search tool: of its structured content, else of the first text
 * that is JSON. A list, or `items` or `recipes` of an object; entries without name and id are left out.
 */
export function parseRecipesFromToolResponse(result: McpToolResult): RecipeSummary[] {
	return read("parseRecipesFromToolResponse: result", () => recipesIn(result));
}

function recipesIn(result: McpToolResult): RecipeSummary[] {
	const texts = (Array.isArray(result?.content) ? result.content : []).map((part) => part?.text);
	for (const candidate of [result?.structuredContent, ...texts.map(parsed)]) {
		const list = recipeList(candidate);
		if (list) return list.flatMap(summary);
	}
	return [];
}

function parsed(text: unknown): unknown {
	if (typeof text !== "string") return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function summary(entry: unknown): RecipeSummary[] {
	if (entry === null || typeof entry !== "object") return [];
	const { name, id, description, body } = entry as { [key: string]: unknown };
	const called = [name, id].find((one) => typeof one === "string" && one !== "");
	if (typeof called !== "string") return [];
	const about = typeof description === "string" ? description : "";
	return [{ name: called, description: about, ...(typeof body === "string" ? { body } : {}) }];
}
