/** Events, one below the other. */
import { colorOf } from "../color.js";
import { linkAddress, listOf, oneOf, recordOf, textOf } from "../dom.js";
import { entry, heading, isOnLink, link, note, pills, some, spoken } from "../parts.js";
import { toldIn } from "../told.js";
import { given, html, type Loose, nothing, stateful, titleOf } from "../view.js";
import { say } from "../say.js";

const MAX_TAGS = 20;
/** How an event stands, for those who listen. */
const SPOKEN = {
	none: () => "",
	done: () => `${say("done")}: `,
	active: () => `${say("now")}: `,
	pending: () => `${say("pending")}: `,
} as const;

/** Draws a title and the events along a line; a press on one tells which. */
export default stateful((drawing) => {
	const told = toldIn(drawing);
	const event = (fields: Loose, index: number) => {
		const [title, date] = [textOf(fields.title, 200), textOf(fields.date, 60)];
		const known = oneOf(fields.status, ["none", "done", "active", "pending"]);
		const press = (event: Event) => {
			if (isOnLink(event)) return;
			told.forget();
			drawing.redraw();
			drawing.emit("eventclick", { index, title, date });
		};
		const isTold = title !== "" && told.has(title);
		const words = html`${spoken(SPOKEN[known]())}${title}`;
		const address = title === "" ? undefined : linkAddress(fields.href);
		// Where a press leads elsewhere the event is still to be told of, also without a pointer.
		const more =
			address === undefined
				? nothing
				: html` ${link(address, html`${say("More")}${spoken(` ${say("of {title}", { title })}`)}`)}`;
		const what = html`${entry(words, isTold)}${more}`;
		const when = given(date, (text) => html`<div class="wm-event-date">${text}</div>`);
		const tags = listOf(fields.tags).map((tag) => textOf(tag, 80));
		const color = colorOf(fields.color);
		// What has no name tells nothing.
		return html`<li class=${`wm-event-${known}${isTold ? " wm-told" : ""}`} .style=${color ? `--dot: ${color}` : ""}
			@click=${title === "" ? nothing : press}>
			${when}<div>${title === "" ? words : what}</div>${note(textOf(fields.description, 2000))}
			${pills(tags.filter((tag) => tag !== "").slice(0, MAX_TAGS))}
		</li>`;
	};
	return (data) => {
		const events = listOf(data.events).map(recordOf).map(event);
		const shown = html`<ol class="wm-timeline wm-entries">${events}</ol>`;
		return html`${heading(titleOf(data))}${some(events, shown, say("There are no events."))}`;
	};
});
