/** What a page that demands Trusted Types has to trust, so that the package works in it. */
import { WebMcpError } from "./errors.js";

/** As far as it is used here; the page's types do not know it. */
interface Factory {
	readonly defaultPolicy: object | null;
	createPolicy(name: string, rules: Rules): unknown;
}

interface Rules {
	createScriptURL(url: string): string;
	createHTML(html: string): string;
}

/** All that Leaflet, which draws the widget `map`, writes as markup: a probe, and the signs of its zoom buttons. */
const CONSTANTS: ReadonlySet<string> = new Set([
	"",
	"<svg/>",
	'<v:shape adj="1"/>',
	'<span aria-hidden="true">+</span>',
	'<span aria-hidden="true">&#x2212;</span>',
]);

/**
 * For pages with `require-trusted-types-for 'script'`: makes the page's default policy, which lets the Workers of the page's own origin
 * start and the markup constants of the map's library pass, and nothing else. The header names the policies that are made:
 * `trusted-types default lit-html dompurify`. To be called before anything else of the package; without Trusted Types it does nothing. The
 * widgets `diagram`, `js-sandbox` and `notebook` need markup of their own and do not work in such a page.
 *
 * @throws {@link WebMcpError} `conflict` where the page has a default policy of its own: that one has to let the same pass.
 */
export function trustOwnScripts(): void {
	const { trustedTypes } = globalThis as { trustedTypes?: Factory };
	if (!trustedTypes) return;
	if (trustedTypes.defaultPolicy) {
		throw new WebMcpError(
			"conflict",
			"This page has a default policy for Trusted Types already; let that one pass script addresses of the page's own origin.",
		);
	}
	const refuse = (what: string): never => {
		throw new TypeError(`This page trusts no such ${what}.`);
	};
	trustedTypes.createPolicy("default", {
		createScriptURL: (url) => {
			const { origin, protocol } = new URL(url, document.baseURI);
			// A blob of the page's has its origin too.
			return origin === location.origin && protocol !== "blob:" ? url : refuse("script");
		},
		createHTML: (html) => (CONSTANTS.has(html) ? html : refuse("markup")),
	});
}
