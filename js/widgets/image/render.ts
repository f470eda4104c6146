/** One picture. */
import { picture, pictureOf } from "../picture.js";
import { useStyles } from "../styles.js";
import { drawn, given, html } from "../view.js";
import { looks } from "./styles.js";

/** Draws a picture and its caption; its words where it cannot be loaded. */
export default drawn((data, { container }) => {
	useStyles(container, looks);
	const shown = pictureOf(data);
	return html`<figure class="wm-figure wm-image">
		${picture(shown)}${given(shown.caption, (text) => html`<figcaption class="wm-caption">${text}</figcaption>`)}
	</figure>`;
});
