/** What all elements have in common: a shadow root, a workspace, a language, and drawing anew when something has changed. */
import { nextTask } from "../core/later.js";
import { report } from "../core/report.js";
import type { Cleanup } from "../types/index.js";
import { useStyles } from "../widgets/styles.js";
import { nothing, render } from "../widgets/lit.js";
import { type Say, speaker } from "../words/words.js";
import type { Observed } from "../workspace/observed.js";
import type { Workspace } from "../workspace/workspace.js";
import { keepingFocus } from "./focus.js";
import { followLanguage, hostOf, languageOf } from "./language.js";
import { LOOKS } from "./looks.js";
import { pageWorkspace } from "./page.js";

export { icon } from "../widgets/icons.js";
export { html, nothing, ref, repeat } from "../widgets/lit.js";

/** On a server there is none; the classes can be imported all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** An element of the interface. */
export abstract class AutoUiElement extends Base {
	/** Says phrases in the element's language, whichever it has by then. */
	protected readonly t: Say = (key, places) => this.#say(key, places);
	protected readonly shadow: ShadowRoot;
	readonly #ends: Cleanup[] = [];
	#say: Say = (key) => key;
	#language = "";
	#given: Workspace | undefined;
	#own: Workspace | undefined;
	#isOpen = false;
	#isDue = false;
	#openings = 0;

	constructor() {
		super();
		this.shadow = this.attachShadow({ mode: "open" });
	}

	/**
	 * What the element works on: the one that it was given, else that of the nearest `auto-ui-app` around it, else the page's own,
	 * which all elements of a page share that were given none.
	 */
	get workspace(): Workspace {
		this.#own ??= this.#given ?? appAround(this)?.workspace ?? pageWorkspace();
		return this.#own;
	}

	set workspace(workspace: Workspace) {
		if (this.#given === workspace) return;
		this.#given = workspace;
		this.#own = undefined;
		if (!this.isConnected) return;
		this.#close();
		this.#begin();
	}

	/** Resolves once the element has drawn itself for the first time since it was put into the page. */
	ready: Promise<void> = Promise.resolve();

	connectedCallback(): void {
		this.#takeEarly();
		this.#begin();
	}

	disconnectedCallback(): void {
		this.#close();
	}

	attributeChangedCallback(_name: string, _before: string | null, _now: string | null): void {
		this.update();
	}

	/** What it looks like. */
	protected looks(): string {
		return LOOKS;
	}

	/** Begins to follow what it shows. */
	protected opened(_workspace: Workspace): void {}

	/** What it shows. */
	protected abstract view(): unknown;

	/** Called when it speaks another language, before it is drawn anew. */
	protected spoken(): void {}

	/** Called after each drawing. */
	protected drawn(): void {}

	/** Where the focus goes when what had it is gone; without an answer to what is nearest. */
	protected refuge(): HTMLElement | null | undefined {
		return undefined;
	}

	/** Draws anew, once, before the browser paints. */
	update(): void {
		if (this.#isDue || !this.#isOpen) return;
		this.#isDue = true;
		queueMicrotask(() => {
			this.#isDue = false;
			if (this.#isOpen) this.#draw();
		});
	}

	/** Draws anew when this changes, as long as the element is in the page. */
	protected follow(observed: Observed): void {
		this.whileOpen(observed.subscribe(() => this.update()));
	}

	/** Called when the element leaves the page. */
	protected whileOpen(end: Cleanup): void {
		this.#ends.push(end);
	}

	/** Whether an attribute is there. */
	protected has(attribute: string): boolean {
		return this.hasAttribute(attribute);
	}

	/** Tells the page; what is told passes the borders of shadow trees. */
	protected emit(name: string, detail: unknown): void {
		this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
	}

	/** What a page has set before the tag was known hides the setter of that name. */
	#takeEarly(): void {
		for (const [name, value] of Object.entries(this)) {
			if (!(name in Object.getPrototypeOf(this))) continue;
			Reflect.deleteProperty(this, name);
			Reflect.set(this, name, value);
		}
	}

	async #open(): Promise<void> {
		this.#openings += 1;
		const opening = this.#openings;
		useStyles(this.shadow);
		useStyles(this.shadow, this.looks());
		const app = appAround(this);
		// Its code may come after that of what is in it.
		if (!this.#given && app && !app.workspace) await customElements.whenDefined(app.localName);
		await this.#speak(languageOf(this));
		// Meanwhile it may have left the page, or come anew.
		const isOver = () => opening !== this.#openings || !this.isConnected;
		if (isOver()) return;
		const { workspace } = this;
		// The page's loading ends with this task, and the browser lays out then what it holds already.
		if (document.readyState !== "complete") await nextTask();
		if (isOver()) return;
		this.#isOpen = true;
		this.whileOpen(followLanguage(this, (language) => void this.#speakAnew(language)));
		this.opened(workspace);
		this.#draw();
	}

	async #speak(language: string): Promise<void> {
		this.#language = language;
		const say = await speaker(language);
		// The later of two changes holds.
		if (this.#language === language) this.#say = say;
	}

	async #speakAnew(language: string): Promise<void> {
		if (language === this.#language) return;
		await this.#speak(language).catch(report);
		if (!this.#isOpen) return;
		this.spoken();
		this.update();
	}

	#begin(): void {
		this.ready = this.#open();
		this.ready.catch(report);
	}

	#draw(): void {
		const draw = () => {
			render(this.view(), this.shadow);
			this.drawn();
		};
		keepingFocus(this.shadow, draw, () => this.refuge());
	}

	#close(): void {
		this.#openings += 1;
		if (!this.#isOpen) return;
		this.#isOpen = false;
		this.#own = undefined;
		for (const end of this.#ends.splice(0)) end();
		render(nothing, this.shadow);
	}
}

/** Something around an element that has a workspace. */
interface Holder extends Element {
	readonly workspace?: Workspace;
}

/** The app that an element is in, also through shadow trees. */
function appAround(element: Element): Holder | undefined {
	for (let at = element.parentElement ?? hostOf(element); at; at = hostOf(at)) {
		const app = at.closest<Holder>("auto-ui-app");
		if (app) return app;
	}
	return undefined;
}

/** Makes a tag known, once; on a server, nothing. */
export function define(tag: string, element: CustomElementConstructor): void {
	if (!globalThis.customElements || customElements.get(tag)) return;
	customElements.define(tag, element);
}
