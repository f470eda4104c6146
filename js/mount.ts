/** Widgets in the page: one by itself, or all of a canvas. */
import { aFunction, aText, listOf, objectOf, optional } from "./arguments.js";
import { applyFrame } from "./frame.js";
import type { Bus, CanvasVanilla, Cleanup, JsonObject, Widget, WidgetRenderer } from "./types.js";
import { anElement, element } from "./widgets/dom.js";
import { begin } from "./widgets/drawing.js";
import { join } from "./widgets/joining.js";
import { useStyles } from "./widgets/styles.js";

/** Where renderers are looked up: a server of this package, or anything with `getWidget`. */
export interface RendererSource {
	readonly name: string;
	getWidget(name: string): { renderer: WidgetRenderer } | undefined;
}

/** What the first of them can draw is looked for in. */
export const SOURCES = listOf(objectOf({ getWidget: aFunction }, "a server"), "a list of servers");
const BUS = objectOf({ register: aFunction, broadcast: aFunction, getLinks: aFunction }, "a bus");
const OPTIONS = objectOf({ bus: optional(BUS) });
const CANVAS = objectOf({ subscribe: aFunction, getSnapshot: aFunction }, "a canvas");

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
			current.end();
			current = begin(container, type, next, renderer);
		},
		receive: (channel: string, payload: unknown) => current.receive(channel, payload),
		ready: current.ready,
	});
}

interface Frame {
	outer: HTMLElement;
	body: HTMLElement;
	type: string;
	serverName: string | undefined;
	data: JsonObject;
	mounted: MountedWidget;
	/** Leaves the bus. */
	leave: Cleanup;
}

/** Options of {@link mountCanvas}. */
export interface MountCanvasOptions {
	/**
	 * Each widget is a peer of this bus under its id: what a person does with it is broadcast (`rowclick`, …), and it hears what
	 * is sent to it and what widgets tell that it is linked with (`bus.link`). On `data-update` it shows the payload's fields.
	 */
	bus?: Bus;
}

/**
 * Shows a canvas and follows its changes.
 *
 * When a widget's data changes, its container gets a cancelable `widget:data-update` event whose `detail` is the
 * new data; who handles it calls `preventDefault()`. Otherwise the renderer's `update` is called, and where it has none the
 * widget is drawn anew.
 *
 * @returns Stops following and removes all widgets; calling it twice is harmless.
 */
export function mountCanvas(
	container: HTMLElement,
	canvas: CanvasVanilla,
	servers: readonly RendererSource[],
	options: MountCanvasOptions = {},
): Cleanup {
	anElement("mountCanvas: container", container);
	CANVAS("mountCanvas: canvas", canvas);
	SOURCES("mountCanvas: servers", servers);
	OPTIONS("mountCanvas: options", options);
	useStyles(container);
	const frames = new Map<string, Frame>();
	const follow = () => {
		const blocks = canvas.getSnapshot().blocks;
		const kept = new Set(blocks.map(({ id }) => id));
		for (const [id, frame] of frames) {
			if (!kept.has(id)) drop(frames, id, frame);
		}
		blocks.forEach((widget, i) => {
			const frame = frames.get(widget.id) ?? create(frames, widget, servers, options.bus ?? undefined);
			update(frame, widget, servers);
			// Moving a node restarts what plays in it, so only one that is out of place moves.
			if (container.children[i] !== frame.outer)
				container.insertBefore(frame.outer, container.children[i] ?? null);
		});
	};
	const unsubscribe = canvas.subscribe(follow);
	follow();
	return () => {
		unsubscribe();
		for (const [id, frame] of frames) drop(frames, id, frame);
	};
}

function drop(frames: Map<string, Frame>, id: string, frame: Frame): void {
	frames.delete(id);
	frame.leave();
	frame.mounted();
	frame.outer.remove();
}

function create(
	frames: Map<string, Frame>,
	widget: Widget,
	servers: readonly RendererSource[],
	bus: Bus | undefined,
): Frame {
	const body = element("div", { class: "wm-body" });
	const outer = element(
		"section",
		{ class: "wm-frame", "data-widget-id": widget.id, "aria-label": widget.type },
		body,
	);
	const { type, serverName, data } = widget;
	const mounted = render(body, widget, servers);
	const frame: Frame = { outer, body, type, serverName, data, mounted, leave: () => undefined };
	if (bus) frame.leave = join(bus, widget, frame);
	frames.set(widget.id, frame);
	return frame;
}

function update(frame: Frame, widget: Widget, servers: readonly RendererSource[]): void {
	applyFrame(frame.outer, widget);
	frame.outer.dataset.widgetType = widget.type;
	const redraw = frame.type !== widget.type || frame.serverName !== widget.serverName;
	if (!redraw && sameData(frame.data, widget.data)) return;
	const { type, serverName, data } = widget;
	Object.assign(frame, { type, serverName, data });
	const detail = structuredClone(data);
	const event = new CustomEvent("widget:data-update", { detail, cancelable: true });
	if (!redraw && !(frame.body.firstElementChild ?? frame.body).dispatchEvent(event)) return;
	if (!redraw) {
		frame.mounted.update(data);
		return;
	}
	frame.mounted();
	frame.mounted = render(frame.body, widget, servers);
}

/** The server that placed a widget draws it, also when another one has a widget of that name. */
function render(body: HTMLElement, widget: Widget, servers: readonly RendererSource[]): MountedWidget {
	const own = servers.filter(({ name }) => name === widget.serverName);
	return mountWidget(body, widget.type, widget.data, own.length > 0 ? own : servers);
}

/** Snapshots may hold new objects for equal data; those are no reason to draw again. */
function sameData(left: JsonObject, right: JsonObject): boolean {
	return left === right || JSON.stringify(left) === JSON.stringify(right);
}
