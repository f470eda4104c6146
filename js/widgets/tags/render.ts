/** Short labels side by side. */
import { listOf, recordOf, textOf } from "../dom.js";
import { some, spoken } from "../parts.js";
import { drawn, given, html, type Loose, nothing } from "../view.js";

/** Draws a label and its pills; those that are active say so. */
export default drawn((data) => {
	const label = given(textOf(data.label, 120), (text) => html`<div class="wm-tags-label">${text}</div>`);
	const tags = listOf(data.tags).map(recordOf);
	const pills = tags.filter(({ text }) => textOf(text) !== "").map(pill);
	return html`${label}${some(pills, html`<ul class="wm-tags">${pills}</ul>`, "There are no tags.")}`;
});

function pill({ text, active }: Loose) {
	const isActive = active === true;
	return html`<li class=${isActive ? "wm-active" : nothing}>${textOf(text, 80)}${spoken(isActive ? " (active)" : "")}</li>`;
}
