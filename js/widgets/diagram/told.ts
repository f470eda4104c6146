/** How a diagram points at the node that a linked widget tells of. */
import { mentioned } from "../joining.js";
import { useStyles } from "../styles.js";

/** What is a node, in diagrams of each kind; a line may have a label as well. */
const NODES = ".node, .cluster, .timeline-node, .data-point, g.legend, g:has(> text.actor)";
const TOLD = "wm-diagram-told";
/** A longer text is no label. */
const MAX_LABEL = 500;

/** A node has whatever line its text gives it, which nothing outweighs: so the shadow of its shape is its outline. */
const looks = `
.${TOLD} { filter: ${["2px 0", "-2px 0", "0 2px", "0 -2px"].map((to) => `drop-shadow(${to} 0 var(--color-accent2))`).join(" ")}; }`;

/** What a linked widget names, as labels are compared. */
export function namesIn(payload: unknown): ReadonlySet<string> {
	const names = [...mentioned(payload)].filter(({ length }) => length <= MAX_LABEL).map(squeezed);
	return new Set(names.filter((name) => name !== ""));
}

/** Outlines the nodes of `drawing` whose label is among `names`, and no others. */
export function pointAt(drawing: Element, names: ReadonlySet<string>): void {
	useStyles(drawing, looks);
	for (const node of drawing.querySelectorAll(`.${TOLD}`)) node.classList.remove(TOLD);
	for (const label of drawing.querySelectorAll("text"))
		if (names.has(squeezed(label.textContent))) label.closest(NODES)?.classList.add(TOLD);
}

/** Where a label is broken into lines nothing stands between them. */
const squeezed = (text: string) => text.replace(/\s+/g, "");
