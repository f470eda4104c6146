/** A canvas as one HTML file, which shows its widgets without network and can be opened again as a canvas. */
import { anElement } from "../widgets/dom.js";
import { textOf } from "./hyperskill.js";
import { snapshotOf } from "./snapshot.js";
import type { HyperSkill } from "./types.js";

/** Nothing of the file runs, loads, or leads out of it by itself. */
const POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; base-uri 'none'; form-action 'none'";
/** How the HyperSkill is found in the file. */
const DATA = '<script type="application/json" id="hyperskill">';

/**
 * A mounted canvas as it looks now as an HTML file: a picture of it in text, in which nothing runs. Charts become images; pictures of other
 * hosts become their words where the browser does not let them be read; of a long table what is drawn goes along, all of it is in the
 * HyperSkill.
 *
 * @param mounted - The element that the canvas is mounted in.
 * @param skill - What {@link readSkillFile} reads out of the file.
 * @throws {@link WebMcpError} `invalid_argument`
 */
export function toPage(mounted: HTMLElement, skill: HyperSkill): string {
	anElement("toPage: mounted", mounted);
	const text = textOf("toPage: skill", skill);
	const { root, css } = snapshotOf(mounted);
	const { width } = mounted.getBoundingClientRect();
	const page = document.documentElement;
	const attributes = ["lang", "dir", "class", "style", "data-theme"].flatMap((name) => {
		const value = page.getAttribute(name);
		return value ? [` ${name}="${escaped(value)}"`] : [];
	});
	return [
		`<!doctype html>\n<html${attributes.join("")}>\n<head>\n<meta charset="utf-8">`,
		`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
		'<meta name="viewport" content="width=device-width">',
		`<title>${escaped(skill.meta.title || "Shared canvas")}</title>`,
		`<style>\n${css.replaceAll("</", "<\\/")}\n</style>`,
		`<style>body > .wm-page { box-sizing: border-box; width: ${Math.ceil(width)}px; max-width: 100%; margin-inline: auto; }</style>`,
		`</head>\n<body${page.contains(document.body) ? classOf(document.body) : ""}>\n<div class="wm-page">${root.outerHTML}</div>`,
		`${DATA}${text.replaceAll("<", "\\u003c")}</script>\n</body>\n</html>\n`,
	].join("\n");
}

/** The HyperSkill's text in a file that {@link toPage} has made; `undefined` where it is none. */
export function textInPage(html: string): string | undefined {
	const from = html.lastIndexOf(DATA);
	const to = html.indexOf("</script>", from);
	return from < 0 || to < 0 ? undefined : html.slice(from + DATA.length, to);
}

function classOf(element: Element): string {
	return element.className === "" ? "" : ` class="${escaped(element.className)}"`;
}

function escaped(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
