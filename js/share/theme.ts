/** Which colours of the page go along, and which of somebody else's it takes. */
import { aFunction, copied, objectOf } from "../core/arguments.js";
import { COLOR_TOKENS } from "../core/color-tokens.js";
import type { Cleanup } from "../types/index.js";

/** A colour as CSS writes it: it loads nothing and ends nothing. */
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|[a-z]{3,10}\([\w\s.,%/+-]{1,100}\))$/i;
const STYLE = objectOf({ getPropertyValue: aFunction, setProperty: aFunction });
const ELEMENT = objectOf({ style: STYLE }, "an element");

/**
 * The colour tokens that are set on an element itself, such as the page's root, by name: `{accent: "#06c"}`.
 *
 * @throws {@link WebMcpError} `invalid_argument`
 */
export function themeOf(element: HTMLElement): { [token: string]: string } {
	ELEMENT("themeOf: element", element);
	const set = COLOR_TOKENS.map((token) => [
		token,
		String(element.style.getPropertyValue(`--color-${token}`)).trim(),
	]);
	return Object.fromEntries(set.filter(([, colour]) => colour !== ""));
}

/**
 * Sets colour tokens on an element. Names may begin with `color-` or `--color-`; others, and what is no plain colour, are left out.
 *
 * @returns Sets what was there before.
 * @throws {@link WebMcpError} `invalid_argument`
 */
export function applyTheme(element: HTMLElement, theme: { readonly [token: string]: unknown }): Cleanup {
	ELEMENT("applyTheme: element", element);
	const given = copied("applyTheme: theme", theme);
	const before = themeOf(element);
	for (const [name, colour] of Object.entries(given)) {
		const token = name.replace(/^(?:--)?color-/, "");
		if (COLOR_TOKENS.includes(token) && typeof colour === "string" && COLOUR.test(colour.trim()))
			element.style.setProperty(`--color-${token}`, colour.trim());
	}
	return () => {
		for (const token of COLOR_TOKENS) element.style.setProperty(`--color-${token}`, before[token] ?? "");
	};
}
