/** The polyfill under the names that the earlier package had. */
import { aFlag, objectOf, optional, optionsOf } from "../../core/arguments.js";
import { WebMcpError } from "../../core/errors.js";
import { hasNativeModelContext, installModelContext } from "./install.js";

let uninstall: (() => void) | undefined;

/** Options of `initializeWebMCPPolyfill`. */
export interface PolyfillOptions {
	/** Whether a place without a window, or an insecure one, is passed over in silence. Default false. */
	degradeGracefully?: boolean;
}

const OPTIONS = objectOf({ degradeGracefully: optional(aFlag) });

/**
 * Installs the polyfill: {@link installModelContext} under its earlier name. The browser's own API is never replaced, and nothing is
 * installed on `navigator`, where the API no longer is.
 *
 * @throws {@link WebMcpError} `unsupported` where there is no window, or an insecure one.
 */
export function initializeWebMCPPolyfill(options: PolyfillOptions = {}): void {
	const { degradeGracefully } = optionsOf("initializeWebMCPPolyfill: options", options, OPTIONS);
	const isPlace = typeof document !== "undefined" && globalThis.isSecureContext;
	if (!isPlace && !degradeGracefully) {
		throw new WebMcpError("unsupported", "WebMCP needs a window, in a page of https or localhost.");
	}
	uninstall ??= installModelContext();
}

/** Takes away what `initializeWebMCPPolyfill` has installed, and its tools. */
export function cleanupWebMCPPolyfill(): void {
	uninstall?.();
	uninstall = undefined;
}

/** Whether the browser itself has WebMCP: `document.modelContext` that is not this polyfill's. */
export function hasNativeWebMCP(): boolean {
	return hasNativeModelContext();
}
