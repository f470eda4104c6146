/** What leads a model in a Worker: a WebAssembly of its own, which only pages with such a model load. */
import { WebMcpError } from "./errors.js";
import { fileBytes } from "./file-bytes.js";

/** Its raw functions. */
export type SmallModelModule = typeof import("./small-model/webmcp_small_model.js");

let loading: Promise<SmallModelModule> | undefined;

/**
 * Loads it once; a failed load can be tried again.
 *
 * @throws {@link WebMcpError} `unsupported` when it cannot be loaded.
 */
export function smallModel(): Promise<SmallModelModule> {
	loading ??= load().catch((error: unknown) => {
		loading = undefined;
		throw error;
	});
	return loading;
}

async function load(): Promise<SmallModelModule> {
	try {
		const module = await import("./small-model/webmcp_small_model.js");
		const url = new URL("./small-model/webmcp_small_model_bg.wasm", import.meta.url);
		await module.default({ module_or_path: (await fileBytes(url)) ?? url });
		return module;
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new WebMcpError(
			"unsupported",
			`What leads a small model could not be loaded (${reason}); serve the folder small-model beside the package.`,
		);
	}
}
