/** What stands below a table in pages: the way from one to the next. */
import { type Content, html, nothing } from "../view.js";
import type { Page } from "./pages.js";
import { say } from "../say.js";

/** Two buttons and where one is; `turn` hears which page is wanted. */
export function turning({ at, count }: Page, title: string, turn: (at: number) => void): Content {
	const button = (words: string, to: number) => {
		const isEnd = to < 0 || to >= count;
		const press = () => {
			if (!isEnd) turn(to);
		};
		// By the attribute `disabled` who has turned to the last page would lose the focus.
		return html`<button type="button" aria-disabled=${isEnd ? "true" : nothing} @click=${press}>${words}</button>`;
	};
	return html`<nav class="wm-pages" aria-label=${say(title === "" ? "Pages" : "Pages of {title}", { title })}>
		${button(say("Previous"), at - 1)}<span aria-live="polite">${say("Page {at} of {count}", { at: at + 1, count })}</span>${button(say("Next"), at + 1)}
	</nav>`;
}
