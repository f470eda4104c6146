/** Events, one below the other. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, oneOf, recordOf, textOf } from "../dom.js";

const SPOKEN = { none: "", done: "done: ", active: "now: ", pending: "pending: " } as const;

/** Draws a title and the events along a line. */
export const renderTimeline: WidgetRenderer = (container, data) => {
	const events = listOf(data.events).map(recordOf).map(event);
	container.append(...heading(data.title), element("ol", { class: "wm-timeline" }, ...events));
};

function event({ date, title, description, status }: { [key: string]: unknown }): HTMLElement {
	const known = oneOf(status, ["none", "done", "active", "pending"]);
	const when = textOf(date, 60);
	const more = textOf(description, 2000);
	return element(
		"li",
		{ class: `wm-event-${known}` },
		...(when === "" ? [] : [element("div", { class: "wm-event-date" }, when)]),
		element("div", {}, element("span", { class: "wm-hidden" }, SPOKEN[known]), textOf(title, 200)),
		...(more === "" ? [] : [element("p", { class: "wm-note" }, more)]),
	);
}
