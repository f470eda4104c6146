import type { Text80 } from "../limits.js";

/** What the widget `recipe-browser` shows. */
export interface RecipeBrowserProps {
	/** @maxItems 2000 */
	recipes: RecipeBrowserRecipe[];
	/** What is looked for at first. */
	filters?: RecipeBrowserFilters;
	/** @default "list" */
	layout?: "list" | "grid";
}

interface RecipeBrowserRecipe {
	/** @maxLength 200 */
	name: string;
	/** @maxLength 1000 */
	description?: string;
	/** @maxLength 80 */
	group?: string;
	/** @maxItems 20 */
	tags?: Text80[];
}

interface RecipeBrowserFilters {
	/**
	 * Words that all are in a recipe.
	 *
	 * @maxLength 200
	 */
	q?: string;
	/** @maxLength 80 */
	group?: string;
	/** @maxItems 20 */
	tags?: Text80[];
}
