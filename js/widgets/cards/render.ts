/** Things side by side, each with a few words. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, recordOf, textOf } from "../dom.js";

/** Draws a title and a grid of cards. */
export const renderCards: WidgetRenderer = (container, data) => {
	const cards = listOf(data.cards).map(recordOf).map(card);
	container.append(...heading(data.title), element("ul", { class: "wm-cards" }, ...cards));
};

function card({ title, subtitle, description, tags }: { [key: string]: unknown }): HTMLElement {
	const line = (name: string, value: unknown, max: number): Node[] => {
		const text = textOf(value, max);
		return text === "" ? [] : [element("div", { class: name }, text)];
	};
	const pills = listOf(tags).map((tag) => element("li", {}, textOf(tag, 80)));
	return element(
		"li",
		{},
		...line("wm-card-title", title, 200),
		...line("wm-card-subtitle", subtitle, 200),
		...line("wm-card-words", description, 2000),
		...(pills.length === 0 ? [] : [element("ul", { class: "wm-tags" }, ...pills)]),
	);
}
