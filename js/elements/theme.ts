/** Light, dark, or as the system says: on the page's root, remembered in this browser under the published key. */

const KEY = "webmcp-theme";

/** What can be chosen. */
export const THEMES = ["system", "light", "dark"] as const;

/** One of them. */
export type Theme = (typeof THEMES)[number];

/** What was chosen last; `system` where nothing was, or where the browser keeps nothing. */
export function themeNow(): Theme {
	try {
		return THEMES.find((name) => name === localStorage.getItem(KEY)) ?? "system";
	} catch {
		return "system";
	}
}

/** Shows the page so. */
export function applyTheme(theme: Theme = themeNow()): void {
	const { documentElement } = document;
	if (theme === "system") documentElement.removeAttribute("data-theme");
	else documentElement.dataset.theme = theme;
}

/** Shows the page so, and remembers it. */
export function setTheme(theme: Theme): void {
	try {
		localStorage.setItem(KEY, theme);
	} catch {
		// It holds until the page is left.
	}
	applyTheme(theme);
}
