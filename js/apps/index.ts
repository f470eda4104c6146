/** Shows apps of MCP servers (extension `io.modelcontextprotocol/ui`), each kept apart from the page. */
export { appOf, APP_MIME_TYPE, isVisibleTo, type McpAppToolDefinition, UI_EXTENSION } from "./app-of.js";
export { mountMcpApp } from "./mount.js";
export type { McpAppPermission } from "./permissions.js";
export type { McpAppDomains, McpAppDomainUse } from "./policy.js";
export type { McpAppWords } from "./question.js";
export type { McpAppResource } from "./resource.js";
export type * from "./types.js";
