/** A field that leaves of what is shown that which has a text. */
import { type Content, html } from "./view.js";
import { say } from "./say.js";

/** The field; `filtered` hears each letter. */
export function filterField(text: string, filtered: (text: string) => void): Content {
	const typed = ({ currentTarget }: Event) => filtered((currentTarget as HTMLInputElement).value);
	return html`<input class="wm-filter" type="search" placeholder=${say("Filter")} aria-label=${say("Filter")} .value=${text} @input=${typed} />`;
}

/** Its looks, for the widgets that have one. */
export const filterLooks = `
.wm-filter { flex: 1; min-width: 0; box-sizing: border-box; padding: 0.35rem 0.6rem; font: inherit; font-size: 0.85rem; color: var(--color-text1);
	background: var(--color-bg); border: 1px solid var(--color-border); border-radius: 8px; }
.wm-filter:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;
