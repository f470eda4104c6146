/** What a program wrote. */
import { listOf, oneOf, recordOf, textOf } from "../dom.js";
import { heading, note, some } from "../parts.js";
import { drawn, given, html, type Loose, titleOf } from "../view.js";

/** Only the latest lines are drawn: thousands at once would hold up the page. */
const MAX_LINES = 1000;

/** Draws the lines in a region that scrolls, from the oldest to the latest. */
export default drawn((data) => {
	const entries = listOf(data.entries);
	const lines = entries.slice(-MAX_LINES).map(recordOf).map(line);
	const left = entries.length - lines.length;
	const title = titleOf(data);
	// A region that scrolls must be reachable by keyboard.
	const shown = html`<div class="wm-log" tabindex="0" role="region" aria-label=${title || "Log"}><ol>${lines}</ol></div>`;
	return html`${heading(title)}${some(lines, shown, "There are no lines.")}
		${note(left > 0 ? `${left} earlier lines are not shown.` : "")}`;
});

function line({ timestamp, level, source, message }: Loose) {
	const known = oneOf(level, ["none", "debug", "info", "warn", "error"]);
	const heads = [textOf(timestamp, 60), known === "none" ? "" : known, textOf(source, 80)];
	const parts = heads.map((part) => given(part, (text) => html`<span>${text} </span>`));
	return html`<li class="wm-log-${known}">${parts}${textOf(message, 2000)}</li>`;
}
