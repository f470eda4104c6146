/** A film. */
import { textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { mediaAddress, pictureAddress } from "../picture.js";
import { useStyles } from "../styles.js";
import { html, nothing, stateful, titleOf } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Draws a film with the browser's own controls; nothing of it loads before it is played. */
export default stateful(({ container, redraw }) => {
	useStyles(container, looks);
	let failed: string | undefined;
	return (data) => {
		const title = titleOf(data);
		const address = mediaAddress(data.src);
		if (address === undefined)
			return html`${heading(title)}${note(say("There is no video that may be played."))}`;
		const captions = mediaAddress(data.captions);
		const track = html`<track kind="captions" label=${say("Captions")} src=${captions ?? nothing} default />${link(captions ?? "")}`;
		const fail = () => {
			failed = address;
			redraw();
		};
		const why =
			failed === address ? say("The video cannot be played: {address}", { address: textOf(address) }) : "";
		return html`${heading(title)}
			<video class="wm-video" controls preload="none" playsinline src=${address} poster=${pictureAddress(data.poster) ?? nothing}
				aria-label=${title || say("Video")} @error=${fail}>
				${captions === undefined ? nothing : track}${link(address)}
			</video>
			${note(why)}`;
	};
});

/** For who has no player. */
function link(address: string) {
	return html`<a href=${address} rel="noreferrer">${address}</a>`;
}
