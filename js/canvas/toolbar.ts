/** Buttons for what a person does with a canvas. */
import { aFunction, anObject, objectOf, optional } from "../core/arguments.js";
import type { CanvasLayout, CanvasSnapshot, CanvasVanilla, Cleanup } from "../types/index.js";
import { anElement, element } from "../widgets/dom.js";
import { useStyles } from "../widgets/styles.js";

const LOOKS = `
.wm-toolbar { display: flex; flex-wrap: wrap; gap: 0.25rem; align-items: center; }
.wm-toolbar :is(button, select) { width: auto; min-height: 2rem; padding: 0.2rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 8px; background: var(--color-surface);
	color: var(--color-text1); font: inherit; font-size: 0.85rem; cursor: pointer; }
.wm-toolbar [aria-disabled="true"] { opacity: 0.45; cursor: default; }
.wm-toolbar :focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;

const CANVAS = objectOf({ subscribe: aFunction, getSnapshot: aFunction, act: aFunction }, "a canvas");

/** The layouts, as people call them. */
const LAYOUTS: { readonly [layout in CanvasLayout]: string } = {
	flow: "Flow",
	grid: "Grid",
	tiling: "Tiles",
	floating: "Free",
	stack: "Stack",
};

interface Tool {
	readonly name: string;
	readonly does: (canvas: CanvasVanilla, selected: readonly string[]) => unknown;
	readonly can: (snapshot: CanvasSnapshot) => boolean;
}

const some = (least: number) => (snapshot: CanvasSnapshot) => snapshot.selected.length >= least;
const each =
	(work: (canvas: CanvasVanilla, id: string) => unknown, label: string) =>
	(canvas: CanvasVanilla, ids: readonly string[]) =>
		canvas.transact(() => ids.forEach((id) => void work(canvas, id)), { label });
const free = (snapshot: CanvasSnapshot) =>
	snapshot.selected.length > 0 && chosen(snapshot).every(({ locked }) => !locked);

const TOOLS: readonly Tool[] = [
	{ name: "Undo", does: (canvas) => canvas.undo(), can: ({ canUndo }) => canUndo },
	{ name: "Redo", does: (canvas) => canvas.redo(), can: ({ canRedo }) => canRedo },
	{ name: "Link", does: (canvas, ids) => canvas.link(ids), can: some(2) },
	{
		name: "Unlink",
		does: each((canvas, id) => canvas.unlink(id), "unlink"),
		can: (snapshot) => chosen(snapshot).some(({ links }) => links !== undefined),
	},
	{ name: "Group", does: (canvas, ids) => canvas.group(ids), can: some(2) },
	{
		name: "Ungroup",
		does: (canvas, ids) => canvas.ungroup(ids),
		can: (snapshot) => chosen(snapshot).some(({ group }) => group !== undefined),
	},
	{ name: "To front", does: each((canvas, id) => canvas.raise(id), "front"), can: free },
	{ name: "To back", does: each((canvas, id) => canvas.lower(id), "back"), can: free },
	{
		name: "Lock",
		does: each((canvas, id) => canvas.lock(id), "lock"),
		can: (snapshot) => chosen(snapshot).some(({ locked }) => !locked),
	},
	{
		name: "Unlock",
		does: each((canvas, id) => canvas.unlock(id), "unlock"),
		can: (snapshot) => chosen(snapshot).some(({ locked }) => locked === true),
	},
	{ name: "Remove", does: each((canvas, id) => canvas.removeWidget(id), "remove"), can: free },
];

/** What the toolbar calls things, by their English names: `{Undo: "Annuler", Flow: "Flux", Canvas: "Canevas"}`. */
export type ToolbarNames = { readonly [name: string]: string };

/**
 * Puts a toolbar for a canvas into `container`: undo, redo, links, groups, order, locks, removal, and the layout. By keyboard it is one
 * stop; arrow keys go from button to button (ARIA Authoring Practices, Toolbar).
 *
 * @param names - In another language; what is left out is in English.
 * @returns Takes it away; calling it twice is harmless.
 */
export function mountToolbar(
	container: HTMLElement,
	canvas: CanvasVanilla,
	names: ToolbarNames = {},
): Cleanup {
	anElement("mountToolbar: container", container);
	CANVAS("mountToolbar: canvas", canvas);
	optional(anObject)("mountToolbar: names", names);
	const called = (name: string) => (Object.hasOwn(names ?? {}, name) ? String(names[name]) : name);
	useStyles(container);
	useStyles(container, LOOKS);
	const bar = element("div", { class: "wm-toolbar", role: "toolbar", "aria-label": called("Canvas") });
	const buttons = TOOLS.map((tool) => {
		const button = element("button", { type: "button" }, called(tool.name));
		button.addEventListener("click", () => {
			const snapshot = canvas.getSnapshot();
			if (tool.can(snapshot)) tool.does(canvas, snapshot.selected);
		});
		return button;
	});
	const layouts = element(
		"select",
		{ "aria-label": called("Layout") },
		...Object.entries(LAYOUTS).map(([value, name]) => element("option", { value }, called(name))),
	);
	layouts.addEventListener("change", () => canvas.setLayout(layouts.value as CanvasLayout));
	const stops: readonly HTMLElement[] = [...buttons, layouts];
	let stop = 0;
	const stopAt = (at: number) => {
		stop = at;
		stops.forEach((one, index) => {
			one.tabIndex = index === at ? 0 : -1;
		});
	};
	bar.addEventListener("focusin", ({ target }) => stopAt(Math.max(0, stops.indexOf(target as HTMLElement))));
	bar.addEventListener("keydown", (event) => {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		const isLeftward = by !== undefined && getComputedStyle(bar).direction === "rtl";
		const to =
			{ Home: 0, End: stops.length - 1 }[event.key] ??
			(by === undefined ? undefined : stop + (isLeftward ? -by : by));
		if (to === undefined) return;
		event.preventDefault();
		stops[(to + stops.length) % stops.length]?.focus();
	});
	const follow = () => {
		const snapshot = canvas.getSnapshot();
		TOOLS.forEach((tool, at) => {
			buttons[at]?.setAttribute("aria-disabled", String(!tool.can(snapshot)));
		});
		layouts.value = snapshot.layout;
	};
	bar.append(...stops);
	container.append(bar);
	stopAt(0);
	follow();
	const unsubscribe = canvas.subscribe(follow);
	return () => {
		unsubscribe();
		bar.remove();
	};
}

function chosen({ blocks, selected }: CanvasSnapshot) {
	const ids = new Set(selected);
	return blocks.filter(({ id }) => ids.has(id));
}
