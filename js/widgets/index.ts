/** The native widgets: recipe and renderer of each. */
import { anObject } from "../arguments.js";
import type { WidgetRenderer } from "../types.js";
import { COMMON } from "./common.js";
import { contextOf } from "./context.js";
import { anElement } from "./dom.js";
import { loaders } from "./loaders.js";
import { recipes } from "./recipes.js";
import { useStyles } from "./styles.js";

/** A renderer that finds its styles in place, whoever calls it, and whose code is loaded once. */
function loaded(load: () => Promise<{ default: WidgetRenderer }>): WidgetRenderer {
	let renderer: WidgetRenderer | undefined;
	return (container, data, context) => {
		anElement("renderer: container", container);
		anObject("renderer: data", data);
		useStyles(container);
		// Who calls a renderer by hand need not know of contexts.
		const told = context ?? contextOf(container);
		if (renderer) return renderer(container, data, told);
		return load().then((code) => {
			renderer = code.default;
			return renderer(container, data, told);
		});
	};
}

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
