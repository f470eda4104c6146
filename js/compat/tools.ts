/** Tools: their names, other shapes of lists, groups that go together, and schemas in words. */
import { anObject, aText, listOf, objectOf, optional, read } from "../core/arguments.js";
import { toProviderTools } from "../dispatch/layers.js";
import type { JsonObject, JsonSchema, McpToolDef, ProviderTool, SchemaOptions } from "../types/index.js";
import { names } from "../widgets/names.js";

/** The names of the widgets that `autoui` draws. */
export const NATIVE_WIDGET_NAMES: readonly string[] = names;

/** The bare names of the tools that look for recipes and tools (spec "ToolLayers", Progressive discovery). */
export const DISCOVERY_TOOL_NAMES: ReadonlySet<string> = new Set([
	"search_recipes",
	"list_recipes",
	"get_recipe",
	"search_tools",
	"list_tools",
]);

/**
 * Tools of an MCP server as a provider gets them, under their bare names; for a host with a loop of its own.
 *
 * @throws {@link WebMcpError} `not_initialised` before `init()`, `invalid_argument` for tools that are none.
 */
export function fromMcpTools(tools: McpToolDef[], options: SchemaOptions = {}): ProviderTool[] {
	return toProviderTools(tools, options);
}

const TOOLS = listOf(objectOf({ name: aText, server: optional(aText) }, "a tool"), "a list of tools");

/**
 * Tools by the server that they belong to, in their order.
 *
 * @param tools - Their `server` decides, as {@link DiscoveryCache.allTools} gives it; without one, what stands before
 *   `_mcp_` or `_webmcp_` in the name. Tools with neither are under the empty name.
 */
export function groupToolsByServer<T extends { name: string; server?: string }>(
	tools: readonly T[],
): Map<string, T[]> {
	TOOLS("groupToolsByServer: tools", tools);
	const groups = new Map<string, T[]>();
	for (const tool of tools) {
		const server = tool.server ?? /^(.+?)_(?:web)?mcp_./.exec(tool.name)?.[1] ?? "";
		const group = groups.get(server);
		if (group) group.push(tool);
		else groups.set(server, [tool]);
	}
	return groups;
}

/** Deeper records are shown as `…`. */
const MAX_DEPTH = 6;

/** A tool's parameters for people: one line for each, nested ones indented. Empty without parameters. */
export function formatToolSchema(schema: JsonSchema): string {
	anObject("formatToolSchema: schema", schema);
	return read("formatToolSchema: schema", () => lines(schema, 0).join("\n"));
}

function lines(schema: JsonSchema, depth: number): string[] {
	const properties = record(schema.properties);
	const required = Array.isArray(schema.required) ? schema.required : [];
	return Object.entries(properties).flatMap(([name, property]) => {
		const one = record(property);
		const facts = [typeOf(one), required.includes(name) ? "required" : "optional"];
		if (Array.isArray(one.enum))
			facts.push(`one of ${one.enum.map((value) => JSON.stringify(value)).join(", ")}`);
		if (one.default !== undefined) facts.push(`default ${JSON.stringify(one.default)}`);
		const about = typeof one.description === "string" ? `: ${one.description}` : "";
		const line = `${"  ".repeat(depth)}- ${name} (${facts.join(", ")})${about}`;
		const inner = record(one.properties ?? record(one.items).properties);
		if (Object.keys(inner).length === 0) return [line];
		if (depth === MAX_DEPTH) return [line, `${"  ".repeat(depth + 1)}…`];
		return [line, ...lines(one.properties ? one : record(one.items), depth + 1)];
	});
}

function typeOf(schema: JsonObject): string {
	const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
	if (type !== "array") return typeof type === "string" ? type : "any value";
	const items = record(schema.items).type;
	return typeof items === "string" ? `list of ${items}` : "list";
}

function record(value: unknown): JsonObject {
	return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as JsonObject) : {};
}
