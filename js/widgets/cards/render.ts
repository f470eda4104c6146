/** Things side by side, each with a few words. */
import { listOf, recordOf, textOf } from "../dom.js";
import { heading, pills, some } from "../parts.js";
import { drawn, given, html, type Loose, titleOf } from "../view.js";

/** Draws a title and a grid of cards. */
export default drawn((data) => {
	const cards = listOf(data.cards).map(recordOf).map(card);
	const shown = html`<ul class="wm-cards">${cards}</ul>`;
	return html`${heading(titleOf(data))}${some(cards, shown, "There are no cards.")}`;
});

function card({ title, subtitle, description, tags }: Loose) {
	const line = (name: string, value: unknown, max: number) =>
		given(textOf(value, max), (text) => html`<div class=${name}>${text}</div>`);
	return html`<li>
		${line("wm-card-title", title, 200)}${line("wm-card-subtitle", subtitle, 200)}
		${line("wm-card-words", description, 2000)}${pills(listOf(tags).map((tag) => textOf(tag, 80)))}
	</li>`;
}
