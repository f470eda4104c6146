/** What the adapters of all frameworks have in common: what they take, and how a framework's widget is told things. */
import { FIELDS, type FollowedCanvas } from "../canvas/followed.js";
import type { MountCanvasOptions } from "../canvas/mount.js";
import { type Check, must } from "../core/arguments.js";
import type { RendererSource } from "../widgets/mount.js";
import { guarded } from "../core/report.js";
import type { CanvasSnapshot, CanvasVanilla, Cleanup, JsonObject, WidgetContext } from "../types/index.js";

export { aCanvas, FIELDS, type FollowedCanvas } from "../canvas/followed.js";

/** A component; some frameworks have objects for them. */
export const aComponent: Check = must(
	"a component",
	(value) =>
		typeof value === "function" || (typeof value === "object" && value !== null && !Array.isArray(value)),
);

/** What a component gets that draws a widget. `Data` is what the widget's schema says. */
export interface WidgetProps<Data = JsonObject> {
	/** What it shows; other data is a new object. */
	readonly data: Data;
	/** Tells what the person did, such as `rowclick`: see {@link WidgetContext}. */
	readonly emit: WidgetContext["emit"];
	/** Calls back with what linked widgets tell. Returns an idempotent unsubscribe. */
	readonly hear: (listener: (channel: string, payload: unknown) => void) => Cleanup;
}

/** What is shown, by whom, and how. */
export interface ShownCanvas extends MountCanvasOptions {
	canvas: CanvasVanilla;
	/** The first one that can draw a widget does. */
	servers: readonly RendererSource[];
}

/** What a widget is told, and who hears it. */
export function hearing() {
	const listeners = new Set<(channel: string, payload: unknown) => void>();
	const hear: WidgetProps["hear"] = (listener) => {
		const own: typeof listener = (channel, payload) => listener(channel, payload);
		listeners.add(own);
		return () => void listeners.delete(own);
	};
	const receive = (channel: string, payload: unknown) => {
		for (const listener of [...listeners]) guarded(() => listener(channel, payload));
	};
	return { hear, receive };
}

/** Whether two lists hold the same, though pages write lists anew whenever they draw. */
export function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
	return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** The names in a `class`. */
export const namesIn = (classes = "") => classes.split(/\s+/).filter((name) => name !== "");

/**
 * The canvas itself, but its fields are read by `followed`, which a framework notices: all that takes a canvas takes it. `getSnapshot`
 * stays as it is, for what subscribes by itself.
 */
export function withFields(
	canvas: CanvasVanilla,
	followed: <K extends keyof CanvasSnapshot>(key: K) => CanvasSnapshot[K],
): FollowedCanvas {
	const getters: { [name: string]: () => unknown } = {
		...Object.fromEntries(FIELDS.map((key) => [key, () => followed(key)])),
		blockCount: () => followed("blocks").length,
		isEmpty: () => followed("blocks").length === 0,
		history: () => {
			FIELDS.forEach(followed);
			return canvas.history;
		},
	};
	const fields = Object.entries(getters).map(([name, get]) => [name, { get, enumerable: true }]);
	return Object.create(canvas, Object.fromEntries(fields));
}
