/** Results in the form that MCP gives them, made and read. */
import { json, read } from "../core/arguments.js";
import type { Json, McpToolResult } from "../types/index.js";

/** A tool result of one text. */
export function textResult(text: string): McpToolResult {
	return { content: [{ type: "text", text: read("textResult: text", () => String(text)) }] };
}

/**
 * A tool result of a value: as text for every client, and as structured content where it is an object.
 *
 * @throws {@link WebMcpError} `invalid_argument` for what JSON cannot write, such as a cycle; `undefined` counts as `null`.
 */
export function jsonResult(value: unknown): McpToolResult {
	const text = json("jsonResult: value", value) ?? "null";
	const result = textResult(text);
	const written = JSON.parse(text) as Json;
	if (written !== null && typeof written === "object" && !Array.isArray(written)) {
		result.structuredContent = written;
	}
	return result;
}
