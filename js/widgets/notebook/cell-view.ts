/** One cell of a notebook. */
import { type Content, given, html, nothing } from "../view.js";
import { note } from "../parts.js";
import { type Cell, isVariable, MAX_CONTENT_CHARS } from "./cells.js";
import type { Result } from "./results.js";
import { resultView } from "./shown.js";
import { say } from "../say.js";

const KINDS = { md: () => say("Text"), sql: () => "SQL", js: () => "JavaScript" } as const;

/** How a cell stands. */
export interface Standing {
	readonly at: number;
	readonly count: number;
	readonly isEdited: boolean;
	readonly state: "" | "runs" | "waits" | "stale";
	readonly result: Result | undefined;
	/** Its Markdown, read. */
	readonly text: Content;
}

/** What a person can do with it. */
export interface Deeds {
	run(): void;
	stop(): void;
	remove(): void;
	move(by: -1 | 1): void;
	write(change: { content: string } | { varname: string }): void;
	written(): void;
}

const STATES = { "": "", runs: "runs", waits: "waits", stale: "out of date" } as const;

export function cellView(cell: Cell, standing: Standing, deeds: Deeds): Content {
	const { at, isEdited, state, result, text } = standing;
	const number = say("Cell {at}", { at: at + 1 });
	const press = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		deeds.written();
		deeds.run();
	};
	const isCode = cell.type !== "md";
	const isBusy = state === "runs" || state === "waits";
	const run = html`<button type="button" class=${isBusy ? "wm-run-quiet wm-run-stop" : "wm-run-quiet"} data-do="run"
		aria-label=${say(isBusy ? "Stop cell {at}" : "Run cell {at}", { at: at + 1 })} @click=${isBusy ? deeds.stop : deeds.run}>${isBusy ? say("Stop") : say("Run")}</button>`;
	const names = [number, KINDS[cell.type](), cell.name].filter(Boolean).join(", ");
	const variable =
		!isEdited && cell.varname !== "" ? html` <bdi class="wm-cell-variable">${cell.varname} =</bdi>` : nothing;
	const odd =
		cell.varname !== "" && !isVariable(cell.varname)
			? say("'{name}' is no name of a variable.", { name: cell.varname })
			: "";
	const shown =
		result && isCode && !cell.hideResult
			? resultView(result, say("Result of cell {at}", { at: at + 1 }))
			: nothing;
	return html`<section class="wm-cell wm-cell-${state || "calm"}" role="group" aria-label=${names} data-cell=${cell.key} @keydown=${press}>
		<div class="wm-run-bar">
			<span class="wm-cell-kind">${KINDS[cell.type]()}</span>${given(cell.name, (name) => html`<bdi>${name}</bdi>`)}${variable}
			<span class="wm-cell-state">${STATES[state]}</span><span class="wm-cell-ways">${isEdited ? ways(standing, deeds) : nothing}${isCode ? run : nothing}</span>
		</div>
		${isEdited ? fields(cell, number, deeds) : source(cell, number)}${isCode ? nothing : text}${note(odd)}${shown}
	</section>`;
}

function ways({ at, count }: Standing, { move, remove }: Deeds): Content {
	const way = (name: string, label: string, sign: string, isOff: boolean, work: () => void) =>
		html`<button type="button" class="wm-run-quiet" data-do=${name} aria-label=${label} ?disabled=${isOff} @click=${work}>${sign}</button>`;
	return [
		way("up", say("Move cell {at} up", { at: at + 1 }), "↑", at === 0, () => move(-1)),
		way("down", say("Move cell {at} down", { at: at + 1 }), "↓", at === count - 1, () => move(1)),
		way("delete", say("Delete cell {at}", { at: at + 1 }), say("Delete"), false, remove),
	];
}

function fields({ type, content, varname }: Cell, number: string, { write, written }: Deeds): Content {
	const typed = ({ currentTarget }: Event) =>
		write({ content: (currentTarget as HTMLTextAreaElement).value });
	const named = ({ currentTarget }: Event) =>
		write({ varname: (currentTarget as HTMLInputElement).value.trim() });
	const meant = (event: Event) => {
		// The page hears of it by the message alone: the field's own `change` would be one more.
		event.stopPropagation();
		written();
	};
	const rows = Math.min(Math.max(content.split("\n").length, 2), 20);
	const variable = html`<label class="wm-cell-name">${say("Variable")} <input type="text" maxlength="80" spellcheck="false" autocapitalize="off" dir="ltr"
		.value=${varname} @input=${named} @change=${meant} /></label>`;
	return html`<label><span class="wm-hidden">${number}, ${KINDS[type]()}</span><textarea rows=${rows} maxlength=${MAX_CONTENT_CHARS}
		spellcheck=${type === "md" ? "true" : "false"} dir=${type === "md" ? "auto" : "ltr"} .value=${content} @input=${typed} @change=${meant}></textarea></label>
		${type === "md" ? nothing : variable}`;
}

function source({ type, content, hideSource }: Cell, number: string): Content {
	if (type === "md" || hideSource) return nothing;
	return html`<pre class="wm-code" tabindex="0" role="region" aria-label=${`${number}: ${say("Code")}`} dir="ltr"><code>${content}</code></pre>`;
}
