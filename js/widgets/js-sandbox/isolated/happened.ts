/** What a person does in the frame, told to the code. */
import { EVENTS, type Happened } from "./messages.js";

/** Of those one is enough in so many milliseconds. */
const MOVES = new Set([
	"mousemove",
	"pointermove",
	"mouseover",
	"mouseout",
	"pointerover",
	"pointerout",
	"wheel",
]);
const MOVE_MS = 30;
/** Fields of events that code reads. */
const FIELDS =
	"key code repeat altKey ctrlKey metaKey shiftKey button buttons clientX clientY offsetX offsetY deltaX deltaY pointerId pointerType".split(
		" ",
	);
const MAX_CHARS = 20_000;

/**
 * Follows a frame's document. What would lead away from it is prevented: its forms and links.
 *
 * @param numberOf - The number under which code knows a node.
 * @returns Has one more type of events told.
 */
export function follow(
	document: Document,
	numberOf: (node: Node) => number | undefined,
	tell: (happened: Happened) => void,
): (type: string) => void {
	const known = new Set<string>();
	let moved = 0;
	const hear = (event: Event) => {
		const { type } = event;
		const target = nearest(event.target as Node | null, numberOf);
		if (!known.has(type) || target === undefined) return;
		if (MOVES.has(type)) {
			if (event.timeStamp - moved < MOVE_MS) return;
			moved = event.timeStamp;
		}
		const node = target.node as Element;
		const { left = 0, top = 0, width = 0, height = 0 } = node.getBoundingClientRect?.() ?? {};
		const all = event as unknown as { readonly [name: string]: unknown };
		const fields = FIELDS.map((name) => [name, all[name]]).filter(([, value]) =>
			["string", "number", "boolean"].includes(typeof value),
		);
		tell({
			type,
			target: target.number,
			fields: Object.fromEntries(fields),
			states: type === "input" || type === "change" ? statesOf(document, node, numberOf) : [],
			place: [left, top, width, height],
		});
	};
	for (const type of EVENTS) document.addEventListener(type, hear, { capture: true, passive: true });
	document.addEventListener("submit", (event) => event.preventDefault(), true);
	document.addEventListener("click", (event) => {
		const link = (event.target as Element).closest?.("a");
		if (!link) return;
		// One to a place in here would lead to the page itself, by whose address the frame's links go.
		event.preventDefault();
		const name = link.getAttribute("href")?.slice(1) ?? "";
		document.getElementById(name)?.scrollIntoView({ block: "nearest" });
	});
	return (type) => void known.add(type);
}

/** The node, or the nearest one above it, that code knows. */
function nearest(node: Node | null, numberOf: (node: Node) => number | undefined) {
	for (let at = node; at; at = at.parentNode) {
		const number = numberOf(at);
		if (number !== undefined) return { node: at, number };
	}
	return undefined;
}

/** What the field holds, and others of its group of which only one can be chosen. */
function statesOf(
	document: Document,
	node: Element,
	numberOf: (node: Node) => number | undefined,
): Happened["states"] {
	const field = node as HTMLInputElement;
	const isRadio = field.type === "radio" && field.name !== "";
	const all = isRadio ? [...document.getElementsByName(field.name)] : [field];
	return (all as HTMLInputElement[]).flatMap((one) => {
		const number = numberOf(one);
		if (number === undefined || !("value" in one)) return [];
		return [[number, String(one.value).slice(0, MAX_CHARS), one.checked === true] as const];
	});
}
