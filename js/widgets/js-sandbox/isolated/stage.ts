/**
 * The frame that shows what code draws. No script runs in it, and it loads nothing: its policy comes before anything else, and the page draws
 * in it element by element, by rules; markup never gets here. (Sandboxed without `allow-scripts`, a browser shows no canvas, and WebKit
 * calls no listener, not even the page's. So the policy forbids scripts, the sandbox all else that a frame could do to a page.)
 */
import { colorsOf, onThemeChange } from "../../theme.js";
import type { Happened } from "./messages.js";
import { follow } from "./happened.js";
import { paint } from "./paint.js";
import { mayHave, SHEET, tagOf } from "./rules.js";

const POLICY = "default-src 'none'; img-src data:; form-action 'none'; base-uri 'none'";
/** What the frame holds at first; the policy comes before anything else. */
export const FRAME = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"></head><body></body></html>`;
/** The page reaches into it; forms tell that they are sent, and never are. */
export const SANDBOX = "allow-same-origin allow-scripts allow-forms";
const SVG = "http://www.w3.org/2000/svg";
/** More than the code may have at once: what it says of itself is not relied on. */
const MAX_NODES = 20_000;
const MAX_SHEET_CHARS = 100_000;

/** Somewhere that code is shown. */
export class Stage {
	readonly #frame: HTMLIFrameElement;
	readonly #document: Document;
	readonly #nodes = new Map<number, Node>();
	readonly #numbers = new WeakMap<Node, number>();
	readonly #sheets: { readonly looks: CSSStyleSheet; readonly given: CSSStyleSheet } | undefined;
	readonly #listen: (type: string) => void;
	readonly #unfollow: () => void;
	#css: string;

	/** @param frame - An empty one of {@link FRAME}, loaded. */
	constructor(frame: HTMLIFrameElement, css: string, tell: (happened: Happened) => void) {
		const { contentDocument, contentWindow } = frame;
		if (!contentDocument || !contentWindow) throw new Error("The frame has no document.");
		this.#frame = frame;
		this.#document = contentDocument;
		this.#css = css;
		const { body, documentElement, head } = contentDocument;
		for (const [at, node] of [body, documentElement, head].entries()) this.#known(at + 1, node);
		const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis;
		this.#sheets = { looks: new Sheet(), given: new Sheet() };
		contentDocument.adoptedStyleSheets = [this.#sheets.looks, this.#sheets.given];
		this.#listen = follow(contentDocument, (node) => this.#numbers.get(node), tell);
		this.#unfollow = onThemeChange(() => this.#dress());
		this.#dress();
		this.#style();
	}

	/** Draws changes. @throws what they are where they are none, or too many */
	apply(commands: string): void {
		const list: unknown = JSON.parse(commands);
		for (const command of Array.isArray(list) ? list : []) {
			if (Array.isArray(command)) this.#do(command as [unknown, ...unknown[]]);
		}
		if (this.#nodes.size > MAX_NODES) throw new RangeError("It shows more elements than the page takes.");
	}

	end(): void {
		this.#unfollow();
	}

	#do([what, ...values]: [unknown, ...unknown[]]): void {
		if (what === "listen") {
			this.#listen(String(values[0]));
			return;
		}
		const [number, second, third, fourth, isSvg, attributes] = values;
		if (what === "element" || what === "words") {
			const made =
				what === "words" ? this.#document.createTextNode(String(fourth)) : this.#made(fourth, isSvg === 1);
			if (!(what === "words")) {
				for (const one of Array.isArray(attributes) ? attributes : [])
					if (Array.isArray(one)) this.#attribute(made as Element, String(one[0]), String(one[1]));
			}
			const parent = this.#nodes.get(Number(second));
			if (!parent) return;
			const before = this.#nodes.get(Number(third));
			parent.insertBefore(made, before?.parentNode === parent ? before : null);
			this.#known(Number(number), made);
			if (inSheet(made)) this.#style();
			return;
		}
		const node = this.#nodes.get(Number(number));
		if (!node) return;
		if (what === "gone") this.#gone(node);
		else if (what === "text") {
			if (node.nodeType === 3) node.textContent = String(second);
			if (inSheet(node)) this.#style();
		} else if (isElement(node)) this.#change(what, node, second, third);
	}

	#change(what: unknown, node: Element, name: unknown, value: unknown): void {
		if (what === "attribute") this.#attribute(node, String(name), value === null ? null : String(value));
		else if (what === "paint") paint(node, name);
		else if (what === "state") {
			const field = node as HTMLInputElement;
			if (name === "value" && "value" in node && field.value !== value) field.value = String(value);
			if (name === "checked") field.checked = value === true;
			if (name === "scrollTop") node.scrollTop = Number(value);
		} else if (what === "do") this.#move(node as HTMLInputElement, name);
	}

	/** Moves the focus only where the person is in the frame already. */
	#move(node: HTMLInputElement, what: unknown): void {
		if (document.activeElement !== this.#frame) return;
		if (what === "focus") node.focus({ preventScroll: true });
		else if (what === "blur") node.blur();
		else if (what === "select") node.select?.();
	}

	#made(name: unknown, isSvg: boolean): Element {
		const tag = tagOf(String(name), isSvg);
		if (isSvg) return this.#document.createElementNS(SVG, tag);
		const made = this.#document.createElement(tag);
		// Nothing that a browser knows of the person gets in.
		if (tag === "form" || tag === "input" || tag === "textarea") made.setAttribute("autocomplete", "off");
		return made;
	}

	#attribute(node: Element, name: string, value: string | null): void {
		const isSvg = node.namespaceURI === SVG;
		// A style attribute as text would need an exception in the page's policy.
		if (name === "style") (node as HTMLElement).style.cssText = value ?? "";
		else if (value === null) node.removeAttribute(name);
		else if (mayHave(node.localName, isSvg, name, value)) node.setAttribute(name, value);
	}

	#known(number: number, node: Node): void {
		this.#nodes.set(number, node);
		this.#numbers.set(node, number);
	}

	#gone(node: Node): void {
		const isSheet = inSheet(node);
		const forget = (one: Node) => {
			const number = this.#numbers.get(one);
			if (number !== undefined && number > 3) this.#nodes.delete(number);
			one.childNodes.forEach(forget);
		};
		forget(node);
		if ((this.#numbers.get(node) ?? 0) > 3) node.parentNode?.removeChild(node);
		if (isSheet) this.#style();
	}

	/** The style sheets of the code, and the one that was given with it. */
	#style(): void {
		const own = [...this.#document.querySelectorAll(SHEET)].map(({ textContent }) => textContent ?? "");
		this.#sheets?.given.replaceSync([this.#css, ...own].join("\n").slice(0, MAX_SHEET_CHARS));
	}

	/** The page's colours and the way it is read in. */
	#dress(): void {
		const color = colorsOf(this.#frame);
		const { colorScheme, color: text, direction } = getComputedStyle(this.#frame);
		const root = this.#document.documentElement;
		root.dir = direction;
		root.lang = document.documentElement.lang;
		this.#sheets?.looks.replaceSync(`
			:root { color-scheme: ${colorScheme}; color: ${text}; accent-color: ${color("accent")}; font: 15px/1.5 system-ui, sans-serif; }
			body { margin: 0.75rem; overflow-wrap: anywhere; }
			a { color: ${color("accent")}; }
			${SHEET}, wm-nothing { display: none !important; }`);
	}
}

// What is of the frame's window is no instance of this one's classes.
const isElement = (node: Node): node is Element => node.nodeType === 1;
const inSheet = (node: Node) => (isElement(node) ? node : node.parentElement)?.closest(SHEET) != null;
