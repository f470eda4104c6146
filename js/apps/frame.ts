/** What is put into the page for an app: a frame on the sandbox's origin, and the place where the host asks and says something. */
import type { Cleanup } from "../types/index.js";
import { keepFocus } from "./focus.js";
import { element } from "./question.js";
import { LOOKS } from "./styles.js";

/** What the sandbox page must have, and nothing that reaches out of it: no windows, dialogs, downloads, no way to move the page. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms";
const LEAST_HEIGHT = 32;

let sheet: CSSStyleSheet | undefined;

/** What a frame is made of. */
export interface FrameParts {
	readonly url: string;
	readonly title: string;
	/** What the browser lets it have, as `allow` says it. */
	readonly allow: string;
	readonly hasBorder: boolean;
	/** The app takes the focus again and again from what the person writes in. */
	grabbed(): void;
}

/** The DOM of one app. */
export class Frame {
	/** What stands in the page. */
	readonly element = document.createElement("div");
	/** Where questions are asked. */
	readonly questions = document.createElement("div");
	readonly #box = document.createElement("div");
	readonly #frame = document.createElement("iframe");
	readonly #ends: Cleanup[] = [];

	constructor(container: HTMLElement, { url, title, allow, hasBorder, grabbed }: FrameParts) {
		const frame = this.#frame;
		frame.setAttribute("sandbox", SANDBOX);
		// Without cookies, and allowed in pages that share memory; where a browser does not know it, nothing is lost.
		frame.setAttribute("credentialless", "");
		frame.title = title;
		frame.allow = allow;
		frame.referrerPolicy = "no-referrer";
		frame.src = url;
		this.#box.className = hasBorder ? "app bordered" : "app";
		this.#box.append(this.questions, frame);
		if (!sheet) {
			sheet = new CSSStyleSheet();
			sheet.replaceSync(LOOKS);
		}
		// In a shadow tree no other app finds it by `top.frames`.
		const root = this.element.attachShadow({ mode: "open" });
		root.adoptedStyleSheets = [sheet];
		root.append(this.#box);
		container.append(this.element);
		this.#ends.push(keepFocus(frame, this.#box, grabbed));
	}

	/** The frame's window; none once it is gone. */
	get window(): Window | null {
		return this.#frame.contentWindow;
	}

	/** How wide the app is, pixels; 0 where it is not seen. */
	get width(): number {
		return this.#frame.clientWidth;
	}

	/** Gives the app the focus. */
	focus(): void {
		this.#frame.focus();
	}

	/** How the frame is in the page's colours; else the browser puts white behind it. */
	dress(theme: "light" | "dark"): void {
		this.#frame.style.colorScheme = theme;
	}

	/** Sets its size, pixels; what is undefined stays. */
	resize(width: number | undefined, height: number | undefined): void {
		const { style } = this.#frame;
		if (width !== undefined) style.width = `${Math.max(width, LEAST_HEIGHT)}px`;
		if (height !== undefined) style.height = `${Math.max(height, LEAST_HEIGHT)}px`;
	}

	/** Calls when it may look otherwise, or has another width. */
	follow(changed: () => void): void {
		const looks = new MutationObserver(changed);
		looks.observe(document.documentElement, {
			attributes: true,
			attributeFilter: ["class", "data-theme", "style", "lang"],
		});
		const scheme = matchMedia("(prefers-color-scheme: dark)");
		scheme.addEventListener("change", changed);
		const size = new ResizeObserver(changed);
		size.observe(this.element);
		this.#ends.push(() => {
			looks.disconnect();
			size.disconnect();
			scheme.removeEventListener("change", changed);
		});
	}

	/** The app is not seen any more, but still there. */
	hide(): void {
		this.element.hidden = true;
	}

	/** The app is gone. @param said - Stands in its place; without it nothing stays. */
	end(said?: string): void {
		for (const end of this.#ends.splice(0)) end();
		this.#frame.remove();
		if (said === undefined) {
			this.element.remove();
			return;
		}
		const note = element("div", said);
		note.className = "note";
		note.setAttribute("role", "status");
		this.#box.replaceChildren(note);
	}
}
