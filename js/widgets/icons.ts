/** Pictures for buttons, drawn here: no font has to have them. They are decoration, so what they mean is said in words beside them. */
import { html } from "./lit.js";

/** Lines on a square of 24 by 24, two thick. */
const LINES = {
	approved: "M5 12.5l4.5 4.5L19 7.5",
	attach: "M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6",
	call: "M7 5l11 7-11 7z",
	clear:
		"M4 20h16M6.5 16.5L4 14a1.5 1.5 0 0 1 0-2l8-8a1.5 1.5 0 0 1 2 0l5 5a1.5 1.5 0 0 1 0 2l-9 9M8.5 7.5l7 7",
	close: "M6 6l12 12M18 6L6 18",
	console: "M4 5h16v14H4zM8 9.5l2.5 2.5L8 14.5M13 15h3",
	duplicate: "M9 9h11v11H9zM5 15H4V4h11v1",
	edit: "M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3",
	error: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6",
	grip: "M9 5h.01M15 5h.01M9 12h.01M15 12h.01M9 19h.01M15 19h.01",
	group: "M3 7V3h4M17 3h4v4M21 17v4h-4M7 21H3v-4M7 7h6v6H7zM11 11h6v6h-6z",
	help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 17h.01",
	info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5h.01",
	link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17",
	lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
	microphone: "M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4M9 21h6",
	model: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
	moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z",
	more: "M5 12h.01M12 12h.01M19 12h.01",
	redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
	remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
	request: "M4 5h16v11H10l-5 4v-4H4z",
	servers: "M4 6c0-4 16-4 16 0s-16 4-16 0v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0",
	sessions: "M4 12a8 8 0 1 0 2.6-5.9M4 3.5V8h4.5M12 8v4l3 2",
	settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
	share: "M12 15V4M8 7.5L12 3.5l4 4M7 11H5v9h14v-9h-2",
	sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
	system: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8l6-2M12 13l8-2M12 18l6-3",
	toBack: "M12 4v10M8 11l4 4 4-4M4 20h16",
	toFront: "M12 20V10M8 13l4-4 4 4M4 4h16",
	undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
	ungroup: "M4 4h6v6H4zM14 14h6v6h-6zM14 7h6M7 14v6",
	unlink: "M17 15l2.5-3.5A4 4 0 0 0 13.3 5.8L12 7M7 9l-2.5 3.5a4 4 0 0 0 5.7 5.7L12 17M4 4l16 16",
	unlock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.7-1.4",
	warn: "M12 4L2.5 20h19zM12 10v5M12 17.5h.01",
} as const;

/** The name of a picture. */
export type IconName = keyof typeof LINES;

/** The size of a picture follows its font, its colour the text's. */
export const ICON_LOOKS = `.wm-icon { flex: none; width: 1.2em; height: 1.2em; vertical-align: -0.25em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }`;

/** A picture, for a template: widgets have {@link ICON_LOOKS}, and what else shows one needs them. */
export function icon(name: IconName): unknown {
	return html`<svg class="wm-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${LINES[name]}></path></svg>`;
}

/** The same as an element, for what is not drawn by a template. */
export function iconElement(name: IconName): SVGElement {
	const [picture, lines] = ["svg", "path"].map((tag) =>
		document.createElementNS("http://www.w3.org/2000/svg", tag),
	) as [SVGElement, SVGElement];
	picture.setAttribute("class", "wm-icon");
	picture.setAttribute("viewBox", "0 0 24 24");
	picture.setAttribute("aria-hidden", "true");
	lines.setAttribute("d", LINES[name]);
	picture.append(lines);
	return picture;
}
