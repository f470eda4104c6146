/** The frontmatter of recipes. */
import { core } from "../core/init.js";
import type { JsonObject } from "../types/index.js";

/** A Markdown text in two parts. */
export interface FrontmatterParts {
	/** The fields between the `---` lines; empty when there are none. */
	frontmatter: JsonObject;
	/** The Markdown below. */
	body: string;
}

/**
 * Splits a Markdown text. A text without frontmatter is all body, untouched. Dates and `yes` stay text, `a: b: c` is
 * the text "b: c"; block texts, nested collections and comments are read.
 *
 * @throws {@link WebMcpError} `not_initialised`, or `invalid_recipe` with the line that cannot be read.
 */
export function parseFrontmatter(text: string): FrontmatterParts {
	// JSON.parse makes `__proto__` a property like any other.
	return JSON.parse(core().parseFrontmatter(text)) as FrontmatterParts;
}
