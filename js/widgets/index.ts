/** The native widgets: recipe and renderer of each. */
import type { WidgetRenderer } from "../types/index.js";
import { checks, normalisers } from "./judges.js";
import { loaded } from "./loaded.js";
import { loaders } from "./loaders.js";
import { recipes } from "./recipes.js";

/** A widget as `registerWidget` takes it. */
export interface WidgetSource {
	readonly name: string;
	/** Markdown, with the widget's name, description and JSON Schema in its front matter. */
	readonly recipe: string;
	/** Loads the widget's code when the first of it is shown. */
	readonly renderer: WidgetRenderer;
}

const of = (all: { readonly [name: string]: string }): readonly WidgetSource[] =>
	Object.entries(all).flatMap(([name, recipe]) => {
		const load = loaders[name];
		const judge = { normalise: normalisers[name], check: checks[name] };
		return load ? [{ name, recipe, renderer: loaded(load, judge) }] : [];
	});

/**
 * The widgets of the package, those that are asked for most first: `autoui` has them all. For a server of one's own: `for (const { recipe,
 * renderer } of nativeWidgets) server.registerWidget(recipe, renderer)`.
 */
export const nativeWidgets: readonly WidgetSource[] = /* @__PURE__ */ of(recipes);
