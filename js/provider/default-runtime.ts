/** The runtime of a `.litertlm` model whose page gave none: Google's, from where the README has it served. */
import { WebMcpError } from "../core/errors.js";
import type { ModelRuntime } from "../types/index.js";

/** Where the page's own server has the folder `wasm/` of `@litert-lm/core`: nothing is fetched from elsewhere. */
const FOLDER = "/litert-lm/";

/** Loads it, for only pages with such a model need its code. Rejects with `unsupported`. */
export async function defaultRuntime(): Promise<ModelRuntime> {
	try {
		const { liteRt } = await import("../litert/index.js");
		return liteRt({ wasm: FOLDER });
	} catch (error) {
		throw new WebMcpError(
			"unsupported",
			`webmcp-auto-ui/litert could not be loaded (${error instanceof Error ? error.message : error}): serve the package's folder litert/, or give WasmProvider the option runtime.`,
		);
	}
}
