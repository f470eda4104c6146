/** Loads what decides for clients of MCP servers: a WebAssembly of its own, so that a page needs nothing else of the package for them. */
import { wasmModule } from "../core/wasm-module.js";

/** Its raw functions. */
export type McpModule = typeof import("./wasm/webmcp_mcp.js");
export type RawMcp = InstanceType<McpModule["RawMcp"]>;

/** Loads it once. Rejects with {@link WebMcpError} `unsupported`, and can be tried again. */
export const mcpModule = wasmModule<McpModule>(
	"The MCP client",
	"mcp/wasm",
	() => import("./wasm/webmcp_mcp.js"),
	() => new URL("./wasm/webmcp_mcp_bg.wasm", import.meta.url),
);
