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
	/** Offset in CSS pixels from the place the layout gives it. */
	x?: number;
	y?: number;
	/** Size in CSS pixels. */
	width?: number;
	height?: number;
	/** CSS properties set on the widget's frame. */
	style?: { [property: string]: string };
}

/**
 * What a canvas holds at one moment. A new object after each change, the same one between changes. It is frozen, as are its
 * blocks and the first level of their data; a block that did not change is the same object as before.
 */
export interface CanvasSnapshot {
	readonly blocks: readonly Widget[];
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
	clear(): void;
	clearBlocks(): void;
	setBlocks(blocks: { type: string; data?: JsonObject; id?: string; serverName?: string }[]): void;
	/** Calls `listener` after each change. Returns an idempotent unsubscribe. */
	subscribe(listener: (snapshot: CanvasSnapshot) => void): () => void;
	getSnapshot(): CanvasSnapshot;
}
