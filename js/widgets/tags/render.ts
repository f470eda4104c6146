/** Short labels side by side. */
import type { WidgetRenderer } from "../../types.js";
import { element, listOf, recordOf, textOf } from "../dom.js";

/** Draws a label and its pills; those that are active say so. */
export const renderTags: WidgetRenderer = (container, data) => {
	const pills = listOf(data.tags)
		.map(recordOf)
		.map(({ text, active }) => {
			const spoken = active === true ? [element("span", { class: "wm-hidden" }, " (active)")] : [];
			return element("li", { class: active === true ? "wm-active" : undefined }, textOf(text, 80), ...spoken);
		});
	const label = textOf(data.label, 120);
	const heading = label === "" ? [] : [element("div", { class: "wm-tags-label" }, label)];
	container.append(...heading, element("ul", { class: "wm-tags" }, ...pills));
};
