/** Text whose every character counts. */
import type { WidgetRenderer } from "../../types.js";
import { element, textOf } from "../dom.js";

const MAX_CHARS = 100_000;

/** Draws the code in a region that scrolls, its language, and a button that copies it. */
export const renderCode: WidgetRenderer = (container, data) => {
	const content = textOf(data.content, MAX_CHARS);
	const language = textOf(data.lang, 40);
	const copy = element("button", { type: "button", class: "wm-code-copy" }, "Copy");
	copy.addEventListener("click", () => {
		// The clipboard is refused where the page is not secure or has no focus; the text can be selected still.
		const copied = navigator.clipboard?.writeText(content) ?? Promise.reject(new Error("no clipboard"));
		copied.then(
			() => copy.replaceChildren("Copied"),
			() => copy.replaceChildren("Select and copy by hand"),
		);
	});
	const bar = element("div", { class: "wm-code-bar" }, element("span", {}, language), copy);
	// A region that scrolls must be reachable by keyboard.
	const region = { class: "wm-code", tabindex: "0", role: "region", "aria-label": `Code ${language}`.trim() };
	container.append(bar, element("pre", region, element("code", {}, content)));
};
