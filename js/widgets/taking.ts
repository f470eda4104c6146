/** How a picture that is drawn by code is taken along. */
import { save } from "./save.js";
import { type Content, html } from "./view.js";

/** A picture as the content of files. */
export interface Files {
	svg(): string | Promise<string>;
	png(): Promise<Blob>;
}

/** Buttons that save a picture under its title. */
export function taking(title: string, { svg, png }: Files): Content {
	const saveSvg = async () => save(`${title}.svg`, "image/svg+xml", await svg());
	const savePng = async () => save(`${title}.png`, "image/png", await png());
	return html`<div class="wm-taking">
		<button type="button" @click=${savePng}>PNG</button><button type="button" @click=${saveSvg}>SVG</button>
	</div>`;
}

/** A canvas as a file's content. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
	return new Promise((done, failed) => {
		canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture is too large."))));
	});
}

/** The looks of the buttons, for the widgets that have them. */
export const takingLooks = `
.wm-taking { display: flex; gap: 0.35rem; justify-content: flex-end; margin-top: 0.35rem; }
.wm-taking button { padding: 0.15rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 6px; background: transparent; color: var(--color-text2); font: inherit; font-size: 0.8rem; cursor: pointer; }
.wm-taking button:hover { border-color: var(--color-accent); color: var(--color-accent); }
.wm-taking button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;
