/** Loads what decides: a WebAssembly of its own, so that a host needs nothing else of the package. */
import { fileBytes } from "../core/file-bytes.js";
import type { ToolApiOptions } from "./types.js";
// Not loaded later: a Service Worker may not import once it runs.
import * as raw from "./wasm/webmcp_tool_api.js";

/** Its raw functions. */
export type ToolApiModule = typeof raw;

let loading: Promise<ToolApiModule> | undefined;

/** Loads it once; a failed load is tried again by whoever asks next. */
export function toolApiModule(from: ToolApiOptions["wasm"]): Promise<ToolApiModule> {
	loading ??= load(from).catch((error: unknown) => {
		loading = undefined;
		throw error;
	});
	return loading;
}

async function load(from: ToolApiOptions["wasm"]): Promise<ToolApiModule> {
	await raw.default({ module_or_path: from ?? (await beside()) });
	return raw;
}

/** Not looked for where it is given: workerd's modules have no address. */
async function beside(): Promise<BufferSource | URL> {
	const url = new URL("./wasm/webmcp_tool_api_bg.wasm", import.meta.url);
	return (await fileBytes(url)) ?? url;
}
