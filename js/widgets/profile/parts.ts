/** What stands below somebody's name: figures, and what can be done. */
import { linkAddress, listOf, recordOf, textOf } from "../dom.js";
import { link } from "../parts.js";
import { type Content, html, type Loose, nothing } from "../view.js";

const MAX_STATS = 12;
const MAX_ACTIONS = 8;

/** Figures in a row, each above its name. */
export function figures(given: unknown): Content {
	const told = listOf(given)
		.slice(0, MAX_STATS)
		.map(recordOf)
		.map(({ label, value }) => [textOf(label, 80), textOf(value, 60)] as const)
		.filter(([label, value]) => label !== "" || value !== "");
	const figure = ([label, value]: (typeof told)[number]) =>
		html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
	return told.length === 0 ? nothing : html`<dl class="wm-profile-stats">${told.map(figure)}</dl>`;
}

/** What a button that was pressed is called, and which of them it is. */
export interface Pressed {
	readonly index: number;
	readonly label: string;
}

/** Buttons in a row; one with an address is a link. `press` hears which button was pressed. */
export function buttons(given: unknown, name: string, press: (told: Pressed) => void): Content {
	const one = ({ label, primary, href }: Loose, index: number) => {
		const words = textOf(label, 80);
		// What has no name tells nothing.
		if (words.trim() === "") return [];
		const kind = primary === true ? "wm-action wm-action-primary" : "wm-action";
		const address = linkAddress(href);
		if (address !== undefined) return [link(address, words, { kind })];
		const pressed = () => press({ index, label: words });
		return [html`<button type="button" class=${kind} @click=${pressed}>${words}</button>`];
	};
	const shown = listOf(given).slice(0, MAX_ACTIONS).map(recordOf).flatMap(one);
	if (shown.length === 0) return nothing;
	return html`<div class="wm-actions wm-profile-actions" role="group" aria-label=${name}>${shown}</div>`;
}
