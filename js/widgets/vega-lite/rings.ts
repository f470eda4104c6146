/** What is drawn around the marks that are pointed at, above a picture of whatever kind. */
import { element } from "../dom.js";

/** A part of the picture, in its pixels. */
export interface Box {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** So many are drawn at once. */
const MAX_RINGS = 200;

/** Draws rings in `plane` around parts of `picture`, in the place of those before; gives the first one. */
export function ringsIn(plane: HTMLElement, picture: HTMLElement): (boxes: readonly Box[]) => Element | null {
	const rings = element("div", { class: "wm-vega-rings", hidden: "", "aria-hidden": "true" });
	plane.append(rings);
	return (boxes) => {
		rings.hidden = boxes.length === 0;
		// What stands out of the picture would make it scroll.
		Object.assign(rings.style, inPixels({ width: picture.scrollWidth, height: picture.scrollHeight }));
		rings.replaceChildren(
			...boxes.slice(0, MAX_RINGS).map((box) => {
				const ring = element("div");
				Object.assign(ring.style, inPixels(box));
				return ring;
			}),
		);
		return rings.firstElementChild;
	};
}

const inPixels = (sizes: Partial<Box>) =>
	Object.fromEntries(Object.entries(sizes).map(([name, pixels]) => [name, `${pixels}px`]));
