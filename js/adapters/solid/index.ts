/** `webmcp-auto-ui/solid`: a canvas in Solid, and components of Solid as widgets. */
import {
	type Accessor,
	batch,
	type Component,
	createComponent,
	createEffect,
	createSignal,
	getOwner,
	onCleanup,
	untrack,
} from "solid-js";
import { isServer, render } from "solid-js/web";
import { mountCanvas } from "../../canvas/mount.js";
import { createCanvasVanilla } from "../../server/create.js";
import type { CanvasSnapshot, CanvasVanilla, JsonObject, WidgetRenderer } from "../../types/index.js";
import {
	aCanvas,
	aComponent,
	FIELDS,
	type FollowedCanvas,
	hearing,
	type ShownCanvas,
	type WidgetProps,
	withFields,
} from "../shared.js";

export type { FollowedCanvas, ShownCanvas, WidgetProps } from "../shared.js";

/**
 * A canvas whose fields (`blocks`, `blockCount`, `layout`, `canUndo`, …) are followed as signals, each for itself, until the component
 * that made it goes. It is the canvas in all else: servers, `mountCanvas` and the toolbar take it.
 *
 * @param canvas - The one that it follows; a new one where it is left out.
 * @throws {@link WebMcpError} `not_initialised` before `init()`.
 */
export function createCanvas(canvas: CanvasVanilla = createCanvasVanilla()): FollowedCanvas {
	aCanvas("createCanvas: canvas", canvas);
	const first = canvas.getSnapshot();
	const signals = new Map(FIELDS.map((key) => [key, createSignal<CanvasSnapshot[typeof key]>(first[key])]));
	const follow = (snapshot: CanvasSnapshot) =>
		batch(() => {
			for (const [key, [, tell]] of signals) tell(() => snapshot[key]);
		});
	// On a server all is drawn once, and nothing would end it.
	const stop = isServer ? undefined : canvas.subscribe(follow);
	if (stop && getOwner()) onCleanup(stop);
	return withFields(canvas, (key) => {
		signals.get(key)?.[0]();
		return canvas.getSnapshot()[key];
	});
}

/**
 * Shows a canvas in an element: `<main ref={(main) => showCanvas(main, () => ({ canvas, servers: [autoui], bus, edit: true }))} />`, or as
 * a directive, `use:showCanvas={{ … }}`. It is mounted anew when a signal that `shown` reads changes, and taken down with
 * the element's owner. The element's `class` must not change, for Solid sets all of it; `classList` may.
 */
export function showCanvas(element: HTMLElement, shown: Accessor<ShownCanvas>): void {
	createEffect(() => {
		const { canvas, servers, ...options } = shown();
		// What is read while it is mounted is no reason to mount it anew.
		onCleanup(untrack(() => mountCanvas(element, canvas, servers, options)));
	});
}

/**
 * Lets a component draw widgets: `server.registerWidget(recipe, rendererOf(Price))`. Each widget is a root of its own, which the page's
 * contexts do not reach; a component that needs them brings its providers along.
 */
export function rendererOf<Data>(component: Component<WidgetProps<Data>>): WidgetRenderer {
	aComponent("rendererOf: component", component);
	return (container, first, { emit }) => {
		const { hear, receive } = hearing();
		const [data, show] = createSignal(first);
		const props = {
			get data() {
				return data() as Data;
			},
			emit,
			hear,
		};
		const dispose = render(() => createComponent(component, props), container);
		return { update: (next: JsonObject) => void show(() => next), receive, dispose };
	};
}
