/** What stands above a long log: which levels are shown, and a field that filters. */
import { filterField } from "../filter.js";
import { type Content, html } from "../view.js";
import type { Level, Wanted } from "./lines.js";
import { say } from "../say.js";

/** What a person does with the bar. */
interface Heard {
	toggled(level: Level): void;
	filtered(text: string): void;
}

/** The bar, with a button for each level. */
export function bar(levels: readonly Level[], { hidden, text }: Wanted, heard: Heard): Content {
	const button = (level: Level) =>
		html`<button type="button" aria-pressed=${hidden.has(level) ? "false" : "true"}
			@click=${() => heard.toggled(level)}>${level === "none" ? say("other") : level}</button>`;
	return html`<div class="wm-log-bar">
		<div class="wm-log-levels" role="group" aria-label=${say("Levels")}>${levels.map(button)}</div>
		${filterField(text, heard.filtered)}
	</div>`;
}
