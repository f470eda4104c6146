/** What leads a model in a Worker. */
import { wasmModule } from "../core/wasm-module.js";

/** Its raw functions. */
export type SmallModelModule = typeof import("../small-model/webmcp_small_model.js");

export const smallModel = wasmModule<SmallModelModule>(
	"What leads a small model",
	"small-model",
	() => import("../small-model/webmcp_small_model.js"),
	() => new URL("../small-model/webmcp_small_model_bg.wasm", import.meta.url),
);
