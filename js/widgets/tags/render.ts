/** Short labels side by side. */
import { listOf, recordOf, textOf } from "../dom.js";
import { spoken } from "../parts.js";
import { drawn, given, html, type Loose, nothing } from "../view.js";

/** Draws a label and its pills; those that are active say so. */
export default drawn((data) => {
	const label = given(textOf(data.label, 120), (text) => html`<div class="wm-tags-label">${text}</div>`);
	return html`${label}<ul class="wm-tags">${listOf(data.tags).map(recordOf).map(pill)}</ul>`;
});

function pill({ text, active }: Loose) {
	const isActive = active === true;
	return html`<li class=${isActive ? "wm-active" : nothing}>${textOf(text, 80)}${spoken(isActive ? " (active)" : "")}</li>`;
}
