/** A bulleted list. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, textOf } from "../dom.js";

/** Draws a title and its items. */
export const renderList: WidgetRenderer = (container, data) => {
	const items = listOf(data.items).map((item) => element("li", {}, textOf(item, 1000)));
	container.append(...heading(data.title), element("ul", { class: "wm-list" }, ...items));
};
