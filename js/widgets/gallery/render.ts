/** Pictures in a grid. */
import { numberOf } from "../amount.js";
import { listOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { type Picture, mediaAddress, picture, pictureOf } from "../picture.js";
import { useStyles } from "../styles.js";
import { given, html, nothing, stateful, titleOf } from "../view.js";
import { lightbox } from "./lightbox.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_PICTURES = 200;
const COLUMNS = { usual: 3, most: 8 } as const;

/** Draws a title and pictures; a press on one shows it large and tells which. */
export default stateful(({ container, redraw, emit }) => {
	useStyles(container, looks);
	let large: number | undefined;
	const show = (at: number | undefined) => {
		large = at;
		redraw();
	};
	const press = (shown: Picture, index: number) => () => {
		show(index);
		const dialog = container.querySelector("dialog");
		if (dialog?.isConnected && !dialog.open) dialog.showModal();
		const { address, alt, caption } = shown;
		// A picture in its own address is too long to tell.
		emit("imageclick", { index, src: mediaAddress(address) ?? "", alt, caption });
	};
	return (data) => {
		const all = listOf(data.images);
		const pictures = all.slice(0, MAX_PICTURES).map(pictureOf);
		const item = (shown: Picture, index: number) => html`<li>
			<button type="button" class="wm-gallery-open" aria-haspopup="dialog" @click=${press(shown, index)}>${picture(shown)}</button>
			${given(shown.caption, (text) => html`<div class="wm-caption">${text}</div>`)}
		</li>`;
		if (large !== undefined) large = pictures.length === 0 ? undefined : Math.min(large, pictures.length - 1);
		const columns = Math.min(Math.max(Math.round(numberOf(data.columns) ?? COLUMNS.usual), 1), COLUMNS.most);
		const title = titleOf(data);
		const more =
			all.length > MAX_PICTURES ? say("{n} more are not shown.", { n: all.length - MAX_PICTURES }) : "";
		// The style goes by the element's object: a page's policy may forbid the attribute.
		return html`${heading(title)}
			<ul class="wm-gallery" .style=${`--columns: ${columns}`}>${pictures.map(item)}</ul>
			${note(all.length === 0 ? say("There are no pictures.") : more)}
			${pictures.length > 0 ? lightbox({ title, pictures, at: large, show }) : nothing}`;
	};
});
