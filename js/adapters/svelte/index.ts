/** `webmcp-auto-ui/svelte`: a canvas in Svelte 5, and components of Svelte as widgets. */
import { type Component, mount, unmount, untrack } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import { must, optional } from "../../core/arguments.js";
import { type MountCanvasOptions, mountCanvas } from "../../canvas/mount.js";
import { createCanvasVanilla } from "../../server/create.js";
import type { RendererSource } from "../../widgets/mount.js";
import type { CanvasVanilla, Cleanup, JsonObject, WidgetRenderer } from "../../types/index.js";
import {
	aCanvas,
	aComponent,
	type FollowedCanvas,
	hearing,
	type WidgetProps,
	withFields,
} from "../shared.js";

export type { FollowedCanvas, WidgetProps } from "../shared.js";
export type { ModelOption } from "../../workspace/model-options.js";
export { LLMSelector, type LLMSelectorProps, ModelLoader, type ModelLoaderProps } from "./models.js";

const CONTEXT = optional(must("a Map", (value) => value instanceof Map));

/**
 * A canvas whose fields (`blocks`, `blockCount`, `layout`, `canUndo`, …) components and effects follow as they follow `$state`, each for
 * itself. It is the canvas in all else: servers, `mountCanvas` and the toolbar take it. It listens only while something is read.
 *
 * `$state` is made by Svelte's compiler, which does not see packages' plain modules; `createSubscriber` does the same without it.
 *
 * @param canvas - The one that it follows; a new one where it is left out.
 * @throws {@link WebMcpError} `not_initialised` before `init()`.
 */
export function createCanvas(canvas: CanvasVanilla = createCanvasVanilla()): FollowedCanvas {
	aCanvas("createCanvas: canvas", canvas);
	const followers: { [key: string]: () => void } = {};
	return withFields(canvas, (key) => {
		followers[key] ??= createSubscriber((update) => {
			let last = canvas.getSnapshot()[key];
			return canvas.subscribe((snapshot) => {
				if (snapshot[key] === last) return;
				last = snapshot[key];
				update();
			});
		});
		followers[key]();
		return canvas.getSnapshot()[key];
	});
}

/**
 * An attachment that shows a canvas: `<main {@attach showCanvas(canvas, [autoui], { bus, edit: true })}></main>`. It is mounted anew when
 * what is passed changes, and taken down with the element. The element's `class` must not change, for Svelte sets all of it;
 * `class:name={…}` may.
 */
export function showCanvas(
	canvas: CanvasVanilla,
	servers: readonly RendererSource[],
	options: MountCanvasOptions = {},
): (element: HTMLElement) => Cleanup {
	// What is read while it is mounted is no reason to mount it anew.
	return (element) => untrack(() => mountCanvas(element, canvas, servers, options));
}

/**
 * Lets a component draw widgets: `server.registerWidget(recipe, rendererOf(Price))`.
 *
 * @param context - What `getContext` finds in it: a widget is mounted by itself, outside the page's components.
 */
export function rendererOf<Data>(
	component: Component<WidgetProps<Data>>,
	context?: Map<unknown, unknown>,
): WidgetRenderer {
	aComponent("rendererOf: component", component);
	CONTEXT("rendererOf: context", context);
	return (target, first, { emit }) => {
		const { hear, receive } = hearing();
		let data = first;
		let changed: () => void = () => undefined;
		const follow = createSubscriber((update) => {
			changed = update;
		});
		const props = {
			get data() {
				follow();
				return data as Data;
			},
			emit,
			hear,
		};
		const drawn = untrack(() => mount(component, { target, props, context }));
		return {
			update: (next: JsonObject) => {
				data = next;
				changed();
			},
			receive,
			dispose: () => void unmount(drawn),
		};
	};
}
