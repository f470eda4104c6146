/** Markdown, made harmless. */
import type { WidgetRenderer } from "../../types.js";
import { element, isSafeUrl, textOf } from "../dom.js";

const MAX_CHARS = 100_000;

/** Draws Markdown; the libraries that read and clean it load when the first text appears. */
export const renderText: WidgetRenderer = async (container, data) => {
	const source = textOf(data.content, MAX_CHARS);
	const [{ marked }, { default: DOMPurify }] = await Promise.all([import("marked"), import("dompurify")]);
	const html = await marked.parse(source, { gfm: true, breaks: true });
	const fragment = DOMPurify.sanitize(html, {
		RETURN_DOM_FRAGMENT: true,
		USE_PROFILES: { html: true },
		// A picture's address or a form's target would tell others that the text was read.
		FORBID_TAGS: [
			"style",
			"form",
			"input",
			"button",
			"textarea",
			"select",
			"img",
			"picture",
			"video",
			"audio",
		],
		FORBID_ATTR: ["style", "id", "name", "class"],
	});
	for (const link of fragment.querySelectorAll("a")) {
		if (!isSafeUrl(link.getAttribute("href") ?? "")) link.removeAttribute("href");
		link.setAttribute("rel", "noopener noreferrer nofollow");
		link.setAttribute("target", "_blank");
	}
	container.append(element("div", { class: "wm-text" }, fragment));
};
