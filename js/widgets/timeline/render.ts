/** Events, one below the other. */
import { listOf, oneOf, recordOf, textOf } from "../dom.js";
import { entry, heading, note, some, spoken } from "../parts.js";
import { toldIn } from "../told.js";
import { given, html, type Loose, nothing, stateful, titleOf } from "../view.js";

const SPOKEN = { none: "", done: "done: ", active: "now: ", pending: "pending: " } as const;

/** Draws a title and the events along a line; a press on one tells which. */
export default stateful((drawing) => {
	const told = toldIn(drawing);
	const event = (fields: Loose, index: number) => {
		const [title, date] = [textOf(fields.title, 200), textOf(fields.date, 60)];
		const known = oneOf(fields.status, ["none", "done", "active", "pending"]);
		const press = () => {
			told.forget();
			drawing.redraw();
			drawing.emit("eventclick", { index, title, date });
		};
		const isTold = title !== "" && told.has(title);
		const when = given(date, (text) => html`<div class="wm-event-date">${text}</div>`);
		const what = html`${spoken(SPOKEN[known])}${title}`;
		// What has no name tells nothing.
		return html`<li class=${`wm-event-${known}${isTold ? " wm-told" : ""}`} @click=${title === "" ? nothing : press}>
			${when}<div>${title === "" ? what : entry(what, isTold)}</div>${note(textOf(fields.description, 2000))}
		</li>`;
	};
	return (data) => {
		const events = listOf(data.events).map(recordOf).map(event);
		const shown = html`<ol class="wm-timeline wm-entries">${events}</ol>`;
		return html`${heading(titleOf(data))}${some(events, shown, "There are no events.")}`;
	};
});
