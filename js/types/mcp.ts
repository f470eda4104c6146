/** What can call the tools of MCP servers. */
import type { Json, JsonObject } from "./json.js";

/** What a tool result carries over MCP. */
export interface McpToolResult {
	content: JsonObject[];
	structuredContent?: Json;
	isError?: boolean;
}

/** What an MCP server says of one of its resources. */
export interface McpResource {
	uri: string;
	name?: string;
	title?: string;
	description?: string;
	mimeType?: string;
	[more: string]: unknown;
}

/** What is in a resource: a text, or bytes in base64. */
export interface McpResourceContent {
	uri: string;
	mimeType?: string;
	text?: string;
	blob?: string;
}

/** Anything that can call a tool of one MCP server. */
export interface McpClientLike {
	callTool(name: string, args: JsonObject, options?: { signal?: AbortSignal }): Promise<McpToolResult>;
}

/** Anything that can call a tool of one of several MCP servers. */
export interface McpMultiClientLike {
	callToolOn(
		urlOrName: string,
		name: string,
		args: JsonObject,
		options?: { signal?: AbortSignal },
	): Promise<McpToolResult>;
}
