/** Elements of the document that code inside sees. */
import type { Command, Stroke } from "../messages.js";
import { Context, keep } from "./canvas.js";
import { InsideEvent, withHandlers } from "./events.js";
import { markupOf, parseInto } from "./parse.js";
import { matching } from "./select.js";
import { ClassList, datasetOf, styleOf } from "./style.js";
import { listenTo, numbered, tell } from "./telling.js";
import { asNode, Fragment, Parent, type TreeNode } from "./tree.js";

/** Attributes that are properties of the same name, or of another one. */
const TEXTS = new Map([
	...["title", "lang", "dir", "alt", "src", "href", "name", "type", "placeholder"].map(same),
	...["min", "max", "step", "label", "role", "pattern", "scope", "accept"].map(same),
	...([
		["className", "class"],
		["htmlFor", "for"],
		["ariaLabel", "aria-label"],
	] as const),
]);
const FLAGS = ["hidden", "disabled", "required", "multiple", "open", "selected"];
const NUMBERS = [
	"width",
	"height",
	"rows",
	"cols",
	"tabIndex",
	"maxLength",
	"colSpan",
	"rowSpan",
	"size",
	"start",
];

function same(name: string): readonly [string, string] {
	return [name, name];
}

/** An element. */
export class Elem extends Parent {
	readonly nodeType = 1;
	readonly localName: string;
	readonly isSvg: boolean;
	readonly classList = new ClassList(this);
	readonly #attributes = new Map<string, string>();
	/** What a field holds, once it differs from what its attribute says. */
	#value: string | undefined;
	#checked: boolean | undefined;
	#context: Context | undefined;
	#strokes: Stroke[] = [];
	/** Where it lay when the page last told of it: left, top, width, height. */
	place: readonly [number, number, number, number] = [0, 0, 0, 0];

	constructor(name: string, isSvg = false) {
		super();
		this.localName = name;
		this.isSvg = isSvg;
	}

	get nodeName(): string {
		return this.isSvg ? this.localName : this.localName.toUpperCase();
	}
	get tagName(): string {
		return this.nodeName;
	}
	get namespaceURI(): string {
		return this.isSvg ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
	}

	get id(): string {
		return this.getAttribute("id") ?? "";
	}
	set id(id: unknown) {
		this.setAttribute("id", id);
	}

	getAttribute(name: string): string | null {
		return this.#attributes.get(this.#nameOf(name)) ?? null;
	}
	hasAttribute(name: string): boolean {
		return this.#attributes.has(this.#nameOf(name));
	}
	getAttributeNames(): string[] {
		return [...this.#attributes.keys()];
	}
	setAttribute(name: string, value: unknown): void {
		const known = this.#nameOf(name);
		const text = String(value);
		if (this.#attributes.get(known) === text) return;
		this.#attributes.set(known, text);
		if (known.startsWith("on")) this.#inline(known.slice(2), text);
		else this.tell(["attribute", this.number, known, text]);
	}
	removeAttribute(name: string): void {
		const known = this.#nameOf(name);
		if (!this.#attributes.delete(known)) return;
		if (known.startsWith("on")) this.handle(known.slice(2), null);
		else this.tell(["attribute", this.number, known, null]);
	}
	toggleAttribute(name: string, force = !this.hasAttribute(name)): boolean {
		if (force) this.setAttribute(name, "");
		else this.removeAttribute(name);
		return force;
	}
	#nameOf(name: unknown): string {
		const text = String(name);
		return this.isSvg ? text : text.toLowerCase();
	}
	/** `onclick="…"` of a markup runs in here, where there is nothing but this document. */
	#inline(type: string, code: string): void {
		this.handle(type, new Function("event", code));
	}

	/** Tells the page a change of it, where the page knows it. */
	tell(command: Command): void {
		if (this.number > 0) tell(command);
	}

	publish(parent: number, before: number): void {
		this.number = numbered();
		const attributes = [...this.#attributes].filter(([name]) => !name.startsWith("on"));
		tell(["element", this.number, parent, before, this.localName, this.isSvg ? 1 : 0, attributes]);
		this.publishNodes();
		if (this.#value !== undefined) tell(["state", this.number, "value", this.#value]);
		if (this.#checked !== undefined) tell(["state", this.number, "checked", this.#checked]);
		if (this.#strokes.length > 0) tell(["paint", this.number, this.#strokes.splice(0)]);
	}

	get value(): string {
		if (this.#value !== undefined) return this.#value;
		if (this.localName === "textarea") return this.textContent;
		if (this.localName !== "select") return this.getAttribute("value") ?? (this.isBox ? "on" : "");
		const options = this.getElementsByTagName("option");
		const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
		return chosen ? (chosen.getAttribute("value") ?? chosen.textContent.trim()) : "";
	}
	set value(value: unknown) {
		this.#value = value === null || value === undefined ? "" : String(value);
		this.tell(["state", this.number, "value", this.#value]);
	}
	get isBox(): boolean {
		return this.localName === "input" && /^(?:checkbox|radio)$/i.test(this.getAttribute("type") ?? "");
	}
	get checked(): boolean {
		return this.#checked ?? this.hasAttribute("checked");
	}
	set checked(isChecked: unknown) {
		this.#checked = Boolean(isChecked);
		this.tell(["state", this.number, "checked", this.#checked]);
	}
	get valueAsNumber(): number {
		return this.value === "" ? Number.NaN : Number(this.value);
	}
	get selectedIndex(): number {
		const { value } = this;
		const options = this.getElementsByTagName("option");
		return options.findIndex(
			(option) => (option.getAttribute("value") ?? option.textContent.trim()) === value,
		);
	}
	set selectedIndex(at: number) {
		const option = this.getElementsByTagName("option")[at];
		this.value = option ? (option.getAttribute("value") ?? option.textContent.trim()) : "";
	}
	get options(): Elem[] {
		return this.getElementsByTagName("option");
	}
	/** What a person has changed; the page knows it already. */
	holds(value: string, isChecked: boolean): void {
		if (this.isBox) this.#checked = isChecked;
		else this.#value = value;
	}
	set scrollTop(top: number) {
		this.tell(["state", this.number, "scrollTop", Number(top) || 0]);
	}
	get scrollTop(): number {
		return 0;
	}
	/** As far as it scrolls: the page cuts it. */
	get scrollHeight(): number {
		return 1_000_000;
	}

	get style(): object {
		return styleOf(this);
	}
	set style(text: unknown) {
		this.setAttribute("style", text);
	}
	get dataset(): { [name: string]: string | undefined } {
		return datasetOf(this);
	}
	get innerText(): string {
		return this.textContent;
	}
	set innerText(text: unknown) {
		this.textContent = text;
	}
	get innerHTML(): string {
		return this.nodes.map(markupOf).join("");
	}
	set innerHTML(markup: unknown) {
		this.replaceChildren();
		parseInto(this, String(markup ?? ""), Elem);
	}
	get outerHTML(): string {
		return markupOf(this);
	}
	insertAdjacentHTML(where: string, markup: string): void {
		const made = new Fragment();
		parseInto(made, String(markup), Elem);
		this.insertAdjacentElement(where, made);
	}
	insertAdjacentElement(where: string, node: unknown): void {
		if (where === "beforebegin") this.before(node);
		else if (where === "afterbegin") this.prepend(node);
		else if (where === "beforeend") this.append(node);
		else this.after(node);
	}
	insertAdjacentText(where: string, text: unknown): void {
		this.insertAdjacentElement(where, asNode(String(text)));
	}

	matches(selector: string): boolean {
		return matching(selector)(this);
	}
	closest(selector: string): Elem | null {
		const fits = matching(selector);
		for (let at: Elem | null = this; at; at = at.parentElement as Elem | null) if (fits(at)) return at;
		return null;
	}
	get nextElementSibling(): Elem | null {
		const all = this.parentNode?.children ?? [];
		return all[all.indexOf(this) + 1] ?? null;
	}
	get previousElementSibling(): Elem | null {
		const all = this.parentNode?.children ?? [];
		return all[all.indexOf(this) - 1] ?? null;
	}

	click(): void {
		if (this.isBox && this.getAttribute("type") === "checkbox") this.checked = !this.checked;
		this.dispatchEvent(new InsideEvent("click", { bubbles: true }));
	}
	getBoundingClientRect(): object {
		const [left, top, width, height] = this.place;
		return { left, top, width, height, x: left, y: top, right: left + width, bottom: top + height };
	}
	get offsetWidth(): number {
		return this.place[2];
	}
	get offsetHeight(): number {
		return this.place[3];
	}

	getContext(kind: string): Context | null {
		if (this.localName !== "canvas" || kind !== "2d") return null;
		this.#context ??= new Context(this, (stroke) => {
			if (this.number > 0) tell(["paint", this.number, [stroke]]);
			else keep(this.#strokes, stroke);
		});
		return this.#context;
	}

	cloneNode(deep = false): Elem {
		const copy = new Elem(this.localName, this.isSvg);
		for (const [name, value] of this.#attributes) copy.setAttribute(name, value);
		if (deep) copy.append(...this.nodes.map((node: TreeNode) => node.cloneNode(true)));
		return copy;
	}
}

const property = (
	name: string,
	get: (element: Elem) => unknown,
	set: (element: Elem, value: unknown) => void,
) =>
	Object.defineProperty(Elem.prototype, name, {
		configurable: true,
		get(this: Elem) {
			return get(this);
		},
		set(this: Elem, value: unknown) {
			set(this, value);
		},
	});

for (const [name, attribute] of TEXTS) {
	property(
		name,
		(element) => element.getAttribute(attribute) ?? "",
		(element, value) => element.setAttribute(attribute, value),
	);
}
for (const name of FLAGS) {
	property(
		name,
		(element) => element.hasAttribute(name),
		(element, value) => element.toggleAttribute(name, Boolean(value)),
	);
}
for (const name of NUMBERS) {
	const usual = (element: Elem) => (element.localName !== "canvas" ? 0 : name === "width" ? 300 : 150);
	property(
		name,
		(element) => Number(element.getAttribute(name) ?? usual(element)),
		(element, value) => element.setAttribute(name, Math.trunc(Number(value)) || 0),
	);
}
for (const name of ["focus", "blur", "select", "scrollIntoView"] as const) {
	Object.defineProperty(Elem.prototype, name, {
		configurable: true,
		value(this: Elem) {
			this.tell(["do", this.number, name]);
		},
	});
}
withHandlers(Elem.prototype, (object) => object as Elem);

/** Has the page tell what people write and choose, whether code listens or not. */
export const followFields = () => ["input", "change"].forEach(listenTo);
