/**
 * All of `webmcp-auto-ui` with the core loaded: whoever imports it may call everything at once, as the documents' programs do that
 * know no `init()`.
 *
 * The import waits for the WebAssembly that lies beside the package, and fails with {@link WebMcpError} `unsupported` where that cannot
 * be loaded. Where it lies elsewhere, or where a module may not wait (Service Workers, scripts in one classic file), import
 * `webmcp-auto-ui` and `await init()`.
 */
import { init } from "./core/init.js";

export * from "./index.js";

await init();
