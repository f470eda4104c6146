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

/** A server's refusal of a request. */
export interface McpRefusal {
	serverUrl: string;
	/** 401, or 403 where more rights are wanted. */
	status: number;
	/** The challenge; a page sees it only where the server exposes `WWW-Authenticate`. */
	wwwAuthenticate?: string;
	/** The `Authorization` that was refused, if there was one. */
	sent?: string;
	signal?: AbortSignal;
}

/** What signs in to MCP servers. */
export interface McpAuth {
	/** The value of `Authorization` for requests to the server, if there is one; one that is about to run out is renewed. */
	authorization(serverUrl: string, signal?: AbortSignal): Promise<string | undefined>;
	/**
	 * Gets another, and resolves with whether the request is worth sending again. Of several refusals of one `Authorization` only the
	 * first does anything. Rejects with what the person should know.
	 */
	authorize(refusal: McpRefusal): Promise<boolean>;
}
