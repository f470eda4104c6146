/** An element's `style`, `classList` and `dataset`: ways of writing its attributes. */
import type { Elem } from "./element.js";

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `color: red; margin: 0` by names. */
function declarations(text: string): Map<string, string> {
	const found = new Map<string, string>();
	// A semicolon may stand in brackets or quotes, as in an address.
	for (const part of text.match(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;])+/g) ?? []) {
		const colon = part.indexOf(":");
		if (colon > 0) found.set(part.slice(0, colon).trim(), part.slice(colon + 1).trim());
	}
	return found;
}

/** The declarations of an element, to be read and set by their names in either writing. */
export function styleOf(element: Elem): object {
	const read = () => declarations(element.getAttribute("style") ?? "");
	const write = (all: Map<string, string>) =>
		element.setAttribute("style", [...all].map(([name, value]) => `${name}: ${value}`).join("; "));
	const set = (name: string, value: unknown) => {
		const all = read();
		const text = value === null || value === undefined ? "" : String(value);
		if (text === "") all.delete(name);
		else all.set(name, text);
		write(all);
	};
	const methods: { readonly [name: string]: unknown } = {
		setProperty: (name: string, value: unknown, priority?: string) =>
			set(name, priority === "important" ? `${value} !important` : value),
		getPropertyValue: (name: string) => read().get(name) ?? "",
		removeProperty: (name: string) => set(name, ""),
	};
	return new Proxy(
		{},
		{
			get(_, name) {
				if (typeof name !== "string") return undefined;
				if (name === "cssText") return element.getAttribute("style") ?? "";
				return methods[name] ?? read().get(name.startsWith("--") ? name : dashed(name)) ?? "";
			},
			set(_, name, value) {
				if (name === "cssText") element.setAttribute("style", String(value));
				else if (typeof name === "string") set(name === "cssFloat" ? "float" : dashed(name), value);
				return true;
			},
		},
	);
}

/** The classes of an element. */
export class ClassList {
	readonly #element: Elem;
	constructor(element: Elem) {
		this.#element = element;
	}
	#names(): string[] {
		return (this.#element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
	}
	#write(names: Iterable<string>): void {
		this.#element.setAttribute("class", [...new Set(names)].join(" "));
	}
	get length(): number {
		return this.#names().length;
	}
	contains(name: string): boolean {
		return this.#names().includes(name);
	}
	add(...names: string[]): void {
		this.#write([...this.#names(), ...names]);
	}
	remove(...names: string[]): void {
		if (this.length > 0) this.#write(this.#names().filter((name) => !names.includes(name)));
	}
	toggle(name: string, force = !this.contains(name)): boolean {
		if (force) this.add(name);
		else this.remove(name);
		return force;
	}
	replace(old: string, name: string): boolean {
		if (!this.contains(old)) return false;
		this.#write(this.#names().map((one) => (one === old ? name : one)));
		return true;
	}
	forEach(work: (name: string) => void): void {
		this.#names().forEach(work);
	}
	[Symbol.iterator](): Iterator<string> {
		return this.#names()[Symbol.iterator]();
	}
	toString(): string {
		return this.#names().join(" ");
	}
}

/** The `data-` attributes of an element. */
export function datasetOf(element: Elem): { [name: string]: string | undefined } {
	const nameOf = (key: string) => `data-${dashed(key)}`;
	const keys = () =>
		element
			.getAttributeNames()
			.filter((name) => name.startsWith("data-"))
			.map((name) => name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()));
	return new Proxy(
		{},
		{
			get: (_, key) =>
				typeof key === "string" ? (element.getAttribute(nameOf(key)) ?? undefined) : undefined,
			set(_, key, value) {
				element.setAttribute(nameOf(String(key)), String(value));
				return true;
			},
			deleteProperty(_, key) {
				element.removeAttribute(nameOf(String(key)));
				return true;
			},
			has: (_, key) => element.hasAttribute(nameOf(String(key))),
			ownKeys: keys,
			getOwnPropertyDescriptor: (_, key) => ({
				value: element.getAttribute(nameOf(String(key))),
				enumerable: true,
				configurable: true,
			}),
		},
	);
}
