/** What is said of a mark that is pointed at: words, never markup. */
import { element, recordOf, textOf } from "../dom.js";

/** Lines and letters of a tip; longer ones would cover the chart. */
const [MAX_LINES, MAX_WORDS] = [12, 120];
/** Pixels between the pointer and the tip. */
const GAP = 12;

/** A tip within `plane`, as the library's views call one; without a value it goes. */
export function tipOf(plane: HTMLElement) {
	const tip = element("dl", { class: "wm-vega-tip", hidden: "", "aria-hidden": "true" });
	plane.append(tip);
	return (_: unknown, event: MouseEvent | undefined, __: unknown, value: unknown) => {
		const lines = linesOf(value);
		// A chart that goes takes its tip back without an event.
		tip.hidden = lines.length === 0 || !event;
		if (tip.hidden || !event) return;
		tip.replaceChildren(
			...lines.flatMap(([name, words]) => [element("dt", {}, name), element("dd", {}, words)]),
		);
		const box = plane.getBoundingClientRect();
		const [x, y] = [event.clientX - box.left + plane.scrollLeft, event.clientY - box.top + plane.scrollTop];
		const isLeft = event.clientX - box.left + tip.offsetWidth + GAP > box.width;
		tip.style.left = `${Math.max(plane.scrollLeft, isLeft ? x - tip.offsetWidth - GAP : x + GAP)}px`;
		tip.style.top = `${Math.max(0, y - tip.offsetHeight - GAP)}px`;
	};
}

function linesOf(value: unknown): [string, string][] {
	if (value === undefined || value === null || value === "") return [];
	if (typeof value !== "object") return [["", textOf(value, MAX_WORDS)]];
	const lines = Object.entries(recordOf(value)).slice(0, MAX_LINES);
	return lines.map(([name, one]) => [textOf(name, MAX_WORDS), textOf(one, MAX_WORDS)]);
}
