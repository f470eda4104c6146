/** Colours that data names. */

const mixed = (one: string, other: string) =>
	`color-mix(in srgb, var(--color-${one}) 55%, var(--color-${other}))`;
/** The page's own, for what names none. */
const OWN = [
	...["accent", "teal", "amber", "accent2"].map((token) => `var(--color-${token})`),
	...[mixed("accent", "teal"), mixed("amber", "accent2"), mixed("teal", "amber"), mixed("accent", "accent2")],
];
/** A colour's name, its digits, or a function of numbers: `var()` and `url()` reach outside. */
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+a-z-]*\))$/i;
/** Words that are the colour of something else, or none. */
const NO_COLOR = /^(?:inherit|initial|unset|revert|transparent|currentcolor)$/i;

/** The colour that `value` is; that of the page at this place for anything else. */
export function colorOf(value: unknown, place: number): string {
	const text = typeof value === "string" ? value.trim() : "";
	const isColor = text.length <= 60 && COLOR.test(text) && !NO_COLOR.test(text);
	if (isColor && CSS.supports("color", text)) return text;
	return OWN[place % OWN.length] ?? "var(--color-accent)";
}
