/** Where the compact validator comes from: the core, where a page has it, and else a WebAssembly of its own, a fifth as large. */
import { core, isLoaded } from "../core/init.js";
import { wasmModule } from "../core/wasm-module.js";

type SchemaModule = typeof import("./wasm/webmcp_schema.js");

const own = wasmModule<SchemaModule>(
	"The JSON Schema validator",
	"schema/wasm",
	() => import("./wasm/webmcp_schema.js"),
	() => new URL("./wasm/webmcp_schema_bg.wasm", import.meta.url),
);

/** The class of compiled schemas. Rejects with {@link WebMcpError} `unsupported` where it cannot be loaded. */
export async function compiledSchemas(): Promise<SchemaModule["RawSchema"]> {
	return isLoaded() ? core().RawSchema : (await own()).RawSchema;
}
