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

/** A request that a server has refused. */
export interface McpRefusal {
	/** The server's address, as its client has it. */
	readonly serverUrl: string;
	/** 401, or 403 where the token lacks a scope. */
	readonly status: number;
	/** The header `WWW-Authenticate`; a browser shows it only where the server exposes it to other origins. */
	readonly wwwAuthenticate?: string | undefined;
	/** The `Authorization` that was refused; nothing where the request had none. */
	readonly sent?: string | undefined;
	/** Stops waiting for the person. */
	readonly signal?: AbortSignal | undefined;
}

/** What signs in to a server. */
export interface McpAuth {
	/**
	 * The value of `Authorization` for requests to the server; nothing where there is no token for it. A token that is about to run out is
	 * renewed first, once for all who ask meanwhile.
	 *
	 * @throws {@link WebMcpError} `network` where it has run out and cannot be renewed now, `aborted`.
	 */
	authorization(serverUrl: string, signal?: AbortSignal): Promise<string | undefined>;
	/**
	 * The server has refused a request: gets another token, where need be by sending the person to the authorization server. Of several
	 * refusals of one token only the first does anything; the others wait for it.
	 *
	 * @returns Whether the request is worth sending again.
	 * @throws {@link WebMcpError} `unauthorized` with what to do about it, `protocol` where a server's answers may not be trusted, `network`,
	 *   `unsupported`, `aborted`.
	 */
	authorize(refusal: McpRefusal): Promise<boolean>;
}
