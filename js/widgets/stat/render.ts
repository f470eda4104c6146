/** One big number. */
import type { WidgetRenderer } from "../../types.js";
import { element, oneOf, textOf } from "../dom.js";

const ARROWS = { neutral: "→", up: "↑", down: "↓", stable: "→" } as const;
const DIRECTIONS = ["neutral", "up", "down", "stable"] as const;

/** Draws a label, a value and, where given, a trend: the change, or no more than its direction. */
export const renderStat: WidgetRenderer = (container, data) => {
	const parts: Node[] = [
		element("div", { class: "wm-stat-label" }, textOf(data.label)),
		element("div", { class: "wm-stat-value" }, textOf(data.value)),
	];
	if (typeof data.trend === "string" && data.trend !== "") {
		const alone = DIRECTIONS.find((direction) => direction === data.trend);
		const direction = oneOf(data.trendDir ?? alone, DIRECTIONS);
		const arrow = element("span", { "aria-hidden": "true" }, `${ARROWS[direction]} `);
		const isSpoken = alone !== undefined || direction !== "neutral";
		const spoken = isSpoken ? [element("span", { class: "wm-hidden" }, `${direction} `)] : [];
		const change = alone === undefined ? textOf(data.trend) : "";
		parts.push(element("div", { class: `wm-stat-trend wm-${direction}` }, arrow, ...spoken, change));
	}
	container.append(element("div", { class: "wm-stat" }, ...parts));
};
