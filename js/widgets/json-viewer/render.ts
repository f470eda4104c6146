/** JSON as a tree. */
import { textOf } from "../dom.js";
import { numberOf } from "../amount.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, given, html, nothing, stateful } from "../view.js";
import { isWhole, leafOf, nameText, partsOf, sizeOf, sizeText } from "./part.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Levels that are open at first. */
const OPEN_DEPTH = 2;
const MAX_DEPTH = 20;
/** Parts of one value that are drawn at once, and come with each press for more. */
const AT_ONCE = 100;
/** Parts that are drawn unasked: what has many lists of lists would hold up the page. */
const UNASKED = 5000;

/** Draws each value as a line; what has parts is opened and closed. */
export default stateful(({ container, redraw }) => {
	useStyles(container, looks);
	/** What a person has opened or closed, and asked more of, by the way to it. */
	const opened = new Map<string, boolean>();
	const asked = new Map<string, number>();
	return (data) => {
		const maxDepth = Math.min(Math.max(Math.round(numberOf(data.maxDepth) ?? 5), 1), MAX_DEPTH);
		const openDepth = data.expanded === true ? maxDepth : OPEN_DEPTH;
		let left = UNASKED;

		const parts = (whole: object, path: string, around: readonly object[]): Content => {
			const size = sizeOf(whole);
			const shown = partsOf(whole, asked.get(path) ?? AT_ONCE);
			left -= shown.length;
			const inside = [...around, whole];
			const lines = shown.map(
				([name, part]) => html`<li>${line(part, name, `${path}/${JSON.stringify(name)}`, inside)}</li>`,
			);
			const rest = size - shown.length;
			const more = () => {
				asked.set(path, shown.length + AT_ONCE);
				redraw();
			};
			const label = say("Show {n} more of {all}", { n: Math.min(rest, AT_ONCE), all: size.toLocaleString() });
			const button = html`<button type="button" class="wm-json-more" @click=${more}>${label}</button>`;
			return html`<ul>${lines}</ul>${rest > 0 ? button : nothing}`;
		};

		const line = (
			value: unknown,
			name: string | undefined,
			path: string,
			around: readonly object[],
		): Content => {
			const label = name === undefined ? nothing : html`<bdi class="wm-json-name">${nameText(name)}</bdi>: `;
			if (!isWhole(value)) {
				const { text, kind, more } = leafOf(value);
				const cut = given(more, (words) => html` <span class="wm-json-size">${words}</span>`);
				return html`${label}<bdi class="wm-json-${kind}">${text}</bdi>${cut}`;
			}
			const size = (words: string) => html`${label}<span class="wm-json-size">${words}</span>`;
			if (around.includes(value)) return size("inside itself, as above");
			if (sizeOf(value) === 0) return size(sizeText(value));
			if (around.length >= maxDepth) return size(`${sizeText(value)}, ${say("too deep to show")}`);
			const isOpen = opened.get(path) ?? (around.length < openDepth && left > 0);
			// A part that is open from the start says so as well, as soon as it is drawn.
			const toggled = ({ currentTarget }: Event) => {
				const { open } = currentTarget as HTMLDetailsElement;
				if (open === isOpen) return;
				opened.set(path, open);
				redraw();
			};
			return html`<details ?open=${isOpen} @toggle=${toggled}>
				<summary>${size(sizeText(value))}</summary>${isOpen ? parts(value, path, around) : nothing}
			</details>`;
		};

		const title = textOf(data.title, 200);
		if (data.data === undefined) return html`${heading(title)}${note(say("There is no data to show."))}`;
		return html`${heading(title)}
			<div class="wm-json" dir="ltr" role="group" aria-label=${title || say("Data")}>${line(data.data, undefined, "", [])}</div>`;
	};
});
