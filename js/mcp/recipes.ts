/**
 * The recipes that a server has as a file, for models to know what to ask it (spec "MCP / WebMCP Architecture", Troubleshooting): a resource
 * called `recipes.json`, or what lies at an address that the page names. Whoever wrote it is a stranger.
 */
import { recipeList } from "../core/recipe-list.js";
import type { JsonObject, McpResourceContent, RecipeSummary } from "../types/index.js";
import type { McpCallOptions } from "./types.js";

/** The file is not read beyond this, characters or bytes. */
const MAX_FILE = 256 * 1024;
const MAX_RECIPES = 100;
/** Characters: what is longer is cut, for it stands in prompts. */
const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;
/** Characters: what is longer is left out, for half a recipe misleads. */
const MAX_BODY = 20_000;
/** How long a server is waited for, milliseconds: its tools are there already. */
const PATIENCE_MS = 5_000;

/** Tools by which a model is told the recipes; a server that has one of them needs no file. */
const RECIPE_TOOLS = ["search_recipes", "list_recipes", "get_recipe"];

/** The client of a server. */
interface Reader {
	readonly url: string;
	request(method: string, params: JsonObject, options: McpCallOptions): Promise<JsonObject>;
	readResource(uri: string, options: McpCallOptions): Promise<McpResourceContent[]>;
}

/** Where the file is looked for. */
interface Looking {
	/** Its address, relative to the server's; without one the server is asked for the resource. */
	readonly place: string | URL | null | undefined;
	readonly send: typeof fetch | null | undefined;
	readonly signal: AbortSignal | undefined;
}

/** The recipes of a server; none where its tools tell them, or where it has no file or does not answer. Rejects only where `signal` fires. */
export async function recipesOf(
	client: Reader,
	tools: readonly { readonly name: string }[],
	{ place, send, signal }: Looking,
): Promise<RecipeSummary[]> {
	if (tools.some(({ name }) => RECIPE_TOOLS.includes(name))) return [];
	const looking = place
		? recipesAt(new URL(place, client.url).href, send ?? globalThis.fetch, signal)
		: listed(client, { timeoutMs: PATIENCE_MS, ...(signal && { signal }) });
	const found = await looking.catch(() => []);
	signal?.throwIfAborted();
	return found;
}

async function listed(client: Reader, options: McpCallOptions): Promise<RecipeSummary[]> {
	// The first page alone: a server may have millions.
	const { resources } = await client.request("resources/list", {}, options);
	const found = Array.isArray(resources) ? resources.find(isRecipes) : undefined;
	if (!found) return [];
	const [content] = await client.readResource(found.uri, options);
	return recipesIn(content?.text);
}

/** Where a server has such a file, by its name or the end of its address. */
function isRecipes(resource: unknown): resource is { uri: string } {
	const { uri, name } = Object(resource) as { uri?: unknown; name?: unknown };
	return (
		typeof uri === "string" && (name === "recipes.json" || /(?:^|[/:])recipes\.json(?:[?#]|$)/.test(uri))
	);
}

/** Nothing is sent along that lets one in, and no redirect is followed: it would lead where the page did not name. */
async function recipesAt(
	url: string,
	send: typeof fetch,
	signal: AbortSignal | undefined,
): Promise<RecipeSummary[]> {
	const ends = AbortSignal.timeout(PATIENCE_MS);
	const response = await send(url, {
		signal: signal ? AbortSignal.any([signal, ends]) : ends,
		credentials: "omit",
		redirect: "error",
		headers: { accept: "application/json" },
	});
	if (response.ok && response.body) return recipesIn(await textOf(response.body));
	await response.body?.cancel();
	return [];
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let [text, bytes] = ["", 0];
	for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
		bytes += piece.value.length;
		if (bytes > MAX_FILE) {
			await reader.cancel();
			return undefined;
		}
		text += decoder.decode(piece.value, { stream: true });
	}
	return text + decoder.decode();
}

/** The recipes in a file: a list, or an object with it as `recipes` or `items`. Entries without a name are left out, as are further ones of a name. */
export function recipesIn(text: unknown): RecipeSummary[] {
	const list = recipeList(parsed(text)) ?? [];
	const found = new Map<string, RecipeSummary>();
	for (const entry of list) {
		if (found.size === MAX_RECIPES) break;
		const recipe = recipeOf(entry);
		if (recipe && !found.has(recipe.name)) found.set(recipe.name, recipe);
	}
	return [...found.values()];
}

function parsed(text: unknown): unknown {
	if (typeof text !== "string" || text.length > MAX_FILE) return undefined;
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch {
		return undefined;
	}
}

function recipeOf(entry: unknown): RecipeSummary | undefined {
	if (typeof entry !== "object" || entry === null) return undefined;
	const { id, name = id, description, body, content = body, ...more } = entry as { [field: string]: unknown };
	const called = oneLine(name, MAX_NAME);
	if (called === "") return undefined;
	// What the recipe says in fields of its own is a recipe to a model as well.
	const whole =
		typeof content === "string" ? content : Object.keys(more).length > 0 ? JSON.stringify(entry) : undefined;
	return {
		name: called,
		description: oneLine(description, MAX_DESCRIPTION),
		...(whole !== undefined && whole.length <= MAX_BODY && { body: whole }),
	};
}

/** A text in one line, which prompts have as a name or a sentence: no break, no control, nothing that turns the direction of reading. */
function oneLine(text: unknown, most: number): string {
	if (typeof text !== "string") return "";
	const plain = text
		.slice(0, 4 * most)
		.replace(/[\p{Cc}\s\u202A-\u202E\u2066-\u2069]+/gu, " ")
		.trim();
	return plain.length > most ? `${plain.slice(0, most - 1).trimEnd()}…` : plain;
}
