/** What a program wrote. */
import { listOf, recordOf } from "../dom.js";
import { heading, note, some } from "../parts.js";
import { useStyles } from "../styles.js";
import { given, html, kept, type Loose, nothing, stateful, titleOf } from "../view.js";
import { bar } from "./bar.js";
import { foundLines, headsOf, type Level, levelOf, levelsOf, messageOf } from "./lines.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Only the latest lines are drawn: thousands at once would hold up the page. */
const MAX_LINES = 1000;
/** Fewer lines are found without a filter. */
const LEAST_FILTERED = 20;

/** Draws the lines in a region that scrolls, from the oldest to the latest; of many a person chooses which. */
export default stateful(({ container, redraw }) => {
	useStyles(container, looks);
	let hidden: ReadonlySet<Level> = new Set();
	let text = "";
	let hasBar = false;
	/** Those that have a button: it stays, for it may have the focus. */
	let levels: readonly Level[] = [];
	const heard = {
		toggled(level: Level) {
			const isHidden = hidden.has(level);
			hidden = new Set(isHidden ? [...hidden].filter((one) => one !== level) : [...hidden, level]);
			redraw();
		},
		filtered(typed: string) {
			text = typed;
			redraw();
		},
	};
	const linesOf = kept((entries: unknown) => listOf(entries).map(recordOf));
	return (data) => {
		const all = linesOf(data.entries);
		levels = levelsOf(all, levels);
		// Once it is there it stays: it may have the focus, or hide lines.
		hasBar ||= all.length >= LEAST_FILTERED && levels.length > 1;
		const found = foundLines(all, { hidden, text });
		const lines = found.slice(-MAX_LINES).map(line);
		const title = titleOf(data);
		// A region that scrolls must be reachable by keyboard.
		const shown = html`<div class="wm-log" tabindex="0" role="region" aria-label=${title || say("Log")}><ol>${lines}</ol></div>`;
		return html`${heading(title)}${hasBar ? bar(levels, { hidden, text }, heard) : nothing}
			${some(all, shown, say("There are no lines."))}${note(said(all.length, found.length))}`;
	};
});

/** What stands below: how many lines there are, where not all are seen. */
function said(all: number, found: number): string {
	const count = found < all ? [say("{found} of {n} lines.", { found, n: all })] : [];
	const left = found > MAX_LINES ? [say("{n} earlier lines are not shown.", { n: found - MAX_LINES })] : [];
	return [...count, ...left].join(" ");
}

function line(fields: Loose) {
	const parts = headsOf(fields).map((part) => given(part, (text) => html`<span>${text} </span>`));
	return html`<li class="wm-log-${levelOf(fields)}">${parts}${messageOf(fields)}</li>`;
}
