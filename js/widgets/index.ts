/** The native widgets: recipe and renderer of each. */
import { anObject } from "../arguments.js";
import type { WidgetRenderer } from "../types.js";
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

/** What `registerWidget` needs, for each native widget: a folder here. */
export const nativeWidgets: readonly { recipe: string; renderer: WidgetRenderer }[] = Object.entries(
	loaders,
).map(([name, load]) => ({ recipe: recipes[name as keyof typeof recipes], renderer: loaded(load) }));
