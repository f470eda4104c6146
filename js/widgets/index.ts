/** The native widgets: recipe and renderer of each. */
import type { WidgetRenderer } from "../types/index.js";
import { COMMON } from "./common.js";
import { loaded } from "./loaded.js";
import { loaders } from "./loaders.js";
import { recipes } from "./recipes.js";

/** A widget as `registerWidget` takes it. */
interface Registered {
	readonly recipe: string;
	readonly renderer: WidgetRenderer;
}

const of = (isWanted: (name: string) => boolean): readonly Registered[] =>
	Object.entries(loaders)
		.filter(([name]) => isWanted(name))
		.map(([name, load]) => ({ recipe: recipes[name as keyof typeof recipes], renderer: loaded(load) }));

/** The widgets that `autoui` has at once. */
export const nativeWidgets: readonly Registered[] = of((name) => COMMON.has(name));

/**
 * The other widgets of the package, for a page that wants them: `for (const { recipe, renderer } of moreWidgets)
 * autoui.registerWidget(recipe, renderer)`. Each one's code loads when the first of it is shown.
 */
export const moreWidgets: readonly Registered[] = of((name) => !COMMON.has(name));
