/** How far things are, as bars. */
import { numberOf } from "../amount.js";
import { listOf, numberText, recordOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { drawn, html, type Loose, nothing, titleOf } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_ITEMS = 100;
const WHOLE = 100;

/** Draws a title and a bar for each thing, with its value in words. */
export default drawn((data, { container }) => {
	useStyles(container, looks);
	const all = listOf(data.items);
	const items = all.slice(0, MAX_ITEMS).map(recordOf).map(item);
	const more = all.length > MAX_ITEMS ? say("{n} more are not shown.", { n: all.length - MAX_ITEMS }) : "";
	return html`${heading(titleOf(data))}
		<ul class="wm-progress">${items}</ul>
		${note(all.length === 0 ? say("There is nothing to show.") : more)}`;
});

function item({ label, value, max }: Loose) {
	const name = textOf(label, 120);
	const amount = numberOf(value);
	const wanted = numberOf(max) ?? 0;
	const whole = wanted > 0 ? wanted : WHOLE;
	const words = wordsOf(value, amount, wanted > 0 ? wanted : undefined);
	const shown = Math.min(Math.max(amount ?? 0, 0), whole);
	const bar = html`<progress max=${whole} .value=${shown} aria-label=${name || nothing} aria-valuetext=${words}></progress>`;
	// What is no number has no bar, but is said.
	return html`<li>
		<div><span>${name}</span><bdi class="wm-progress-value">${words}</bdi></div>
		${amount === undefined ? nothing : bar}
	</li>`;
}

/** A value as people read it: a text as it is, a number in percent or of how many. */
function wordsOf(value: unknown, amount: number | undefined, max: number | undefined): string {
	if (typeof value !== "number" || amount === undefined) return textOf(value, 60) || "–";
	return max === undefined
		? `${numberText(amount)}%`
		: say("{at} of {count}", { at: numberText(amount), count: numberText(max) });
}
