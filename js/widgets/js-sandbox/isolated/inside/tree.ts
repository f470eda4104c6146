/** Nodes: a tree of which the page hears what hangs on the document. */
import { InsideEvent, Target } from "./events.js";
import { matching } from "./select.js";
import { numbered, tell, unnumbered } from "./telling.js";
import type { Elem } from "./element.js";

export { InsideEvent };

/** A node. */
export abstract class TreeNode extends Target {
	abstract readonly nodeType: number;
	abstract readonly nodeName: string;
	parentNode: Parent | null = null;
	/** Under which number the page knows it; 0 while it hangs on nothing. */
	number = 0;

	abstract get textContent(): string;
	abstract set textContent(text: unknown);
	abstract cloneNode(deep?: boolean): TreeNode;
	/** Tells the page that it is there. */
	abstract publish(parent: number, before: number): void;

	get parentElement(): Parent | null {
		return this.parentNode?.nodeType === 1 ? this.parentNode : null;
	}
	get isConnected(): boolean {
		return this.number > 0;
	}
	get nextSibling(): TreeNode | null {
		return this.#beside(1);
	}
	get previousSibling(): TreeNode | null {
		return this.#beside(-1);
	}
	#beside(by: number): TreeNode | null {
		const all = this.parentNode?.nodes ?? [];
		return all[all.indexOf(this) + by] ?? null;
	}

	override above(): Target | null {
		return this.parentNode;
	}
	remove(): void {
		this.parentNode?.removeChild(this);
	}
	before(...nodes: unknown[]): void {
		for (const node of nodes) this.parentNode?.insertBefore(asNode(node), this);
	}
	after(...nodes: unknown[]): void {
		const next = this.nextSibling;
		for (const node of nodes) this.parentNode?.insertBefore(asNode(node), next);
	}
	replaceWith(...nodes: unknown[]): void {
		this.before(...nodes);
		this.remove();
	}
	contains(other: TreeNode | null): boolean {
		for (let at = other; at; at = at.parentNode) if (at === this) return true;
		return false;
	}
	/** It is no longer seen, nor what is in it. */
	unpublish(): void {
		if (this.number > 3) unnumbered();
		this.number = 0;
	}
}

/** Words. */
export class Words extends TreeNode {
	readonly nodeType = 3;
	readonly nodeName = "#text";
	#data: string;

	constructor(data: unknown = "") {
		super();
		this.#data = String(data);
	}
	get data(): string {
		return this.#data;
	}
	set data(text: unknown) {
		this.#data = String(text);
		if (this.number > 0) tell(["text", this.number, this.#data]);
	}
	get nodeValue(): string {
		return this.#data;
	}
	set nodeValue(text: unknown) {
		this.data = text;
	}
	get textContent(): string {
		return this.#data;
	}
	set textContent(text: unknown) {
		this.data = text;
	}
	cloneNode(): Words {
		return new Words(this.#data);
	}
	publish(parent: number, before: number): void {
		this.number = numbered();
		tell(["words", this.number, parent, before, this.#data]);
	}
}

/** A node as it is, anything else as words. */
export function asNode(value: unknown): TreeNode {
	return value instanceof TreeNode ? value : new Words(value);
}

/** A node with others in it. */
export abstract class Parent extends TreeNode {
	/** What is in it; only this file changes the list. */
	readonly nodes: TreeNode[] = [];

	get childNodes(): TreeNode[] {
		return [...this.nodes];
	}
	get children(): Elem[] {
		return this.nodes.filter((node): node is Elem => node.nodeType === 1);
	}
	get childElementCount(): number {
		return this.children.length;
	}
	get firstChild(): TreeNode | null {
		return this.nodes[0] ?? null;
	}
	get lastChild(): TreeNode | null {
		return this.nodes.at(-1) ?? null;
	}
	get firstElementChild(): Elem | null {
		return this.children[0] ?? null;
	}
	get lastElementChild(): Elem | null {
		return this.children.at(-1) ?? null;
	}
	hasChildNodes(): boolean {
		return this.nodes.length > 0;
	}

	insertBefore<T extends TreeNode>(node: T, before: TreeNode | null = null): T {
		if (node.contains(this)) throw new TypeError("A node cannot be put into itself.");
		if (node instanceof Fragment) {
			for (const one of node.childNodes) this.insertBefore(one, before);
			return node;
		}
		if (node === (before as unknown)) return node;
		node.remove();
		const at = before ? this.nodes.indexOf(before) : this.nodes.length;
		if (at < 0) throw new TypeError("What it should stand before is not in here.");
		this.nodes.splice(at, 0, node);
		node.parentNode = this;
		if (this.number > 0) node.publish(this.number, before?.number ?? 0);
		return node;
	}
	appendChild<T extends TreeNode>(node: T): T {
		return this.insertBefore(node);
	}
	removeChild<T extends TreeNode>(node: T): T {
		const at = this.nodes.indexOf(node);
		if (at < 0) throw new TypeError("What should go is not in here.");
		this.nodes.splice(at, 1);
		node.parentNode = null;
		if (node.number > 0) {
			tell(["gone", node.number]);
			node.unpublish();
		}
		return node;
	}
	replaceChild<T extends TreeNode>(node: TreeNode, old: T): T {
		this.insertBefore(node, old);
		return this.removeChild(old);
	}
	append(...nodes: unknown[]): void {
		for (const node of nodes) this.insertBefore(asNode(node));
	}
	prepend(...nodes: unknown[]): void {
		const first = this.firstChild;
		for (const node of nodes) this.insertBefore(asNode(node), first);
	}
	replaceChildren(...nodes: unknown[]): void {
		for (const node of this.childNodes) this.removeChild(node);
		this.append(...nodes);
	}

	get textContent(): string {
		return this.nodes.map((node) => node.textContent).join("");
	}
	set textContent(text: unknown) {
		this.replaceChildren(...(text === null || text === undefined || text === "" ? [] : [String(text)]));
	}

	/** All elements in it, in the order of the document. */
	*elements(): Generator<Elem> {
		for (const child of this.children) {
			yield child;
			yield* child.elements();
		}
	}
	querySelectorAll(selector: string): Elem[] {
		const fits = matching(selector);
		return [...this.elements()].filter(fits);
	}
	querySelector(selector: string): Elem | null {
		const fits = matching(selector);
		for (const element of this.elements()) if (fits(element)) return element;
		return null;
	}
	getElementsByTagName(name: string): Elem[] {
		return this.querySelectorAll(name);
	}
	getElementsByClassName(names: string): Elem[] {
		const wanted = String(names).split(/\s+/).filter(Boolean);
		return [...this.elements()].filter(({ classList }) => wanted.every((name) => classList.contains(name)));
	}

	override unpublish(): void {
		super.unpublish();
		for (const node of this.nodes) node.unpublish();
	}
	/** Tells the page of all that is in it. */
	protected publishNodes(): void {
		for (const node of this.nodes) node.publish(this.number, 0);
	}
}

/** Nodes that go together; only what is in it goes anywhere. */
export class Fragment extends Parent {
	readonly nodeType = 11;
	readonly nodeName = "#document-fragment";
	cloneNode(deep = false): Fragment {
		const copy = new Fragment();
		if (deep) copy.append(...this.nodes.map((node) => node.cloneNode(true)));
		return copy;
	}
	publish(): void {
		// It hangs on nothing, ever.
	}
}
