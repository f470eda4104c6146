/** Who somebody is. */
import { initialsOf, listOf, recordOf, textOf } from "../dom.js";
import { pairs } from "../parts.js";
import { drawn, given, html, nothing } from "../view.js";

/** Draws initials, name, role and fields. */
export default drawn((data) => {
	const name = textOf(data.name, 120) || "No name";
	const role = given(textOf(data.subtitle, 200), (text) => html`<div class="wm-profile-role">${text}</div>`);
	const fields = listOf(data.fields).map(recordOf);
	const told = fields.map(({ label, value }) => [textOf(label, 80), textOf(value, 300)] as const);
	return html`<div class="wm-profile">
			<div class="wm-profile-initials" aria-hidden="true">${initialsOf(name)}</div>
			<div><div class="wm-profile-name">${name}</div>${role}</div>
		</div>
		${told.length > 0 ? pairs(told) : nothing}`;
});
