/** Colours: those that data names, and the page's own for what names none. */

/** What a colour is written with: no `;` or `:` that would end it, and no `\` that would hide one. */
const WRITTEN = /^[#\w(),.%/+\s-]{1,60}$/;
/** What is only a colour once the page has been asked, and could be an address by then. */
const ASKED = /(?:var|env|attr|url|src|image|image-set|paint)\s*\(|--/i;
/** Words that are the colour of something else, or none. */
const NO_COLOR = /^(?:inherit|initial|unset|revert|revert-layer|transparent|currentcolor)$/i;

const mixed = (one: string, other: string) =>
	`color-mix(in srgb, var(--color-${one}) 55%, var(--color-${other}))`;
const OWN = [
	...["accent", "teal", "amber", "accent2"].map((token) => `var(--color-${token})`),
	...[mixed("accent", "teal"), mixed("amber", "accent2"), mixed("teal", "amber"), mixed("accent", "accent2")],
];

/** A colour as CSS writes it; anything else is none. */
export function colorOf(value: unknown): string | undefined {
	const text = typeof value === "string" ? value.trim() : "";
	if (!WRITTEN.test(text) || ASKED.test(text) || NO_COLOR.test(text)) return undefined;
	// Data is also looked at where there is no page: which words are colours only a browser knows.
	return typeof CSS === "undefined" || CSS.supports("color", text) ? text : undefined;
}

/** One of the page's colours, another for each place. */
export function colorAt(place: number): string {
	return OWN[place % OWN.length] ?? "var(--color-accent)";
}

/** A colour that is always the same for a name. */
export function colorByName(name: string): string {
	let hash = 2_166_136_261;
	for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
	// The lowest bits of names that differ in their end alone are alike.
	return `hsl(${(hash >>> 7) % 360} 65% 55%)`;
}
