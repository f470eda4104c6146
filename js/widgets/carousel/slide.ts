/** One slide. */
import { recordOf, textOf } from "../dom.js";
import { picture, pictureOf } from "../picture.js";
import { type Content, given, html, nothing } from "../view.js";
import { say } from "../say.js";

/** A slide's picture and words. All slides are drawn, so that none moves what is below; the others cannot be seen, heard or reached. */
export function slide(value: unknown, at: number, count: number, isShown: boolean): Content {
	const { src, title, subtitle, content } = typeof value === "string" ? { title: value } : recordOf(value);
	const name = textOf(title, 200);
	const line = (kind: string, text: string) => given(text, () => html`<div class=${kind}>${text}</div>`);
	const hasPicture = src !== undefined && src !== null && src !== "";
	return html`<div class=${isShown ? "wm-slide wm-slide-shown" : "wm-slide"} role="group" aria-roledescription="slide"
		aria-label=${say("{at} of {count}", { at: at + 1, count })} ?inert=${!isShown}>
		${hasPicture ? picture(pictureOf({ src, caption: name })) : nothing}
		${line("wm-slide-title", name)}${line("wm-slide-subtitle", textOf(subtitle, 200))}
		${line("wm-slide-content", textOf(content, 2000))}
	</div>`;
}
