/** The Tool Execution API as workerd serves it, which compiles no WebAssembly while it runs. */
import { env } from "cloudflare:workers";
import wasm from "../../pkg/tool-api/wasm/webmcp_tool_api_bg.wasm";
import { handlerOf } from "./tools.mjs";

export default { fetch: handlerOf({ ...JSON.parse(env.OPTIONS), wasm }) };
