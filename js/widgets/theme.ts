/** The page's colours, for what is drawn and does not follow its style sheets by itself. */
import type { Cleanup } from "../types/index.js";

/** What a token is where the page has not set it. */
const FALLBACK = {
	accent: "#4f5bd5",
	accent2: "#db2777",
	amber: "#d97706",
	teal: "#0d9488",
	surface: "#ffffff",
	surface2: "#eef0f6",
	border: "#e2e5ee",
	border2: "#c9cedd",
	text2: "#6b7280",
};

/** The colours that `element` inherits, by token. */
export function colorsOf(element: HTMLElement): (token: keyof typeof FALLBACK) => string {
	const style = getComputedStyle(element);
	return (token) => style.getPropertyValue(`--color-${token}`).trim() || FALLBACK[token];
}

/** Calls back when the page or the system turns light or dark. */
export function onThemeChange(changed: () => void): Cleanup {
	const theme = new MutationObserver(changed);
	theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
	const scheme = matchMedia("(prefers-color-scheme: dark)");
	scheme.addEventListener("change", changed);
	return () => {
		theme.disconnect();
		scheme.removeEventListener("change", changed);
	};
}

/** The duration of an animation in milliseconds; none for who wants none. */
export function animated(milliseconds: number): number {
	return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds;
}
