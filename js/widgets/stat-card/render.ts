/** One number as a card, with its change. */
import { numberOf } from "../amount.js";
import { numberText, oneOf, textOf } from "../dom.js";
import { spoken } from "../parts.js";
import { useStyles } from "../styles.js";
import { drawn, given, html, type Loose, nothing } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const ARROWS = { none: "", up: "↑", down: "↓", flat: "→" } as const;
/** What a colour means, and an arrow, for those who do not see it. */
const VARIANT_WORDS = {
	success: () => say("success"),
	warning: () => say("warning"),
	error: () => say("error"),
	info: () => say("info"),
} as const;
const WAY_WORDS = { up: () => say("up"), down: () => say("down"), flat: () => say("flat") } as const;
const VARIANTS = ["default", "success", "warning", "error", "info"] as const;

/** Draws a label, a value with its unit, the change and what it was before. */
export default drawn((data, { container }) => {
	useStyles(container, looks);
	const variant = oneOf(data.variant, VARIANTS);
	const said = variant === "default" ? nothing : spoken(`${VARIANT_WORDS[variant]()}: `);
	const unit = given(textOf(data.unit, 30), (text) => html` <span class="wm-stat-card-unit">${text}</span>`);
	const before = given(
		textOf(data.previousValue, 60),
		(text) => html`<bdi>${say("before: {text}", { text })}</bdi>`,
	);
	return html`<div class="wm-stat-card wm-stat-card-${variant}">
		<div class="wm-stat-label">${said}${textOf(data.label, 120)}</div>
		<div class="wm-stat-value"><bdi>${textOf(data.value, 60) || "–"}${unit}</bdi></div>
		<div class="wm-stat-card-change">${change(data)}${before}</div>
	</div>`;
});

function change({ delta, trend }: Loose) {
	const direction = directionOf(trend, delta);
	const isPositive = typeof delta === "number" && delta > 0;
	const words = isPositive ? `+${numberText(delta)}` : textOf(delta, 60);
	if (direction === "none" && words === "") return nothing;
	const arrow = given(ARROWS[direction], (text) => html`<span aria-hidden="true">${text} </span>`);
	const said = direction === "none" ? nothing : spoken(`${WAY_WORDS[direction]()} `);
	return html`<span class="wm-stat-card-delta wm-${direction}">${arrow}${said}<bdi>${words}</bdi></span>`;
}

/** Where a number goes: as is said, or by the sign of its change. */
function directionOf(trend: unknown, delta: unknown): keyof typeof ARROWS {
	const said = oneOf(trend === "stable" ? "flat" : trend, ["none", "up", "down", "flat"]);
	const by = numberOf(delta);
	if (said !== "none" || by === undefined) return said;
	const isSigned = typeof delta === "number" || /^\s*[-−–+]/.test(String(delta));
	if (!isSigned) return "none";
	return by === 0 ? "flat" : by > 0 ? "up" : "down";
}
