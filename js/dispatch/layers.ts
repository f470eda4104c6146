/** Pure functions over layers: prompt, tools, names, aliases, and what is known of servers. */
import { aText, listOf, objectOf, oneOf, optional } from "../core/arguments.js";
import { core } from "../core/init.js";
import { named } from "./activate.js";
import type {
	JsonObject,
	McpToolDef,
	PromptKind,
	ProviderTool,
	RecipeSummary,
	SchemaOptions,
	ToolLayer,
	WebMcpToolDef,
} from "../types/index.js";

/** Canonical full names → the full names that they lead to (spec "ToolLayers", Aliases and routing). */
export type AliasMap = Map<string, string>;

/** How a prompt is written. */
export interface PromptOptions {
	/** Default `generic`. */
	providerKind?: PromptKind;
}

/**
 * The system prompt for these layers (spec "ToolLayers", The generated system prompt). The same layers give the same
 * text. Needs `init()`, as every function here.
 */
export function buildSystemPrompt(layers: ToolLayer[], options: PromptOptions = {}): string {
	return core().buildSystemPrompt(layers, options);
}

/** The prompt, and what its canonical names lead to. Nothing is shared between two calls. */
export function buildSystemPromptWithAliases(
	layers: ToolLayer[],
	options: PromptOptions = {},
): { prompt: string; aliasMap: AliasMap } {
	return { prompt: buildSystemPrompt(layers, options), aliasMap: aliases(layers) };
}

/** The tools that a model sees before it touched any server (spec "ToolLayers", Progressive discovery). */
export function buildDiscoveryTools(layers: ToolLayer[], options: SchemaOptions = {}): ProviderTool[] {
	return named(core().buildDiscoveryTools(layers, options) as ProviderTool[], layers);
}

/** The discovery tools, and what their canonical names lead to. */
export function buildDiscoveryToolsWithAliases(
	layers: ToolLayer[],
	options: SchemaOptions = {},
): { tools: ProviderTool[]; aliasMap: AliasMap } {
	return { tools: buildDiscoveryTools(layers, options), aliasMap: aliases(layers) };
}

/** All tools of all layers under their full names (spec "ToolLayers", buildToolsFromLayers). */
export function buildToolsFromLayers(layers: ToolLayer[], options: SchemaOptions = {}): ProviderTool[] {
	return named(core().buildToolsFromLayers(layers, options) as ProviderTool[], layers);
}

/** How flattened arguments lead back to nested ones: full tool name → flat key → path. */
export function flattenedPaths(layers: ToolLayer[]): { [tool: string]: { [key: string]: string[] } } {
	return core().flattenedPaths(layers) as ReturnType<typeof flattenedPaths>;
}

/** Which of a server's tools search, list and get recipes (spec "ToolLayers", Canonical tool resolution). */
export function resolveCanonicalTools(
	tools: (McpToolDef | WebMcpToolDef)[],
): { role: "search_recipes" | "list_recipes" | "get_recipe"; realToolName: string }[] {
	return core().resolveCanonicalTools(tools) as ReturnType<typeof resolveCanonicalTools>;
}

/** Tools as a provider gets them: name and schema so that every provider takes them. */
export function toProviderTools(
	tools: (McpToolDef | WebMcpToolDef)[],
	options: SchemaOptions = {},
): ProviderTool[] {
	return core().toProviderTools(tools, options) as ProviderTool[];
}

/** The prefix of a server's full tool names: lower-case words joined by `_`; never empty. */
export function sanitizeServerName(name: string): string {
	return core().sanitizeServerName(name);
}

function aliases(layers: ToolLayer[]): AliasMap {
	return new Map(core().layerAliases(layers) as [string, string][]);
}

/** What is known of one server. */
export interface KnownServer {
	/** How it is reached: two servers of one name are two servers. Default `mcp`. */
	protocol?: ToolLayer["protocol"];
	/** The prefix of its full tool names. */
	prefix: string;
	recipes: RecipeSummary[];
	tools: McpToolDef[];
}

const PROTOCOL = optional(oneOf(["mcp", "webmcp"]));
const NAMED = listOf(objectOf({ name: aText }));
const SERVERS = listOf(objectOf({ protocol: optional(aText), prefix: aText, recipes: NAMED, tools: NAMED }));
const KNOWN = objectOf({ protocol: optional(aText), recipes: optional(NAMED), tools: optional(NAMED) });

/** Recipes and tools of servers, so that discovery is answered without the network. */
export class DiscoveryCache {
	#servers: KnownServer[];

	/** @param servers - As {@link DiscoveryCache.toJSON} gives them. */
	constructor(servers: KnownServer[] = []) {
		SERVERS("DiscoveryCache: servers", servers);
		this.#servers = servers.map((server) => ({ ...server }));
	}

	/** Adds a server under the prefix of `name`, or replaces what was known of it. */
	register(name: string, known: Omit<Partial<KnownServer>, "prefix">): void {
		KNOWN("register: known", known);
		const { protocol = "mcp", recipes = [], tools = [] } = known;
		const entry = { protocol, prefix: sanitizeServerName(name), recipes, tools };
		const same = (server: KnownServer) =>
			server.prefix === entry.prefix && (server.protocol ?? "mcp") === protocol;
		this.#servers = [...this.#servers.filter((server) => !same(server)), entry];
	}

	/**
	 * Whether the server of that name or prefix is known.
	 *
	 * @param protocol - Which of two servers of that name is meant; default the MCP one where there is one.
	 */
	has(name: string, protocol?: ToolLayer["protocol"]): boolean {
		return this.#get(name, protocol) !== undefined;
	}

	clear(): void {
		this.#servers = [];
	}

	serverPrefixes(): string[] {
		return this.#servers.map((server) => server.prefix);
	}

	allRecipes(): (RecipeSummary & { server: string })[] {
		return this.#servers.flatMap(({ prefix, recipes }) =>
			recipes.map((recipe) => ({ ...recipe, server: prefix })),
		);
	}

	allTools(): (McpToolDef & { server: string })[] {
		return this.#servers.flatMap(({ prefix, tools }) => tools.map((tool) => ({ ...tool, server: prefix })));
	}

	/** The recipes of a server; `protocol` as for {@link DiscoveryCache.has}. */
	recipesFor(name: string, protocol?: ToolLayer["protocol"]): RecipeSummary[] {
		return [...(this.#get(name, protocol)?.recipes ?? [])];
	}

	get recipeCount(): number {
		return this.#servers.reduce((sum, server) => sum + server.recipes.length, 0);
	}

	get toolCount(): number {
		return this.#servers.reduce((sum, server) => sum + server.tools.length, 0);
	}

	/** Tools that no recipe role is taken by. */
	get browsableToolCount(): number {
		return this.#servers.reduce((sum, { tools }) => {
			const taken = new Set(resolveCanonicalTools(tools).map(({ realToolName }) => realToolName));
			return sum + tools.filter((tool) => !taken.has(tool.name)).length;
		}, 0);
	}

	/**
	 * The answer of a discovery tool as the model reads it, or `null` when only the server can give it: its recipes
	 * were never loaded, or the recipe's text was not. `protocol` as for {@link DiscoveryCache.has}.
	 */
	resolve(
		name: string,
		tool: string,
		params: JsonObject = {},
		protocol?: ToolLayer["protocol"],
	): string | null {
		const server = this.#get(name, protocol);
		if (!server) return null;
		return core().resolveKnown(this.#servers, server.protocol ?? "mcp", server.prefix, tool, params) ?? null;
	}

	toJSON(): KnownServer[] {
		return this.#servers;
	}

	#get(name: string, protocol?: ToolLayer["protocol"]): KnownServer | undefined {
		PROTOCOL("protocol", protocol);
		const prefix = sanitizeServerName(name);
		const named = this.#servers.filter((server) => server.prefix === name || server.prefix === prefix);
		const of = (wanted: string) => named.find((server) => (server.protocol ?? "mcp") === wanted);
		return protocol ? of(protocol) : (of("mcp") ?? named[0]);
	}
}

/** What the layers bring along. Layers that display are left out: only they know their recipes' schemas. */
export function buildDiscoveryCache(layers: ToolLayer[]): DiscoveryCache {
	return new DiscoveryCache(core().knownServers(layers) as KnownServer[]);
}
