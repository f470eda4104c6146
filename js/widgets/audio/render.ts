/** A recording. */
import { textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { mediaAddress } from "../picture.js";
import { useStyles } from "../styles.js";
import { html, stateful, titleOf } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Draws a player with the browser's own controls; nothing of the recording loads before it is played. */
export default stateful(({ container, redraw }) => {
	useStyles(container, looks);
	let failed: string | undefined;
	return (data) => {
		const title = titleOf(data);
		const address = mediaAddress(data.src);
		if (address === undefined)
			return html`${heading(title)}${note(say("There is no sound that may be played."))}`;
		const fail = () => {
			failed = address;
			redraw();
		};
		const why =
			failed === address ? say("The sound cannot be played: {address}", { address: textOf(address) }) : "";
		return html`${heading(title)}
			<audio class="wm-audio" controls preload="none" src=${address} aria-label=${title || say("Sound")} @error=${fail}>
				<a href=${address} rel="noreferrer">${address}</a>
			</audio>
			${note(why)}`;
	};
});
