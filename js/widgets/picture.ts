/** Pictures and recordings that data names: which addresses are loaded, and what stands where none can be. */
import { recordOf, textOf } from "./dom.js";
import { type Content, html, nothing } from "./view.js";
import { say } from "./say.js";

/** No longer than this; a picture can be within its address. */
const MAX_ADDRESS = 1_000_000;
const MAX_WORDS = 500;
/** No SVG: it can hold more than a picture. */
const WITHIN = /^image\/(?:png|jpeg|gif|webp|avif)[;,]/i;

/** A picture as data tells of it, checked. */
export interface Picture {
	/** Where it is; nothing where it may not be loaded. */
	readonly address: string | undefined;
	/** What it shows, for those who cannot see it. */
	readonly alt: string;
	readonly caption: string;
	/** What stands in its place where it does not load. */
	readonly words: string;
}

/** An address as a browser reads it; one that is relative to the page counts as https. */
function read(value: unknown): URL | undefined {
	if (typeof value !== "string" || value.trim() === "" || value.length > MAX_ADDRESS) return undefined;
	try {
		return new URL(value, "https://relative.invalid");
	} catch {
		return undefined;
	}
}

/** An address that may be loaded: http, https, or relative to the page. Anything else is none. */
export function mediaAddress(value: unknown): string | undefined {
	const protocol = read(value)?.protocol ?? "";
	return ["http:", "https:"].includes(protocol) ? String(value) : undefined;
}

/** An address of a picture: one that may be loaded, or the picture itself. */
export function pictureAddress(value: unknown): string | undefined {
	const address = read(value);
	const isWithin = address?.protocol === "data:" && WITHIN.test(address.pathname);
	return isWithin ? String(value) : mediaAddress(value);
}

/** A picture out of an object with `src`, `alt` and `caption`, or out of its address alone. */
export function pictureOf(value: unknown): Picture {
	const { src, alt, caption } = typeof value === "string" ? { src: value } : recordOf(value);
	const [seen, below] = [textOf(alt, MAX_WORDS), textOf(caption, MAX_WORDS)];
	const address = mediaAddress(src);
	return {
		address: pictureAddress(src),
		alt: seen || below || say("Picture"),
		caption: below,
		words: seen || textOf(address, MAX_WORDS) || say("No picture"),
	};
}

/** A picture without words in its place: `data-failed` says that it has not loaded. */
export function bare(address: string, alt: string, kind?: string): Content {
	const mark =
		(hasFailed: boolean) =>
		({ currentTarget }: Event) =>
			void (currentTarget as HTMLElement).toggleAttribute("data-failed", hasFailed);
	return html`<img class=${kind ?? nothing} src=${address} alt=${alt} loading="lazy" decoding="async"
		referrerpolicy="no-referrer" @load=${mark(false)} @error=${mark(true)} />`;
}

/** The picture, or its words where it may not be loaded or fails to. */
export function picture({ address, alt, words }: Picture): Content {
	// Who listens has heard the picture's own words already.
	const isHeard = address === undefined ? nothing : "true";
	return html`<span class="wm-picture">
		${address === undefined ? nothing : bare(address, alt)}<span aria-hidden=${isHeard}>${words}</span>
	</span>`;
}

/** How many pictures an arrow key goes on: 1, -1 or 0. */
export function stepOf({ key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent): number {
	if (altKey || ctrlKey || metaKey) return 0;
	const step = ["ArrowLeft", "", "ArrowRight"].indexOf(key) - 1;
	if (Math.abs(step) !== 1) return 0;
	return getComputedStyle(currentTarget as HTMLElement).direction === "rtl" ? -step : step;
}

/** The looks of pictures, for the widgets that have some. What has failed stays in its place, unseen: another address of it loads still. */
export const pictureLooks = `
.wm-picture { position: relative; display: grid; place-items: center; min-height: 4.5rem; overflow: hidden; border-radius: 8px; background: var(--color-surface2); }
.wm-picture img { display: block; max-width: 100%; }
.wm-picture > span { display: none; padding: 0.75rem; font-size: 0.8rem; line-height: 1.4; text-align: center; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-picture img[data-failed] { position: absolute; inset: 0; opacity: 0; }
.wm-picture img[data-failed] + span, .wm-picture > span:only-child { display: block; }
.wm-figure { margin: 0; min-width: 0; }
.wm-caption { margin-top: 0.4rem; font-size: 0.8rem; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-step { min-width: 2.25rem; min-height: 2.25rem; padding: 0 0.6rem; border: 1px solid var(--color-border2); border-radius: 8px;
	background: var(--color-surface); color: var(--color-text1); font: inherit; cursor: pointer; }
.wm-step:hover { border-color: var(--color-accent); color: var(--color-accent); }
@media (forced-colors: active) { .wm-picture { border: 1px solid CanvasText; } }
.wm-step:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;
