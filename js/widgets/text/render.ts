/** Words with headings, lists and links. */
import type { WidgetRenderer } from "../../types/index.js";
import { element } from "../dom.js";
import { markdownShower } from "../markdown.js";

/** Draws Markdown. */
const renderText: WidgetRenderer = async (container, data) => {
	const show = await markdownShower();
	const box = element("div", { class: "wm-text" });
	const update = ({ content }: { content?: unknown }) => show(box, content);
	container.append(box);
	update(data);
	return { update, dispose: () => box.remove() };
};

export default renderText;
