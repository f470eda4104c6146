/** Buttons for what a person does with a canvas. */
import { aFunction, anObject, objectOf, optional } from "../core/arguments.js";
import type { CanvasLayout, CanvasSnapshot, CanvasVanilla, Cleanup } from "../types/index.js";
import { anElement, element } from "../widgets/dom.js";
import { type IconName, iconElement } from "../widgets/icons.js";
import { useStyles } from "../widgets/styles.js";

const LOOKS = `
.wm-toolbar { display: flex; flex-wrap: wrap; gap: 0.25rem; align-items: center; }
.wm-toolbar :is(button, select) { width: auto; min-height: 2rem; padding: 0.2rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 8px; background: var(--color-surface);
	color: var(--color-text1); font: inherit; font-size: 0.85rem; cursor: pointer; }
.wm-toolbar button { display: grid; place-items: center; min-width: 2rem; padding: 0.2rem; }
.wm-toolbar [hidden] { display: none; }
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
	readonly icon: IconName;
	/** It is about what is selected, and not there while nothing is. */
	readonly isOfSelection: boolean;
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
	{
		name: "Undo",
		icon: "undo",
		isOfSelection: false,
		does: (canvas) => canvas.undo(),
		can: ({ canUndo }) => canUndo,
	},
	{
		name: "Redo",
		icon: "redo",
		isOfSelection: false,
		does: (canvas) => canvas.redo(),
		can: ({ canRedo }) => canRedo,
	},
	{ name: "Link", icon: "link", isOfSelection: true, does: (canvas, ids) => canvas.link(ids), can: some(2) },
	{
		name: "Unlink",
		icon: "unlink",
		isOfSelection: true,
		does: each((canvas, id) => canvas.unlink(id), "unlink"),
		can: (snapshot) => chosen(snapshot).some(({ links }) => links !== undefined),
	},
	{
		name: "Group",
		icon: "group",
		isOfSelection: true,
		does: (canvas, ids) => canvas.group(ids),
		can: some(2),
	},
	{
		name: "Ungroup",
		icon: "ungroup",
		isOfSelection: true,
		does: (canvas, ids) => canvas.ungroup(ids),
		can: (snapshot) => chosen(snapshot).some(({ group }) => group !== undefined),
	},
	{
		name: "To front",
		icon: "toFront",
		isOfSelection: true,
		does: each((canvas, id) => canvas.raise(id), "front"),
		can: free,
	},
	{
		name: "To back",
		icon: "toBack",
		isOfSelection: true,
		does: each((canvas, id) => canvas.lower(id), "back"),
		can: free,
	},
	{
		name: "Lock",
		icon: "lock",
		isOfSelection: true,
		does: each((canvas, id) => canvas.lock(id), "lock"),
		can: (snapshot) => chosen(snapshot).some(({ locked }) => !locked),
	},
	{
		name: "Unlock",
		icon: "unlock",
		isOfSelection: true,
		does: each((canvas, id) => canvas.unlock(id), "unlock"),
		can: (snapshot) => chosen(snapshot).some(({ locked }) => locked === true),
	},
	{
		name: "Remove",
		icon: "remove",
		isOfSelection: true,
		does: each((canvas, id) => canvas.removeWidget(id), "remove"),
		can: free,
	},
];

/** What the toolbar calls things, by their English names: `{Undo: "Annuler", Flow: "Flux", Canvas: "Canevas"}`. */
export type ToolbarNames = { readonly [name: string]: string };

/**
 * Puts a toolbar for a canvas into `container`: undo, redo, links, groups, order, locks, removal, and the layout. By keyboard it is one
 * stop; arrow keys go from button to button (ARIA Authoring Practices, Toolbar). What is about a selection is there while something is
 * selected, the layouts while there is a widget.
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
		const name = called(tool.name);
		const button = element("button", { type: "button", "aria-label": name, title: name });
		button.append(iconElement(tool.icon));
		button.addEventListener("click", () => {
			const snapshot = canvas.getSnapshot();
			if (tool.can(snapshot)) tool.does(canvas, snapshot.selected);
		});
		return button;
	});
	const layouts = element(
		"select",
		{ "aria-label": called("Layout"), title: called("Layout") },
		...Object.entries(LAYOUTS).map(([value, name]) => element("option", { value }, called(name))),
	);
	layouts.addEventListener("change", () => canvas.setLayout(layouts.value as CanvasLayout));
	const stops: readonly HTMLElement[] = [...buttons, layouts];
	let stop: HTMLElement | undefined;
	const stopAt = (at: HTMLElement | undefined) => {
		stop = at;
		for (const one of stops) one.tabIndex = one === at ? 0 : -1;
	};
	const shown = () => stops.filter(({ hidden }) => !hidden);
	bar.addEventListener("focusin", ({ target }) => stopAt(target as HTMLElement));
	bar.addEventListener("keydown", (event) => {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		const isLeftward = by !== undefined && getComputedStyle(bar).direction === "rtl";
		const there = shown();
		const at = stop ? there.indexOf(stop) : 0;
		const to =
			{ Home: 0, End: there.length - 1 }[event.key] ??
			(by === undefined ? undefined : at + (isLeftward ? -by : by));
		if (to === undefined) return;
		event.preventDefault();
		there[(to + there.length) % there.length]?.focus();
	});
	const follow = () => {
		const snapshot = canvas.getSnapshot();
		const focused = (bar.getRootNode() as Document | ShadowRoot).activeElement;
		const hasSelection = snapshot.selected.length > 0;
		TOOLS.forEach((tool, at) => {
			const button = buttons[at];
			if (!button) return;
			button.setAttribute("aria-disabled", String(!tool.can(snapshot)));
			button.hidden = tool.isOfSelection && !hasSelection;
		});
		layouts.hidden = snapshot.blocks.length === 0;
		layouts.value = snapshot.layout;
		const [first] = shown();
		// What was pressed may be gone with what it was about.
		if (stops.some((one) => one === focused && one.hidden)) first?.focus();
		if (!stop || stop.hidden) stopAt(first);
	};
	bar.append(...stops);
	container.append(bar);
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
