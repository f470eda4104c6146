/** Words with headings, lists and links. */
import type { WidgetRenderer } from "../../types.js";
import { element } from "../dom.js";
import { markdownReader } from "../markdown.js";

/** Draws Markdown. */
const renderText: WidgetRenderer = async (container, data) => {
	const read = await markdownReader();
	const box = element("div", { class: "wm-text" });
	const update = ({ content }: { content?: unknown }) => box.replaceChildren(read(content));
	update(data);
	container.append(box);
	return { update, dispose: () => box.remove() };
};

export default renderText;
