/** A diagram that a text of Mermaid describes. */
import type { WidgetRenderer } from "../../types/index.js";
import { element, textOf } from "../dom.js";
import { render } from "../lit.js";
import { heading } from "../parts.js";
import { useStyles } from "../styles.js";
import { taking } from "../taking.js";
import { onThemeChange } from "../theme.js";
import { html, type Loose, nothing, titleOf } from "../view.js";
import { library } from "./library.js";
import { plainSource } from "./normal.js";
import { type Picture, pictureOf } from "./picture.js";
import { saidOf } from "./problem.js";
import { looks } from "./styles.js";
import { namesIn, pointAt } from "./told.js";
import { say } from "../say.js";

const MAX_SOURCE = 50_000;

/** Draws a diagram; the library that reads and lays it out loads with the first one. */
const renderDiagram: WidgetRenderer = async (container, data) => {
	const draw = await library();
	useStyles(container, looks);
	const plane = element("div", { class: "wm-diagram" });
	// What a diagram says of its looks stays within it.
	const root = plane.attachShadow({ mode: "open" });
	let [given, turn]: [Loose, number] = [data, 0];
	/** What a linked widget has named last: another drawing shows it as well. */
	let names = namesIn(undefined);
	const frame = (problem: string, source: string, picture?: Picture) => {
		plane.hidden = !picture;
		const title = titleOf(given);
		const failed = html`<div class="wm-alert wm-alert-error" role="alert">${say("This diagram cannot be drawn.")} ${problem}</div>`;
		const text = html`<details class="wm-diagram-source"><summary>${say("Text")}</summary><pre>${source}</pre></details>`;
		const below = html`<div class="wm-diagram-bar">${text}${picture ? taking(title || "diagram", picture) : nothing}</div>`;
		render(html`${heading(title)}${problem ? failed : nothing}${plane}${below}`, container);
	};
	/** Of two drawings that overlap the later one counts. */
	const show = async () => {
		turn += 1;
		const own = turn;
		const source = plainSource(typeof given.source === "string" ? given.source : textOf(given.source));
		try {
			const picture = await pictureOf(await draw(checked(source), container), titleOf(given));
			if (own !== turn) return;
			root.adoptedStyleSheets = [picture.sheet];
			root.replaceChildren(picture.drawing);
			pointAt(picture.drawing, names);
			frame("", source, picture);
		} catch (error) {
			if (own === turn) frame(saidOf(error, source), source.slice(0, MAX_SOURCE));
		}
	};
	await show();
	const unfollow = onThemeChange(() => void show());
	return {
		update(next) {
			given = next;
			void show();
		},
		receive(_, payload) {
			const told = namesIn(payload);
			const { firstElementChild: drawing } = root;
			if (told.size === 0) return;
			names = told;
			if (drawing) pointAt(drawing, names);
		},
		dispose() {
			turn += 1;
			unfollow();
			render(nothing, container);
		},
	};
};

export default renderDiagram;

function checked(source: string): string {
	if (source.trim() === "") throw new Error("There is no text.");
	if (source.length <= MAX_SOURCE) return source;
	throw new Error(`The text has more than ${MAX_SOURCE.toLocaleString()} characters.`);
}
