/** What code has written, line by line. */
import { type Content, html, nothing } from "../../view.js";
import { type Level, MAX_LINES } from "./messages.js";
import { say } from "../../say.js";

/** A line of it. */
export interface Line {
	readonly level: Level;
	readonly text: string;
}

/** Adds a line; more than code may write does not get in. */
export function written(lines: readonly Line[], line: Line): readonly Line[] {
	return lines.length > MAX_LINES ? lines : [...lines, line];
}

/** The lines in a region that scrolls; nothing where there are none. */
export function linesView(lines: readonly Line[]): Content {
	if (lines.length === 0) return nothing;
	const word = (level: Level) =>
		level === "error" || level === "warn" ? html`<span>${level} </span>` : nothing;
	const line = ({ level, text }: Line) =>
		html`<li class="wm-log-${level}">${word(level)}<bdi>${text}</bdi></li>`;
	return html`<div class="wm-log wm-run-lines" tabindex="0" role="log" aria-label=${say("What it writes")}><ol>${lines.map(line)}</ol></div>`;
}
