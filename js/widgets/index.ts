/** The native widgets: recipe and renderer of each. */
import type { WidgetRenderer } from "../types/index.js";
import { checks, normalisers } from "./judges.js";
import { loaded } from "./loaded.js";
import { loaders } from "./loaders.js";
import { commonRecipes, moreRecipes } from "./recipes.js";

/** A widget as `registerWidget` takes it. */
interface Registered {
	readonly recipe: string;
	readonly renderer: WidgetRenderer;
}

const of = (recipes: { readonly [name: string]: string }): readonly Registered[] =>
	Object.entries(recipes).flatMap(([name, recipe]) => {
		const load = loaders[name];
		const judge = { normalise: normalisers[name], check: checks[name] };
		return load ? [{ recipe, renderer: loaded(load, judge) }] : [];
	});

/** The widgets that `autoui` has at once. */
export const nativeWidgets: readonly Registered[] = /* @__PURE__ */ of(commonRecipes);

/**
 * The other widgets of the package, for a page that wants them: `for (const { recipe, renderer } of moreWidgets)
 * autoui.registerWidget(recipe, renderer)`. Each one's code loads when the first of it is shown.
 */
export const moreWidgets: readonly Registered[] = /* @__PURE__ */ of(moreRecipes);
