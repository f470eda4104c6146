/** Makes a server of widgets, or a layer, the tools of a Tool Execution API. */
import { aFunction, anObject, invalid, objectOf, read } from "../core/arguments.js";
import { aGuard } from "../guard/guard.js";
import type { ToolGuard } from "../guard/types.js";
import type { JsonObject, McpLayer, McpToolResult, WebMcpLayer, WebMcpServer } from "../types/index.js";
import type { CallOutcome, ToolApiOptions, ToolContent } from "./types.js";

/** What calls the tools of an MCP layer. */
export interface LayerClient {
	callTool(name: string, args: JsonObject, options?: { signal?: AbortSignal }): Promise<McpToolResult>;
}

/**
 * The tools of a WebMCP server or layer, or of an MCP layer whose calls `client` makes, as `createToolApi` takes them:
 * `createToolApi({ ...toolsFrom(autoui), allowExecute: true })`. A server's tools are those that it has when it is asked.
 *
 * @param guard - Decides on each call, as in the other doors (`createToolGuard`).
 * @throws {@link WebMcpError} `invalid_argument` where an MCP layer comes without its client.
 */
export function toolsFrom(
	source: WebMcpServer | WebMcpLayer | McpLayer,
	client?: LayerClient,
	guard?: ToolGuard,
): Pick<ToolApiOptions, "tools" | "call"> {
	anObject("toolsFrom: source", source);
	if (client) objectOf({ callTool: aFunction })("toolsFrom: client", client);
	if (guard) aGuard("toolsFrom: guard", guard);
	const layer = () => ("layer" in source ? source.layer() : source);
	if (read("toolsFrom: source", () => layer().protocol) === "mcp" && !client) {
		throw invalid("toolsFrom: client", "is missing: the tools of an MCP layer are called by its client");
	}
	return {
		tools: () => layer().tools,
		async call(name, args, { signal, headers }) {
			const tool = layer().tools.find((tool) => tool.name === name);
			const work = async (inner: AbortSignal) => {
				if (client) return client.callTool(name, args, { signal: inner });
				if (!tool || !("execute" in tool) || typeof tool.execute !== "function")
					throw new Error(`The tool '${name}' is gone.`);
				return tool.execute(args, { signal: inner });
			};
			if (!guard) return outcomeOf(await work(signal));
			const origin = headers.get("origin");
			const call = { door: "tool-api", tool: tool ?? { name }, args, ...(origin ? { origin } : {}) };
			const answer = await guard.run(call, work, signal);
			return outcomeOf("code" in answer ? { error: answer.error } : answer.result);
		},
	};
}

const isObject = (value: unknown): value is { [key: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const saysError = (error: unknown): boolean =>
	error !== undefined && error !== null && error !== false && error !== "" && error !== 0;

/** A tool's result as MCP content. What a WebMCP server says as `{error, …}` is an error of the tool's own. */
function outcomeOf(result: unknown): CallOutcome {
	if (isObject(result) && Array.isArray(result.content)) {
		return [result.content as ToolContent[], result.isError === true];
	}
	// As the loop reads it: many write `error: null` where there was none.
	const isError = isObject(result) && saysError(result.error);
	const text = typeof result === "string" ? result : (JSON.stringify(result) ?? "null");
	const said: ToolContent = { type: "text", text };
	return [[said], isError];
}
