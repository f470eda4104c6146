/** Building and finding elements. */

/** The element with this id, which the page is known to hold. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (!found) throw new Error(`The page holds no element '${id}'.`);
	return found as T;
}

/** Properties of an element: attributes, and listeners by `on…`. */
export type Properties = { [name: string]: string | boolean | undefined | ((event: Event) => void) };

/** An element with properties and children; strings become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Properties = {},
	...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (typeof value === "function") made.addEventListener(name.slice(2), value);
		else if (value === true) made.setAttribute(name, "");
		else if (typeof value === "string") made.setAttribute(name, value);
	}
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** A labelled field. */
export function field(label: string, input: HTMLElement): HTMLLabelElement {
	return make("label", { class: "field" }, make("span", {}, label), input);
}

/** An error in words. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
