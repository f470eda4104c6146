/** Two texts, line by line. */
import { textOf } from "../dom.js";
import type { WidgetRenderer } from "../../types/index.js";
import { heading, note, spoken } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, html, nothing, stateful } from "../view.js";
import { type Compare, type Comparison, compared, type Line, type Run } from "./lines.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_CHARS = 100_000;
/** Lines that are drawn: more at once would hold up the page. */
const MAX_LINES = 2000;
const MARKS = { same: "", added: "+", removed: "−" } as const;
const givenUp = () =>
	say(
		"The texts differ in too much to be compared line by line: all of the first is followed by all of the second.",
	);
const SPOKEN = {
	same: () => "",
	added: () => `${say("added")}: `,
	removed: () => `${say("removed")}: `,
} as const;

/** Draws what was removed and added; the library that finds it loads with the first comparison. */
const renderDiff: WidgetRenderer = async (container, data, context) => {
	const { diffArrays } = await import("diff");
	return withLibrary(diffArrays)(container, data, context);
};

export default renderDiff;

const withLibrary = (compare: Compare) =>
	stateful(({ container, redraw }) => {
		useStyles(container, looks);
		let texts = "";
		let found = compared("", "", compare);
		/** The folded runs that a person has opened, by the number of their first line. */
		const opened = new Set<number>();
		return (data) => {
			// One character more tells that there are more.
			const whole = [data.before, data.after].map((text) => textOf(text, MAX_CHARS + 1));
			const [before = "", after = ""] = whole.map((text) => text.slice(0, MAX_CHARS));
			const both = JSON.stringify([before, after]);
			if (texts !== both) {
				texts = both;
				found = compared(before, after, compare);
				opened.clear();
			}
			let left = MAX_LINES;
			let leftOut = 0;
			const run = ({ isFolded, lines }: Run): Content => {
				const from = lines[0]?.before ?? 0;
				const isOpen = !isFolded || opened.has(from);
				const shown = isOpen ? lines.slice(0, left) : [];
				left -= shown.length;
				leftOut += isOpen ? lines.length - shown.length : 0;
				const drawn = shown.map(line);
				const turn = () => {
					if (!opened.delete(from)) opened.add(from);
					redraw();
				};
				return html`${isFolded ? fold(lines.length, isOpen, turn) : nothing}${drawn}`;
			};
			const runs = found.runs.map(run);
			const title = textOf(data.title, 200);
			const isCut = whole.some((text) => text.length > MAX_CHARS);
			const notes = [
				found.runs.length === 0 ? say("There is nothing to compare.") : "",
				before !== after && found.added + found.removed === 0 ? say("They differ in how lines end.") : "",
				found.isGivenUp ? givenUp() : "",
				leftOut > 0 ? say("{n} further lines are not shown.", { n: leftOut }) : "",
				isCut ? say("Of each text, {n} characters were read.", { n: MAX_CHARS }) : "",
			];
			// A region that scrolls must be reachable by keyboard.
			const region = html`<p class="wm-diff-sum" dir="auto">${sumOf(found)}</p>
				<div class="wm-diff" tabindex="0" role="region" aria-label=${title || say("Differences")}><ol>${runs}</ol></div>`;
			return html`${heading(title)}${found.runs.length > 0 ? region : nothing}${notes.map(note)}`;
		};
	});

function sumOf({ added, removed }: Comparison): string {
	if (added + removed === 0) return say("No line differs.");
	const gone = say(removed === 1 ? "1 line removed" : "{n} lines removed", { n: removed });
	const come = say(added === 1 ? "1 line added" : "{n} lines added", { n: added });
	return `${gone}, ${come}`;
}

function fold(count: number, isOpen: boolean, turn: () => void): Content {
	const words = say(isOpen ? "Fold {n} unchanged lines" : "Show {n} unchanged lines", { n: count });
	return html`<li><button type="button" class="wm-diff-fold" aria-expanded=${isOpen} @click=${turn}>${words}</button></li>`;
}

function line({ kind, text, before, after }: Line): Content {
	const number = (value: number | undefined) =>
		html`<span class="wm-diff-number" aria-hidden="true">${value ?? nothing}</span>`;
	return html`<li class="wm-diff-line wm-diff-${kind}">${number(before)}${number(after)}<span
			class="wm-diff-mark" aria-hidden="true">${MARKS[kind]}</span>${spoken(SPOKEN[kind]())}<span class="wm-diff-text" dir="auto">${text}</span></li>`;
}
