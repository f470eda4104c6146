/** A picture large, above everything else, and the way to the next one. */
import { icon } from "../icons.js";
import { type Picture, picture, stepOf } from "../picture.js";
import { type Content, given, html, nothing } from "../view.js";
import { say } from "../say.js";

/** Pictures and which of them is large; `show` is called with another one, or with nothing at the end. */
export interface Lightbox {
	readonly title: string;
	readonly pictures: readonly Picture[];
	readonly at: number | undefined;
	show(at: number | undefined): void;
}

/** A dialog that who draws it opens; Escape, its button and a press beside the picture close it. */
export function lightbox({ title, pictures, at, show }: Lightbox): Content {
	const count = pictures.length;
	const step = (by: number) => () => show(((at ?? 0) + by + count) % count);
	const close = ({ currentTarget }: Event) => (currentTarget as HTMLElement).closest("dialog")?.close();
	const pressed = (event: Event) => {
		if (event.target === event.currentTarget) close(event);
	};
	const keys = (event: KeyboardEvent) => {
		const by = stepOf(event);
		if (by === 0) return;
		event.preventDefault();
		step(by)();
	};
	const button = (label: string, sign: unknown, press: (event: Event) => void) =>
		html`<button type="button" class="wm-step" aria-label=${label} @click=${press}>${sign}</button>`;
	const content = (shown: Picture, place: number) => html`<div class="wm-lightbox-box">
		<figure class="wm-figure">
			${picture(shown)}
			<figcaption class="wm-lightbox-words" aria-live="polite">
				${given(shown.caption, (text) => html`<span>${text}</span>`)}<bdi class="wm-lightbox-place">${place + 1} of ${count}</bdi>
			</figcaption>
		</figure>
		<div class="wm-lightbox-bar">
			${count > 1 ? button(say("Previous picture"), "‹", step(-1)) : nothing}
			${count > 1 ? button(say("Next picture"), "›", step(1)) : nothing}
			${button(say("Close"), icon("close"), close)}
		</div>
	</div>`;
	const shown = at === undefined ? undefined : pictures[at];
	return html`<dialog class="wm-lightbox" aria-label=${title || say("Picture")}
		@close=${() => show(undefined)} @click=${pressed} @keydown=${keys}>
		${shown === undefined || at === undefined ? nothing : content(shown, at)}
	</dialog>`;
}
