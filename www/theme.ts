/** Light, dark, or as the system says. */

const KEY = "webmcp-theme";
const ORDER = ["system", "light", "dark"] as const;
const LABELS = { system: "◐ System", light: "☀ Light", dark: "☾ Dark" } as const;

type Theme = (typeof ORDER)[number];

/** Applies the remembered theme and lets `button` change it. */
export function setUpTheme(button: HTMLElement): void {
	let theme: Theme = ORDER.find((name) => name === localStorage.getItem(KEY)) ?? "system";
	const apply = () => {
		if (theme === "system") document.documentElement.removeAttribute("data-theme");
		else document.documentElement.dataset.theme = theme;
		button.textContent = LABELS[theme];
		button.setAttribute("aria-label", `Theme: ${theme}. Press to change.`);
	};
	button.addEventListener("click", () => {
		theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
		localStorage.setItem(KEY, theme);
		apply();
	});
	apply();
}
