/** Decides what of the HTML in a Markdown text the browser's parser gets to see: tags, without what could act. */

/**
 * A comment, a declaration, a tag, or a `<` that begins none of them. No part of it can contain another `<`, so that a text is
 * read in one go however many it has.
 */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>?|<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])([^<>]*)>|</gi;
const ATTRIBUTE = /\b([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=`]+))/gi;

/** The attributes that are read further on: of links, and of pictures, which become links. */
const KEPT: { readonly [tag: string]: readonly string[] } = { a: ["href", "title"], img: ["src", "alt"] };

/**
 * Leaves of raw HTML its tags alone. Event handlers, styles and whatever else an attribute can hold must not even be parsed:
 * Chromium 156 reports them as violations of the page's Content Security Policy in every document that the page can
 * make, also in one that can run nothing, and a host that collects such reports would take each hostile answer for an attack that
 * came through. A `style` element is reported alike, so it becomes a `template`, which is left out with all that it holds.
 *
 * @param html - As a Markdown parser hands it on: not trusted.
 * @returns HTML that is still to be sanitised, in which no tag has an attribute but the addresses and words of links and pictures.
 */
export const withoutAttributes = (html: string): string =>
	html.replace(MARKUP, (found, slash?: string, name?: string, attributes = "") => {
		if (name === undefined) return found === "<" ? "&lt;" : "";
		const tag = name.toLowerCase();
		if (tag === "style") return `<${slash}template>`;
		return `<${slash}${tag}${slash ? "" : kept(tag, attributes)}>`;
	});

function kept(tag: string, attributes: string): string {
	const names = KEPT[tag] ?? [];
	return [...attributes.matchAll(ATTRIBUTE)]
		.filter(([, name = ""]) => names.includes(name.toLowerCase()))
		.map(
			([, name, double, single, bare]) =>
				` ${name}="${(double ?? single ?? bare ?? "").replaceAll('"', "&quot;")}"`,
		)
		.join("");
}
