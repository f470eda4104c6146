/** Renderers whose code loads when the first widget of theirs appears. */
import { anObject } from "../core/arguments.js";
import type { JsonObject, WidgetRenderer } from "../types/index.js";
import { contextOf } from "./context.js";
import { anElement } from "./dom.js";
import { isSpoken, speak } from "./say.js";
import { useStyles } from "./styles.js";

/** How a widget's data is looked at before the widget is placed. */
export interface Judge {
	readonly normalise?: ((data: JsonObject) => JsonObject) | undefined;
	/** Loads `validate`, with whatever parser it needs, when the first widget is placed. */
	readonly check?: (() => Promise<{ default: NonNullable<WidgetRenderer["validate"]> }>) | undefined;
}

/** A renderer that finds its styles and its words in place, whoever calls it, and whose code is loaded once. */
export function loaded(
	load: () => Promise<{ default: WidgetRenderer }>,
	{ normalise, check }: Judge = {},
): WidgetRenderer {
	let renderer: WidgetRenderer | undefined;
	const draw: WidgetRenderer = (container, data, context) => {
		anElement("renderer: container", container);
		anObject("renderer: data", data);
		useStyles(container);
		// Who calls a renderer by hand need not know of contexts.
		const told = context ?? contextOf(container);
		if (renderer && isSpoken()) return renderer(container, data, told);
		return Promise.all([load(), speak()]).then(([code]) => {
			renderer = code.default;
			return renderer(container, data, told);
		});
	};
	return Object.assign(draw, {
		...(normalise && { normalise }),
		...(check && { validate: async (data: JsonObject) => (await check()).default(data) }),
	});
}
