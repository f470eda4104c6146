/** One big number. */
import { oneOf, textOf } from "../dom.js";
import { spoken } from "../parts.js";
import { drawn, html, type Loose, nothing } from "../view.js";
import { say } from "../say.js";

const ARROWS = { neutral: "→", up: "↑", down: "↓", stable: "→" } as const;
const WORDS = {
	neutral: () => say("neutral"),
	up: () => say("up"),
	down: () => say("down"),
	stable: () => say("stable"),
} as const;
const DIRECTIONS = ["neutral", "up", "down", "stable"] as const;

/** Draws a label, a value and, where given, a trend: the change, or no more than its direction. */
export default drawn(
	(data) => html`<div class="wm-stat">
		<div class="wm-stat-label">${textOf(data.label)}</div>
		<div class="wm-stat-value">${textOf(data.value) || "–"}</div>
		${trend(data)}
	</div>`,
);

function trend({ trend, trendDir }: Loose) {
	if (typeof trend !== "string" || trend === "") return nothing;
	const alone = DIRECTIONS.find((direction) => direction === trend);
	const direction = oneOf(trendDir ?? alone, DIRECTIONS);
	const words = alone !== undefined || direction !== "neutral" ? `${WORDS[direction]()} ` : "";
	const arrow = html`<span aria-hidden="true">${ARROWS[direction]} </span>`;
	return html`<div class="wm-stat-trend wm-${direction}">${arrow}${spoken(words)}${alone === undefined ? textOf(trend) : nothing}</div>`;
}
