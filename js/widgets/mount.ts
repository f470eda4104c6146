/** A widget in the page, by itself. */
import { aFunction, aText, listOf, objectOf } from "../core/arguments.js";
import type { JsonObject, WidgetRenderer } from "../types/index.js";
import { anElement, element } from "./dom.js";
import { begin } from "./drawing.js";
import { useStyles } from "./styles.js";

/** Where renderers are looked up: a server of this package, or anything with `getWidget`. */
export interface RendererSource {
	readonly name: string;
	getWidget(name: string): { renderer: WidgetRenderer } | undefined;
}

/** What the first of them can draw is looked for in. */
export const SOURCES = listOf(objectOf({ getWidget: aFunction }, "a server"), "a list of servers");

/** A widget that was mounted: called, it removes the widget; calling it twice is harmless. */
export interface MountedWidget {
	(): void;
	/** Shows other data, in place where the renderer can and else drawn anew. */
	update(data: JsonObject): void;
	/** Tells the widget what another one told, such as `rowclick`; nothing where it does not care. */
	receive(channel: string, payload: unknown): void;
	/** Resolves once the widget is drawn for the first time, or its failure is shown; its code may have to be loaded first. */
	readonly ready: Promise<void>;
}

/**
 * Draws one widget into `container`.
 *
 * A renderer that fails shows its message in the container and hurts nothing else; a type that no server draws
 * shows as `[type]`.
 *
 * @param container - An element that belongs to the widget; it is emptied first.
 * @param servers - The first one that can draw `type` does.
 */
export function mountWidget(
	container: HTMLElement,
	type: string,
	data: JsonObject,
	servers: readonly RendererSource[],
): MountedWidget {
	anElement("mountWidget: container", container);
	aText("mountWidget: type", type);
	SOURCES("mountWidget: servers", servers);
	useStyles(container);
	container.replaceChildren();
	const renderer = servers.map((server) => server.getWidget(type)?.renderer).find((found) => found);
	if (!renderer) {
		container.append(element("span", { class: "wm-unknown" }, `[${type}]`));
		const gone = () => container.replaceChildren();
		return Object.assign(gone, {
			update: () => undefined,
			receive: () => undefined,
			ready: Promise.resolve(),
		});
	}
	return draw(container, type, data, renderer);
}

function draw(
	container: HTMLElement,
	type: string,
	data: JsonObject,
	renderer: WidgetRenderer,
): MountedWidget {
	let current = begin(container, type, data, renderer);
	const mounted = () => current.end();
	return Object.assign(mounted, {
		update(next: JsonObject) {
			if (current.update(next)) return;
			const { waiting } = current;
			current.end();
			current = begin(container, type, next, renderer, waiting);
		},
		receive: (channel: string, payload: unknown) => current.receive(channel, payload),
		ready: current.ready,
	});
}
