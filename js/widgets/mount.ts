/** A widget in the page, by itself. */
import { aFunction, aText, listOf, objectOf } from "../core/arguments.js";
import type { Cleanup, JsonObject, WidgetRenderer } from "../types/index.js";
import { anElement, element } from "./dom.js";
import { begin } from "./drawing.js";
import { useStyles } from "./styles.js";

/** Where renderers are looked up: a server of this package, or anything with `getWidget`. */
export interface RendererSource {
	readonly name: string;
	getWidget(name: string): { renderer: WidgetRenderer } | undefined;
	/** Tells of widgets that come later; what is there for them is drawn then. */
	subscribe?(listener: () => void): Cleanup;
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
 * shows as `[type]` until one does.
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
	const renderer = rendererOf(type, servers);
	return renderer ? draw(container, type, data, renderer) : waiting(container, type, data, servers);
}

const rendererOf = (type: string, servers: readonly RendererSource[]): WidgetRenderer | undefined =>
	servers.map((server) => server.getWidget(type)?.renderer).find((found) => found);

/** The name in the place of the widget, until a server can draw that. */
function waiting(
	container: HTMLElement,
	type: string,
	data: JsonObject,
	servers: readonly RendererSource[],
): MountedWidget {
	container.append(element("span", { class: "wm-unknown" }, `[${type}]`));
	let latest = data;
	let shown: MountedWidget | undefined;
	const look = () => {
		const renderer = rendererOf(type, servers);
		if (!renderer) return;
		stop();
		container.replaceChildren();
		shown = draw(container, type, latest, renderer);
	};
	const ends = servers.map((server) => server.subscribe?.(look));
	const stop = () => {
		for (const end of ends.splice(0)) end?.();
	};
	const gone = () => {
		stop();
		if (shown) shown();
		else container.replaceChildren();
	};
	return Object.assign(gone, {
		update(next: JsonObject) {
			latest = next;
			shown?.update(next);
		},
		receive: (channel: string, payload: unknown) => shown?.receive(channel, payload),
		ready: Promise.resolve(),
	});
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
