/** Parts that widgets have in common. */
import { type Content, given, html, nothing } from "./view.js";

/** A heading, or nothing where there is no title. */
export function heading(title: string): Content {
	return given(title, (text) => html`<h3 class="wm-title">${text}</h3>`);
}

/** A line below, which says what is not shown or why there is nothing. */
export function note(text: string): Content {
	return given(text, () => html`<p class="wm-note">${text}</p>`);
}

/** What is shown of items, or a line which says that there are none. */
export function some(items: readonly unknown[], shown: Content, none: string): Content {
	return items.length > 0 ? shown : note(none);
}

/** Words for those who listen alone. */
export function spoken(words: string): Content {
	return given(words, () => html`<span class="wm-hidden">${words}</span>`);
}

/** What an entry of a list is called, as a button; the entry around it hears the press, as it does one beside the words. */
export function entry(words: Content, isTold = false): Content {
	return html`<button type="button" class="wm-entry" aria-current=${isTold ? "true" : nothing}>${words}</button>`;
}

/** How a link stands where it is: of which class, and whether the tabulator leads to it. */
interface LinkState {
	readonly kind?: string;
	readonly isOnWay?: boolean;
}

/** A link to an address of `linkAddress`, in a window that learns nothing of this one. */
export function link(address: string, words: Content, state: LinkState = {}): Content {
	const { kind = "wm-link", isOnWay = true } = state;
	return html`<a class=${kind} href=${address} target="_blank" rel="noopener noreferrer"
		tabindex=${isOnWay ? nothing : "-1"}>${words}</a>`;
}

/** Whether a link was pressed: then what it stands in was not. */
export function isOnLink({ target }: Event): boolean {
	return target instanceof Element && target.closest("a") !== null;
}

/** Pills in a row. */
export function pills(texts: readonly string[]): Content {
	return texts.length === 0
		? nothing
		: html`<ul class="wm-tags">${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** Names with their values. */
export function pairs(entries: readonly (readonly [string, string])[]): Content {
	const line = ([name, value]: readonly [string, string]) =>
		html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
	return html`<dl class="wm-kv">${entries.map(line)}</dl>`;
}
