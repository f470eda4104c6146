/** The places of a map for the keyboard: a button for each in the table of its numbers, which shows where it is on the map. */
import { type Content, html, nothing } from "../view.js";

/** How a place in the list stands to the person. */
export interface Listed {
	readonly name: string;
	/** Whether a linked widget tells of it. */
	readonly isTold: boolean;
	/** Whether the tabulator leads to it; from there arrow keys lead to the others. */
	readonly isActive: boolean;
	press(): void;
	/** The focus has come, or gone. */
	focused(isHere: boolean): void;
}

export function listed({ name, isTold, isActive, press, focused }: Listed): Content {
	return html`<button type="button" tabindex=${isActive ? "0" : "-1"} aria-current=${isTold ? "true" : nothing}
		@click=${press} @focus=${() => focused(true)} @blur=${() => focused(false)} @keydown=${step}>${name}</button>`;
}

/** Leads to another place. */
function step(event: KeyboardEvent): void {
	if (event.altKey || event.ctrlKey || event.metaKey) return;
	const own = event.currentTarget as HTMLButtonElement;
	const all = [...(own.closest("table")?.querySelectorAll("button") ?? [])];
	const at = all.indexOf(own);
	const ways = new Map([
		["ArrowDown", at + 1],
		["ArrowUp", at - 1],
		["Home", 0],
		["End", all.length - 1],
	]);
	const next = all[ways.get(event.key) ?? -1];
	if (!next) return;
	event.preventDefault();
	next.focus();
}
