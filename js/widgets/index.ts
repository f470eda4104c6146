/** The native widgets: recipe and renderer of each. */
import { anObject } from "../arguments.js";
import type { WidgetRenderer } from "../types.js";
import { contextOf } from "./context.js";
import { anElement } from "./dom.js";
import { recipes } from "./recipes.js";
import { useStyles } from "./styles.js";

/** Each widget's code, which loads when the first one of it appears. In the order in which models read of them. */
const LOADERS: { readonly [name in keyof typeof recipes]: () => Promise<{ default: WidgetRenderer }> } = {
	stat: () => import("./stat/render.js"),
	chart: () => import("./chart/render.js"),
	scatter: () => import("./scatter/render.js"),
	map: () => import("./map/render.js"),
	"data-table": () => import("./data-table/render.js"),
	list: () => import("./list/render.js"),
	text: () => import("./text/render.js"),
	alert: () => import("./alert/render.js"),
	kv: () => import("./kv/render.js"),
	tags: () => import("./tags/render.js"),
	timeline: () => import("./timeline/render.js"),
	profile: () => import("./profile/render.js"),
	code: () => import("./code/render.js"),
	cards: () => import("./cards/render.js"),
	log: () => import("./log/render.js"),
};

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

/** What `registerWidget` needs, for each native widget. */
export const nativeWidgets: readonly { recipe: string; renderer: WidgetRenderer }[] = Object.entries(
	LOADERS,
).map(([name, load]) => ({ recipe: recipes[name as keyof typeof recipes], renderer: loaded(load) }));
