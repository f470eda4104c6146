/** Lines that show along what a moving frame is aligned. */
import { element } from "../widgets/dom.js";
import type { Guide } from "./snap.js";

export interface Guides {
	show(guides: readonly Guide[]): void;
	end(): void;
}

export function guidesIn(container: HTMLElement): Guides {
	const lines: HTMLElement[] = [];
	const clear = () => {
		for (const line of lines.splice(0)) line.remove();
	};
	return {
		show(guides) {
			clear();
			for (const { axis, at, from, to } of guides) {
				const line = element("div", { class: "wm-guide", "aria-hidden": "true" });
				const [thick, long] = axis === "x" ? ["width", "height"] : ["height", "width"];
				line.style.setProperty(axis === "x" ? "left" : "top", `${at}px`);
				line.style.setProperty(axis === "x" ? "top" : "left", `${from}px`);
				line.style.setProperty(thick as string, "1px");
				line.style.setProperty(long as string, `${to - from}px`);
				container.append(line);
				lines.push(line);
			}
		},
		end: clear,
	};
}
