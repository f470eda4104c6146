/** Things side by side, each with a few words. */
import { listOf, recordOf, textOf } from "../dom.js";
import { entry, heading, pills, some } from "../parts.js";
import { bare, pictureOf } from "../picture.js";
import { useStyles } from "../styles.js";
import { toldIn } from "../told.js";
import { given, html, type Loose, nothing, stateful, titleOf } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Draws a title and a grid of cards; a press on one tells which. */
export default stateful((drawing) => {
	useStyles(drawing.container, looks);
	const told = toldIn(drawing);
	const card = (fields: Loose, index: number) => {
		const title = textOf(fields.title, 200);
		const subtitle = textOf(fields.subtitle, 200);
		const description = textOf(fields.description, 2000);
		const press = () => {
			told.forget();
			drawing.redraw();
			drawing.emit("cardclick", { index, title, subtitle, description });
		};
		const isTold = title !== "" && told.has(title);
		const line = (name: string, words: string) =>
			given(words, (text) => html`<div class=${name}>${text}</div>`);
		const { address } = pictureOf(fields.image);
		// The words beside it say what it shows, unless it has some of its own.
		const alt = textOf(recordOf(fields.image).alt, 500);
		const image = address === undefined ? nothing : bare(address, alt, "wm-card-picture");
		// What has no name tells nothing.
		return html`<li class=${isTold ? "wm-told" : nothing} @click=${title === "" ? nothing : press}>
			${image}${given(title, (text) => html`<div class="wm-card-title">${entry(text, isTold)}</div>`)}
			${line("wm-card-subtitle", subtitle)}${line("wm-card-words", description)}
			${pills(listOf(fields.tags).map((tag) => textOf(tag, 80)))}
		</li>`;
	};
	return (data) => {
		const cards = listOf(data.cards).map(recordOf).map(card);
		const shown = html`<ul class="wm-cards wm-entries">${cards}</ul>`;
		return html`${heading(titleOf(data))}${some(cards, shown, say("There are no cards."))}`;
	};
});
