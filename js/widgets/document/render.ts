/** A long text with an outline. */
import { render } from "../lit.js";
import type { WidgetRenderer } from "../../types/index.js";
import { element, textOf } from "../dom.js";
import { markdownShower } from "../markdown.js";
import { heading } from "../parts.js";
import { useStyles } from "../styles.js";
import { html, type Loose, nothing, titleOf } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Headings of an outline; more than this are no help. */
const MAX_HEADINGS = 200;

/** Draws Markdown, and in front of it its headings as a list that leads to them. */
const renderDocument: WidgetRenderer = async (container, data, { emit }) => {
	const showText = await markdownShower();
	useStyles(container, looks);
	const body = element("div", { class: "wm-text wm-document-text" });
	const update = (given: Loose) => {
		showText(body, given.content);
		const found = [...body.querySelectorAll<HTMLElement>("h1, h2, h3")].slice(0, MAX_HEADINGS);
		const line = (head: HTMLElement) => {
			const level = Number(head.localName.slice(1));
			const text = textOf(head.textContent, 200);
			const go = () => {
				// Who reads by keyboard or ear goes on from there.
				head.tabIndex = -1;
				head.focus({ preventScroll: true });
				head.scrollIntoView({ block: "nearest" });
				emit("headingclick", { text, level });
			};
			return html`<li class="wm-level-${level}"><button type="button" @click=${go}>${text}</button></li>`;
		};
		const hasOutline = given.outline !== false && found.length > 1;
		const outline = html`<nav class="wm-outline" aria-label=${say("Outline")}><ol>${found.map(line)}</ol></nav>`;
		const view = html`${heading(titleOf(given))}<div class="wm-document">${hasOutline ? outline : nothing}${body}</div>`;
		render(view, container);
	};
	update(data);
	return { update, dispose: () => void render(nothing, container) };
};

export default renderDocument;
