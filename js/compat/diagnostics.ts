/** Looks for what makes a model choose wrong tools, before it does. */
import { aText, listOf, objectOf, optionsOf } from "../core/arguments.js";
import {
	buildDiscoveryToolsWithAliases,
	buildToolsFromLayers,
	resolveCanonicalTools,
	sanitizeServerName,
} from "../dispatch/layers.js";
import { compileJsonSchema, flattenSchema, sanitizeSchemaWithReport } from "../schema/json-schema.js";
import type { JsonSchema, ProviderTool, SchemaOptions, ToolLayer } from "../types/index.js";

/** One thing that was found. */
export interface Diagnostic {
	code:
		| "server_name_taken"
		| "server_name_noise"
		| "server_offers_nothing"
		| "tool_name_taken"
		| "tool_without_description"
		| "schema_invalid"
		| "schema_changed"
		| "schema_nested"
		| "recipe_tool"
		| "too_many_tools"
		| "unknown_tool_in_prompt";
	level: "error" | "warning" | "info";
	/** The server or tool that it is about. */
	subject: string;
	/** What is wrong, and the remedy. */
	message: string;
}

/** Beyond about so many tools, models choose worse (spec "ToolLayers"). */
const MANY_TOOLS = 50;

const TOOLS = listOf(objectOf({ name: aText }));

/**
 * Checks what a run would be given.
 *
 * @param tools - Those that the model sees at once; default: all of all layers.
 * @param prompt - Is looked through for names of tools that there are none of.
 * @param options - As the run has them; nested parameters are told of only where `flatten` is false by choice.
 * @returns What was found, the worst first; empty when all is well.
 * @throws {@link WebMcpError} `not_initialised`, or `invalid_argument` for layers that are none.
 */
export function runDiagnostics(
	layers: ToolLayer[],
	tools: ProviderTool[] = buildToolsFromLayers(layers),
	prompt = "",
	options: SchemaOptions = {},
): Diagnostic[] {
	// The core looks whether these are layers.
	buildToolsFromLayers(layers);
	TOOLS("runDiagnostics: tools", tools);
	aText("runDiagnostics: prompt", prompt);
	const how = optionsOf("runDiagnostics: options", options);
	const found = [...servers(layers), ...layers.flatMap((layer) => ofLayer(layer, how)), ...many(tools)];
	found.push(...inPrompt(layers, tools, prompt));
	const order = ["error", "warning", "info"];
	return found.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

function servers(layers: ToolLayer[]): Diagnostic[] {
	const taken = new Map<string, string>();
	return layers.flatMap(({ serverName, protocol, tools, recipes = [] }): Diagnostic[] => {
		const prefix = sanitizeServerName(serverName);
		const other = taken.get(`${protocol} ${prefix}`);
		taken.set(`${protocol} ${prefix}`, serverName);
		const found: Diagnostic[] = [];
		if (other !== undefined) {
			const message = `The servers '${other}' and '${serverName}' both become '${prefix}'; the second gets a number. Rename one.`;
			found.push({ code: "server_name_taken", level: "warning", subject: serverName, message });
		}
		if (tools.length + recipes.length === 0) {
			const message = `The server '${serverName}' has neither tools nor recipes: no model will ever call it. Leave it out, or list its tools first.`;
			found.push({ code: "server_offers_nothing", level: "warning", subject: serverName, message });
		}
		if (/(^|_)(mcp|webmcp|data|ui)(_|$)/.test(prefix) && prefix !== "mcp") {
			const message = `The prefix '${prefix}' holds a word that tool names use as a separator; models misspell such names. Rename the server.`;
			found.push({ code: "server_name_noise", level: "info", subject: serverName, message });
		}
		return found;
	});
}

function ofLayer(layer: ToolLayer, options: SchemaOptions): Diagnostic[] {
	return [...ofRoles(layer), ...ofTools(layer, options)];
}

/** What each tool was taken for: a model is told to look for recipes by these. */
function ofRoles({ serverName, protocol, tools }: ToolLayer): Diagnostic[] {
	if (protocol !== "mcp") return [];
	return resolveCanonicalTools(tools).map(({ role, realToolName }) => ({
		code: "recipe_tool",
		level: "info",
		subject: `${serverName}: ${realToolName}`,
		message: `'${realToolName}' is taken for ${role}, by its name or its description; where it is not, describe it otherwise.`,
	}));
}

function ofTools({ serverName, tools }: ToolLayer, options: SchemaOptions): Diagnostic[] {
	const seen = new Set<string>();
	return tools.flatMap((tool): Diagnostic[] => {
		const subject = `${serverName}: ${tool.name}`;
		const found: Diagnostic[] = [];
		if (seen.has(tool.name)) {
			const message = `The server '${serverName}' offers '${tool.name}' twice; only one can be called.`;
			found.push({ code: "tool_name_taken", level: "error", subject, message });
		}
		seen.add(tool.name);
		if (typeof tool.description !== "string" || tool.description.trim() === "") {
			const message = `'${tool.name}' has no description; a model has only its name to choose by.`;
			found.push({ code: "tool_without_description", level: "warning", subject, message });
		}
		return [...found, ...ofSchema(subject, tool.inputSchema, options)];
	});
}

function ofSchema(subject: string, schema: JsonSchema, options: SchemaOptions): Diagnostic[] {
	try {
		compileJsonSchema(schema);
	} catch (error) {
		const message = `${error instanceof Error ? error.message : error} Arguments are passed on unchecked.`;
		return [{ code: "schema_invalid", level: "error", subject, message }];
	}
	const found: Diagnostic[] = [];
	const { patches } = sanitizeSchemaWithReport(schema);
	const lost = patches.filter(({ keyword }) => keyword !== "additionalProperties");
	if (options.sanitize !== false && lost.length > 0) {
		const what = lost.slice(0, 3).map(({ path, keyword }) => `${keyword} at ${path}`);
		const more = lost.length > 3 ? ` and ${lost.length - 3} more` : "";
		const message = `The model does not see ${what.join(", ")}${more}: strict mode has no place for it. Calls are still checked against the whole schema.`;
		found.push({ code: "schema_changed", level: "info", subject, message });
	}
	if (options.flatten === false) {
		const lifted = Object.values(flattenSchema(schema).pathMap).filter((path) => path.length > 1);
		if (lifted.length > 0) {
			const message = `Parameters are nested (${lifted[0]?.join(".")}); small models do better with schemaOptions.flatten.`;
			found.push({ code: "schema_nested", level: "info", subject, message });
		}
	}
	return found;
}

function many(tools: ProviderTool[]): Diagnostic[] {
	if (tools.length <= MANY_TOOLS) return [];
	const message = `${tools.length} tools at once; beyond about ${MANY_TOOLS} models choose worse. Let runAgentLoop activate servers as they are needed, or choose with prepareStep.`;
	return [{ code: "too_many_tools", level: "warning", subject: "tools", message }];
}

function inPrompt(layers: ToolLayer[], tools: ProviderTool[], prompt: string): Diagnostic[] {
	const written = new Set(prompt.match(/\b[a-z0-9]\w*?_(?:web)?mcp_[A-Za-z0-9_-]*\w/g) ?? []);
	if (written.size === 0) return [];
	const discovery = buildDiscoveryToolsWithAliases(layers);
	const all = [...tools, ...discovery.tools, ...buildToolsFromLayers(layers)].map(({ name }) => name);
	const known = new Set([...all, ...discovery.aliasMap.keys()]);
	return [...written]
		.filter((name) => !known.has(name))
		.map((name) => {
			const message = `The prompt names '${name}', but no connected server has such a tool.`;
			return { code: "unknown_tool_in_prompt", level: "error", subject: name, message };
		});
}
