/** The canvas store. */
import type { JsonObject } from "./json.js";

/** A widget on the canvas. */
export interface Widget {
	/** `w_` and a unique suffix. */
	id: string;
	type: string;
	data: JsonObject;
	/** The server whose renderer draws it. */
	serverName?: string;
	/** Offset in CSS pixels from the place that the layout gives it; where they float, the place itself. */
	x?: number;
	y?: number;
	/** Size in CSS pixels. */
	width?: number;
	height?: number;
	/** Place and size in the other layouts. */
	frames?: { [layout in CanvasLayout]?: { x?: number; y?: number; width?: number; height?: number } };
	/** Of two that overlap the one with the higher number is above; 0 where it is left out. */
	z?: number;
	/** Nobody may move, resize, style or remove it. */
	locked?: boolean;
	/** Widgets of one group move together. */
	group?: string;
	/** The groups of the bus that it is in: widgets of one group hear each other. */
	links?: string[];
	/** CSS properties set on the widget's frame. */
	style?: { [property: string]: string };
}

/**
 * How widgets lie: one after another as text flows, in columns of one width, sharing the room, freely one above another, or
 * one below another. A canvas keeps their places and sizes for each.
 */
export type CanvasLayout = "flow" | "grid" | "tiling" | "floating" | "stack";

/**
 * Any action, in the words of the `canvas` tool: `{action: "move", id, x, y}`, `{action: "link", ids}`. What an action takes may
 * stand in `params` as well, as a model writes it.
 */
export interface CanvasAction {
	action: string;
	[argument: string]: unknown;
}

/** Something that was done on a canvas at once. */
export interface CanvasEntry {
	/** Counts up; what {@link CanvasVanilla.travel} takes. */
	readonly number: number;
	/** Who did it: `person`, `agent`, or whom the page named. */
	readonly actor: string;
	/** The action's name, or what the transaction is called. */
	readonly label: string;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/** What was done on a canvas. */
export interface CanvasHistory {
	/** What stands, the oldest first; at most 1,000 entries and about 32 MB of what they replaced. */
	readonly done: readonly CanvasEntry[];
	/** What was taken back and can be done again, the next first. */
	readonly undone: readonly CanvasEntry[];
}

/**
 * What a canvas holds at one moment. A new object after each change, the same one between changes. It is frozen, as are its
 * blocks and the first level of their data; a block that did not change is the same object as before.
 */
export interface CanvasSnapshot {
	readonly blocks: readonly Widget[];
	readonly layout: CanvasLayout;
	/** The ids of the selected widgets, in the order of their selection. */
	readonly selected: readonly string[];
	/** Whether there is something to take back, and to do again. */
	readonly canUndo: boolean;
	readonly canRedo: boolean;
}

/** The canvas store, free of any framework (spec "System Architecture", Dual-Store). */
export interface CanvasVanilla {
	readonly blocks: readonly Widget[];
	readonly blockCount: number;
	readonly isEmpty: boolean;
	/**
	 * Adds a widget at the end. Where the server `serverName` is attached to this canvas, its schema and media rule hold
	 * for every change of the widget's data, by whomever: what breaks them throws `invalid_argument`, with what was expected
	 * as `details`.
	 */
	addWidget(type: string, data?: JsonObject, options?: { serverName?: string }): Widget;
	addBlock(type: string, data?: JsonObject): Widget;
	/** Merges `patch` into the widget's data, one level deep. False when there is no such id. */
	updateWidget(id: string, patch: JsonObject): boolean;
	updateBlock(id: string, patch: JsonObject): boolean;
	moveWidget(id: string, x: number, y: number): boolean;
	resizeWidget(id: string, width: number, height: number): boolean;
	/**
	 * Merges CSS properties into the widget's style; an empty text takes one away. Properties that load something or take a
	 * frame out of its place throw `invalid_argument`; the error's `details` list those that are allowed.
	 */
	styleWidget(id: string, styles: { [property: string]: string }): boolean;
	removeWidget(id: string): boolean;
	removeBlock(id: string): boolean;
	/** Puts the first widget where the second one is. */
	moveBlock(fromId: string, toId: string): boolean;
	/** Takes all widgets away that are not locked. */
	clear(): void;
	clearBlocks(): void;
	/** Replaces all widgets. What a snapshot tells of a block is taken: place, size, style, links. */
	setBlocks(blocks: readonly (Partial<Omit<Widget, "type">> & { type: string })[]): void;
	/**
	 * Does any action of the `canvas` tool, for a toolbar of the page or in somebody's name. False where there is no such widget,
	 * or nothing to take back.
	 *
	 * @param actor - Who does it; `person` where it is left out. What `agent` undoes is its own, unless `all` is set.
	 * @throws {@link WebMcpError} `invalid_argument` for what the canvas does not do, with the reason.
	 */
	act(action: CanvasAction, actor?: string): boolean;
	/**
	 * Takes back the last thing done, or the last that `by` did: then what others have done since stays, and the canvas is as if
	 * the rest had been done alone. False where there is nothing.
	 */
	undo(who?: { by?: string }): boolean;
	/** Does again what was taken back last, of anybody or of `by`. False where there is nothing. */
	redo(who?: { by?: string }): boolean;
	/** What was done, by whom, and what can be done again. A new object each time. */
	readonly history: CanvasHistory;
	/** Takes back or does again until the canvas is as it was after the entry of that number; 0 is before all. */
	travel(to: number): boolean;
	/** Forgets what was done: nothing of it can be taken back any more, as where another board is shown in its place. */
	forgetHistory(): void;
	/**
	 * Makes all that `work` does one thing in the history; listeners are told once, after it. Where it throws, all of it is taken back.
	 *
	 * @throws What `work` throws; {@link WebMcpError} `invalid_argument` where it returns a promise.
	 */
	transact<T>(work: () => T, details?: { actor?: string; label?: string }): T;
	/** Selects these widgets and no others. That is no part of the history. */
	select(ids: readonly string[]): void;
	/** Puts a widget above all others. */
	raise(id: string): boolean;
	/** Puts a widget below all others. */
	lower(id: string): boolean;
	/** Lets nobody move, resize, style or remove it; `clear` leaves it. What it shows still changes. */
	lock(id: string): boolean;
	unlock(id: string): boolean;
	/** Widgets of a group move together. */
	group(ids: readonly string[]): boolean;
	ungroup(ids: readonly string[]): boolean;
	/** Lets widgets hear each other, where {@link mountCanvas} has a bus; `group` adds them to one that there is. */
	link(ids: readonly string[], group?: string): boolean;
	/** Takes a widget out of a group, or out of all. */
	unlink(id: string, group?: string): boolean;
	setLayout(layout: CanvasLayout): boolean;
	/** Calls `listener` after each change. Returns an idempotent unsubscribe. */
	subscribe(listener: (snapshot: CanvasSnapshot) => void): () => void;
	getSnapshot(): CanvasSnapshot;
}
