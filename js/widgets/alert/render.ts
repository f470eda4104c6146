/** A message that must not be overlooked. */
import type { WidgetRenderer } from "../../types.js";
import { element, oneOf, textOf } from "../dom.js";

const ICONS = { warn: "⚠", error: "✕", info: "ℹ", success: "✓" } as const;

/** Draws a coloured box; screen readers announce errors and warnings at once. */
export const renderAlert: WidgetRenderer = (container, data) => {
	const level = oneOf(data.level, ["warn", "error", "info", "success"]);
	const urgent = level === "warn" || level === "error";
	const words: Node[] = [element("strong", {}, textOf(data.title))];
	if (typeof data.message === "string" && data.message !== "") {
		words.push(element("p", {}, textOf(data.message, 2000)));
	}
	container.append(
		element(
			"div",
			{ class: `wm-alert wm-alert-${level}`, role: urgent ? "alert" : "status" },
			element("span", { class: "wm-alert-icon", "aria-hidden": "true" }, ICONS[level]),
			element("div", {}, ...words),
		),
	);
};
