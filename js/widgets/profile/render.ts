/** Who somebody is. */
import { initialsOf, listOf, recordOf, textOf } from "../dom.js";
import { pairs } from "../parts.js";
import { picture, pictureOf } from "../picture.js";
import { useStyles } from "../styles.js";
import { type Content, drawn, given, html, nothing } from "../view.js";
import { buttons, figures } from "./parts.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Draws a picture or initials, name, role, figures, fields and buttons; a press on a button tells which. */
export default drawn((data, { container, emit }) => {
	useStyles(container, looks);
	const name = textOf(data.name, 120) || say("No name");
	const role = given(textOf(data.subtitle, 200), (text) => html`<div class="wm-profile-role">${text}</div>`);
	const badge = given(textOf(data.badge, 40), (text) => html` <span class="wm-profile-badge">${text}</span>`);
	const fields = listOf(data.fields).map(recordOf);
	const told = fields.map(({ label, value }) => [textOf(label, 80), textOf(value, 300)] as const);
	return html`<div class="wm-profile">
			${face(data.avatar, name)}
			<div><div class="wm-profile-name">${name}${badge}</div>${role}</div>
		</div>
		${figures(data.stats)}${told.length > 0 ? pairs(told) : nothing}
		${buttons(data.actions, name, ({ index, label }) => emit("actionclick", { index, label }))}`;
});

/** A picture of somebody; the initials where there is none, or none that loads. */
function face(avatar: unknown, name: string): Content {
	const initials = initialsOf(name);
	const shown = pictureOf(avatar);
	if (shown.address === undefined)
		return html`<div class="wm-profile-initials" aria-hidden="true">${initials}</div>`;
	// The name beside it says who it is, unless there is more to say.
	const alt = textOf(recordOf(avatar).alt, 500);
	return html`<div class="wm-profile-initials wm-profile-avatar">${picture({ ...shown, alt, words: initials })}</div>`;
}
