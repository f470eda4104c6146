/** A diagram's text as plain Mermaid: without a fence, without words around it. */
import type { JsonObject } from "../../types/index.js";
import { fenced, withTexts } from "../fence.js";

/** Plain Mermaid of what a model wrote. */
export function plainSource(text: string): string {
	const source = fenced(text, true)?.inner ?? text;
	// Who leaves out the fence may still name the language.
	return source.replace(/^\s*mermaid[ \t]*(?:\r?\n)/i, "");
}

/** The data with its text as plain Mermaid. */
export default (data: JsonObject): JsonObject => withTexts(data, ["source"], plainSource);
