/** One big number. */
import type { WidgetRenderer } from "../../types.js";
import { element, oneOf, textOf } from "../dom.js";

const ARROWS = { neutral: "→", up: "↑", down: "↓" } as const;

/** Draws a label, a value and, where given, a trend. */
export const renderStat: WidgetRenderer = (container, data) => {
	const parts: Node[] = [
		element("div", { class: "wm-stat-label" }, textOf(data.label)),
		element("div", { class: "wm-stat-value" }, textOf(data.value)),
	];
	if (typeof data.trend === "string" && data.trend !== "") {
		const direction = oneOf(data.trendDir, ["neutral", "up", "down"]);
		const arrow = element("span", { "aria-hidden": "true" }, `${ARROWS[direction]} `);
		const spoken = direction === "neutral" ? [] : [element("span", { class: "wm-hidden" }, `${direction} `)];
		parts.push(
			element("div", { class: `wm-stat-trend wm-${direction}` }, arrow, ...spoken, textOf(data.trend)),
		);
	}
	container.append(element("div", { class: "wm-stat" }, ...parts));
};
