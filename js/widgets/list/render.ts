/** A bulleted list. */
import { listOf, textOf } from "../dom.js";
import { entry, heading, some } from "../parts.js";
import { toldIn } from "../told.js";
import { html, nothing, stateful, titleOf } from "../view.js";
import { say } from "../say.js";

/** Draws a title and its items; a press on one tells which. */
export default stateful((drawing) => {
	const told = toldIn(drawing);
	const line = (value: unknown, index: number) => {
		const item = textOf(value, 1000);
		if (item === "") return html`<li></li>`;
		const press = () => {
			told.forget();
			drawing.redraw();
			drawing.emit("itemclick", { index, item });
		};
		const isTold = told.has(item);
		return html`<li class=${isTold ? "wm-told" : nothing} @click=${press}>${entry(item, isTold)}</li>`;
	};
	return (data) => {
		const items = listOf(data.items).map(line);
		const shown = html`<ul class="wm-list wm-entries">${items}</ul>`;
		return html`${heading(titleOf(data))}${some(items, shown, say("There is nothing in the list."))}`;
	};
});
