/** What a program wrote. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, oneOf, recordOf, textOf } from "../dom.js";

/** Only the latest lines are drawn: thousands at once would hold up the page. */
const MAX_LINES = 1000;

/** Draws the lines in a region that scrolls, from the oldest to the latest. */
export const renderLog: WidgetRenderer = (container, data) => {
	const entries = listOf(data.entries);
	const drawn = entries.slice(-MAX_LINES).map(recordOf).map(line);
	const left = entries.length - drawn.length;
	// A region that scrolls must be reachable by keyboard.
	const label = textOf(data.title, 200) || "Log";
	const region = { class: "wm-log", tabindex: "0", role: "region", "aria-label": label };
	container.append(...heading(data.title), element("div", region, element("ol", {}, ...drawn)));
	if (left > 0) container.append(element("p", { class: "wm-note" }, `${left} earlier lines are not shown.`));
};

function line({ timestamp, level, source, message }: { [key: string]: unknown }): HTMLElement {
	const known = oneOf(level, ["none", "debug", "info", "warn", "error"]);
	const parts = [textOf(timestamp, 60), known === "none" ? "" : known, textOf(source, 80)];
	const heads = parts.filter((part) => part !== "").map((part) => element("span", {}, part, " "));
	return element("li", { class: `wm-log-${known}` }, ...heads, textOf(message, 2000));
}
