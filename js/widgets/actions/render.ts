/** Buttons in a row, to choose what is done next. */
import type { JsonObject } from "../../types/index.js";
import { listOf, recordOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { drawn, html, type Loose, nothing, titleOf } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_BUTTONS = 24;

/** Draws a title and its buttons; a press tells which. */
export default drawn((data, { container, emit }) => {
	useStyles(container, looks);
	const all = listOf(data.buttons);
	const title = titleOf(data);
	const button = ({ label, primary, action, payload }: Loose, at: number) => {
		const name = textOf(action, 80);
		const words = textOf(label, 80) || name || say("Button {at}", { at: at + 1 });
		const told = { label: words, action: name || words, payload: objectOf(payload) };
		const kind = primary === true ? "wm-action wm-action-primary" : "wm-action";
		return html`<button type="button" class=${kind} @click=${() => emit("action", told)}>${words}</button>`;
	};
	const buttons = all.slice(0, MAX_BUTTONS).map(recordOf).map(button);
	const more =
		all.length > MAX_BUTTONS ? say("{n} more are not shown.", { n: all.length - MAX_BUTTONS }) : "";
	return html`${heading(title)}
		<div class="wm-actions" role="group" aria-label=${title || nothing}>${buttons}</div>
		${note(all.length === 0 ? say("There is nothing to choose from.") : more)}`;
});

/** An object as it is; anything else is an empty one. */
function objectOf(value: unknown): JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
