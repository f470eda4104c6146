/** What our tools are called outside of this page. */

/** Hosts of MCP take no more, though the browser does. */
const MAX_CHARS = 64;
const HASH_CHARS = 8;

/** `prefix.name` in the characters that every door takes, at most 64; what is cut off is told apart by a hash. */
export function outerName(prefix: string, name: string): string {
	const whole = [prefix, name].filter((part) => part !== "").join(".");
	const clean = whole.replace(/[^\w.-]+/g, "_");
	if (clean === whole && clean.length <= MAX_CHARS) return clean;
	return `${clean.slice(0, MAX_CHARS - HASH_CHARS - 1)}_${hash(whole)}`;
}

/** FNV-1a of 32 bits: names are told apart by it, nothing is kept safe. */
function hash(text: string): string {
	let value = 0x811c9dc5;
	for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
	return (value >>> 0).toString(16).padStart(HASH_CHARS, "0");
}
