/** Loads the core once; everything else asks for it here. */
import { anObject } from "./arguments.js";
import { WebMcpError } from "./errors.js";
import { fileBytes } from "./file-bytes.js";
import wasmInit, * as wasm from "../wasm/webmcp_auto_ui.js";

/** The core's raw functions. */
export type Core = typeof wasm;

/** Where the core's WebAssembly comes from, when not from beside this module. */
export interface InitOptions {
	/** An address, a response, the bytes, or a compiled module. */
	wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module;
}

let loading: Promise<void> | undefined;
let ready = false;

/**
 * Loads the core. Safe to call often: it loads once, and a failed load can be tried again.
 *
 * @throws {@link WebMcpError} `unsupported` when the WebAssembly cannot be loaded or compiled.
 */
export function init(options: InitOptions = {}): Promise<void> {
	loading ??= load(options).catch((error: unknown) => {
		loading = undefined;
		throw error;
	});
	return loading;
}

async function load(options: InitOptions): Promise<void> {
	anObject("init: options", options);
	try {
		const source = options.wasm ?? (await beside());
		await wasmInit(source === undefined ? undefined : { module_or_path: source });
		ready = true;
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new WebMcpError(
			"unsupported",
			`The core's WebAssembly could not be loaded (${reason}). Serve the .wasm file, or pass init({ wasm }); a Content-Security-Policy needs 'wasm-unsafe-eval'.`,
		);
	}
}

async function beside(): Promise<BufferSource | undefined> {
	return fileBytes(new URL("../wasm/webmcp_auto_ui_bg.wasm", import.meta.url));
}

/** Whether the core is loaded. */
export const isLoaded = (): boolean => ready;

/**
 * The core, loaded.
 *
 * @throws {@link WebMcpError} `not_initialised` before {@link init} has resolved.
 */
export function core(): Core {
	if (!ready) {
		throw new WebMcpError(
			"not_initialised",
			"webmcp-auto-ui is not loaded yet: call await init() first, or import from webmcp-auto-ui/auto.",
		);
	}
	return wasm;
}
