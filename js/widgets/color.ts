/** Colours out of data. */

/** What a colour is written with: no `;` or `:` that would end it, and no `\` that would hide one. */
const WRITTEN = /^[#\w(),.%/+\s-]{1,60}$/;
/** What is only a colour once the page has been asked, and could be an address by then. */
const ASKED = /(?:var|env|attr|url|src|image|image-set|paint)\s*\(|--/i;

/** A colour as CSS writes it; anything else is none. */
export function colorOf(value: unknown): string | undefined {
	if (typeof value !== "string" || !WRITTEN.test(value) || ASKED.test(value)) return undefined;
	return CSS.supports("color", value) ? value : undefined;
}

/** A colour that is always the same for a name. */
export function colorByName(name: string): string {
	let hash = 2_166_136_261;
	for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
	// The lowest bits of names that differ in their end alone are alike.
	return `hsl(${(hash >>> 7) % 360} 65% 55%)`;
}
