/** What stands below a table in pages: the way from one to the next. */
import { type Content, html, nothing } from "../view.js";
import type { Page } from "./pages.js";

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
	return html`<nav class="wm-pages" aria-label=${title === "" ? "Pages" : `Pages of ${title}`}>
		${button("Previous", at - 1)}<span aria-live="polite">Page ${at + 1} of ${count}</span>${button("Next", at + 1)}
	</nav>`;
}
