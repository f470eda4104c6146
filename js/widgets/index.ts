/** The native widgets: recipe and renderer of each. */
import type { WidgetRenderer } from "../types/index.js";
import { checks, normalisers } from "./judges.js";
import { loaded } from "./loaded.js";
import { loaders } from "./loaders.js";
import { commonRecipes } from "./recipes.js";

/** A widget as `registerWidget` takes it. */
export interface WidgetSource {
	readonly name: string;
	/** Markdown, with the widget's name, description and JSON Schema in its front matter. */
	readonly recipe: string;
	/** Loads the widget's code when the first of it is shown. */
	readonly renderer: WidgetRenderer;
}

const of = (recipes: { readonly [name: string]: string }): readonly WidgetSource[] =>
	Object.entries(recipes).flatMap(([name, recipe]) => {
		const load = loaders[name];
		const judge = { normalise: normalisers[name], check: checks[name] };
		return load ? [{ name, recipe, renderer: loaded(load, judge) }] : [];
	});

/** The widgets that `autoui` has at once. */
export const nativeWidgets: readonly WidgetSource[] = /* @__PURE__ */ of(commonRecipes);

let others: Promise<readonly WidgetSource[]> | undefined;

/** The other widgets: their recipes are a file of their own, which a page loads when it is ready. */
export function moreWidgets(): Promise<readonly WidgetSource[]> {
	others ??= import("./more-recipes.js").then(
		({ moreRecipes }) => of(moreRecipes),
		(problem: unknown) => {
			others = undefined;
			throw problem;
		},
	);
	return others;
}

/**
 * Loads the recipes of all widgets of the package, for a server of one's own: `for (const { recipe, renderer } of await allWidgets())
 * server.registerWidget(recipe, renderer)`. `autoui` has them without that.
 *
 * @returns What `registerWidget` takes of each, those that are asked for most first.
 */
export async function allWidgets(): Promise<readonly WidgetSource[]> {
	return [...nativeWidgets, ...(await moreWidgets())];
}
