/** Events, one below the other. */
import { listOf, oneOf, recordOf, textOf } from "../dom.js";
import { heading, note, some, spoken } from "../parts.js";
import { drawn, given, html, type Loose, titleOf } from "../view.js";

const SPOKEN = { none: "", done: "done: ", active: "now: ", pending: "pending: " } as const;

/** Draws a title and the events along a line. */
export default drawn((data) => {
	const events = listOf(data.events).map(recordOf).map(event);
	const shown = html`<ol class="wm-timeline">${events}</ol>`;
	return html`${heading(titleOf(data))}${some(events, shown, "There are no events.")}`;
});

function event({ date, title, description, status }: Loose) {
	const known = oneOf(status, ["none", "done", "active", "pending"]);
	const when = given(textOf(date, 60), (text) => html`<div class="wm-event-date">${text}</div>`);
	return html`<li class="wm-event-${known}">
		${when}<div>${spoken(SPOKEN[known])}${textOf(title, 200)}</div>${note(textOf(description, 2000))}
	</li>`;
}
