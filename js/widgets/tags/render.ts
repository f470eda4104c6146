/** Short labels side by side. */
import { listOf, recordOf, textOf } from "../dom.js";
import { entry, some, spoken } from "../parts.js";
import { drawn, given, html, type Loose, nothing } from "../view.js";
import { say } from "../say.js";

/** Draws a label and its pills; those that are active say so, and a press on one tells which. */
export default drawn((data, { emit }) => {
	const label = given(textOf(data.label, 120), (text) => html`<div class="wm-tags-label">${text}</div>`);
	const pill = (fields: Loose) => {
		const text = textOf(fields.text, 80);
		const active = fields.active === true;
		const words = html`${text}${spoken(active ? ` (${say("active")})` : "")}`;
		const press = () => emit("tagclick", { text, active });
		return html`<li class=${active ? "wm-active" : nothing} @click=${press}>${entry(words)}</li>`;
	};
	const tags = listOf(data.tags).map(recordOf);
	const pills = tags.filter(({ text }) => textOf(text) !== "").map(pill);
	return html`${label}${some(pills, html`<ul class="wm-tags wm-entries">${pills}</ul>`, say("There are no tags."))}`;
});
