/** A message that must not be overlooked. */
import { oneOf, textOf } from "../dom.js";
import { icon } from "../icons.js";
import { note } from "../parts.js";
import { say } from "../say.js";
import { drawn, given, html } from "../view.js";

const ICONS = { warn: "warn", error: "error", info: "info", success: "approved" } as const;

/** Draws a coloured box; screen readers announce errors and warnings at once. */
export default drawn((data) => {
	const level = oneOf(data.level, ["warn", "error", "info", "success"]);
	const role = level === "warn" || level === "error" ? "alert" : "status";
	const message = typeof data.message === "string" ? textOf(data.message, 2000) : "";
	const title = textOf(data.title);
	return html`<div class="wm-alert wm-alert-${level}" role=${role}>
		<span class="wm-alert-icon">${icon(ICONS[level])}</span>
		<div><strong>${title}</strong>${note(title + message === "" ? say("There is no text.") : "")}${given(message, (text) => html`<p>${text}</p>`)}</div>
	</div>`;
});
