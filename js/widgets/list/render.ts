/** A bulleted list. */
import { listOf, textOf } from "../dom.js";
import { heading, some } from "../parts.js";
import { drawn, html, titleOf } from "../view.js";

/** Draws a title and its items. */
export default drawn((data) => {
	const items = listOf(data.items).map((item) => html`<li>${textOf(item, 1000)}</li>`);
	const shown = html`<ul class="wm-list">${items}</ul>`;
	return html`${heading(titleOf(data))}${some(items, shown, "There is nothing in the list.")}`;
});
