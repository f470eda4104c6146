/** Clients of remote MCP servers, without the rest of the package. */
export { WebMcpError } from "../core/errors.js";
export { McpClient } from "./client.js";
export { type ConnectedServer, McpMultiClient } from "./multi.js";
export type * from "./types.js";
export type {
	McpAuth,
	McpRefusal,
	McpResource,
	McpResourceContent,
	McpToolDef,
	McpToolResult,
} from "../types/index.js";
