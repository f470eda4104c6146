/** Names with their values. */
import { listOf, textOf } from "../dom.js";
import { heading, pairs, some } from "../parts.js";
import { drawn, html, titleOf } from "../view.js";
import { say } from "../say.js";

/** Draws a title and a list of pairs. */
export default drawn((data) => {
	const rows = listOf(data.rows).map(listOf);
	const told = rows.map(([name, value]) => [textOf(name, 200), textOf(value, 1000)] as const);
	return html`${heading(titleOf(data))}${some(told, pairs(told), say("There are no values."))}`;
});
