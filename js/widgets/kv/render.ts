/** Names with their values. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, textOf } from "../dom.js";

/** Draws a title and a list of pairs. */
export const renderKv: WidgetRenderer = (container, data) => {
	const pairs = listOf(data.rows).map(listOf);
	const lines = pairs.map(([name, value]) =>
		element("div", {}, element("dt", {}, textOf(name, 200)), element("dd", {}, textOf(value, 1000))),
	);
	container.append(...heading(data.title), element("dl", { class: "wm-kv" }, ...lines));
};
