/** The browser's `document.modelContext`, or the polyfill's, and which generation of it. */
import { WebMcpError } from "../core/errors.js";
import type { ModelContext } from "./types.js";

/**
 * The `ModelContext` of this document.
 *
 * @throws {@link WebMcpError} `unsupported` where there is none.
 */
export function modelContext(given?: ModelContext): ModelContext {
	const found =
		given ??
		(typeof document === "undefined"
			? undefined
			: (document as { modelContext?: ModelContext }).modelContext);
	if (found) return found;
	throw new WebMcpError(
		"unsupported",
		"This browser has no document.modelContext here. Install the polyfill (installModelContext of webmcp-auto-ui/polyfill), in a page of https or localhost.",
	);
}

/** Whether calls take their arguments as JSON text, as Chrome 149 to 154 do; told without calling: the function has one argument more. */
export function takesText(context: ModelContext): boolean {
	return context.executeTool.length === 2;
}
