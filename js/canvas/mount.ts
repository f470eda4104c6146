/** All widgets of a canvas in the page, following its changes. */
import { aFlag, aFunction, objectOf, optional } from "../core/arguments.js";
import { type RendererSource, SOURCES } from "../widgets/mount.js";
import { nextTask } from "../core/later.js";
import { drawnBy } from "../core/judging.js";
import { report } from "../core/report.js";
import type { Bus, CanvasSnapshot, CanvasVanilla, Cleanup } from "../types/index.js";
import { anElement } from "../widgets/dom.js";
import { speak } from "../widgets/say.js";
import { useStyles } from "../widgets/styles.js";
import { boxesOf, isPlaced, ranks, useLayouts } from "./arranged.js";
import { type Around, type Frame, frameOf } from "./frames.js";
import { type Query, querying } from "./querying.js";
import { followOwnData, takeIn } from "./told-data.js";

const BUS = objectOf({
	register: aFunction,
	subscribe: aFunction,
	broadcast: aFunction,
	getLinks: aFunction,
});
const OPTIONS = objectOf({
	bus: optional(BUS),
	edit: optional(aFlag),
	menu: optional(aFlag),
	query: optional(aFunction),
});
const CANVAS = objectOf({ subscribe: aFunction, getSnapshot: aFunction }, "a canvas");

/** From so many widgets on, laying all of them out is felt. */
const MANY = 200;

/** Options of {@link mountCanvas}. */
export interface MountCanvasOptions {
	/**
	 * Each widget is a peer of this bus under its id: what a person does with it is broadcast (`rowclick`, …), and it hears what
	 * is sent to it and what widgets tell that it is linked with (`canvas.link`, `bus.link`). The fields of a `data-update`,
	 * sent to it or told by it or by those that it is linked with, become its data in the canvas, done by `bus`; what its server does not let pass is
	 * left out with a warning. Arrows show who is linked.
	 */
	bus?: Bus;
	/**
	 * Lets the person select, move, resize, link, remove, undo and redo, by pointer, touch and keyboard; the code for it is loaded
	 * only then. Default false.
	 */
	edit?: boolean;
	/**
	 * Each frame has a menu: its widget on the whole screen, its picture as PNG or SVG where it is one, its numbers as CSV, its data as
	 * JSON. The code for it is loaded only then. Default false.
	 */
	menu?: boolean;
	/**
	 * Answers the SQL of widgets that have some, such as a notebook's, with rows: by a connected server, `(sql) => client.callTool("query",
	 * { sql })`, or a database of the page. Rows are a list of records; they may stand in an object (`rows`, `data`, `results`, `result`,
	 * `items`), also as lists of cells beside `columns`, and in a tool's result. What is thrown, or no rows, the widget shows as its error.
	 */
	query?: Query;
}

/** What goes along with a canvas in the page. */
export interface Companion {
	/** The frames are as the snapshot says. */
	follow(snapshot: CanvasSnapshot): void;
	end(): void;
}

/** What a companion works on. */
export interface Mounted {
	readonly container: HTMLElement;
	readonly canvas: CanvasVanilla;
	readonly frames: ReadonlyMap<string, Frame>;
	readonly bus: Bus | undefined;
}

/**
 * Shows a canvas and follows its changes: what one of them changes is all that is touched.
 *
 * When a widget's data changes, its container gets a cancelable `widget:data-update` event whose `detail` is the
 * new data; who handles it calls `preventDefault()`. Otherwise the renderer's `update` is called, and where it has none the
 * widget is drawn anew.
 *
 * Where there are more than 200 widgets, what is out of sight is not laid out (`content-visibility`): its `innerText` is empty until it is
 * seen, its `textContent` is not.
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
	useLayouts(container);
	container.classList.add("wm-canvas");
	const noLonger = drawnBy(canvas, servers);
	const asked = askedOnce(servers);
	const frames = new Map<string, Frame>();
	const companions: Companion[] = [];
	const bus = options.bus ?? undefined;
	const mounted: Mounted = { container, canvas, frames, bus };
	const around: Around = {
		servers: asked.servers,
		bus,
		update: (id, patch) => takeIn(canvas, id, patch),
	};
	let shown: CanvasSnapshot | undefined;
	let [wasPlacing, wasRanked] = [false, false];
	let ended = false;

	const follow = () => {
		const snapshot = canvas.getSnapshot();
		if (snapshot.blocks !== shown?.blocks) place(snapshot);
		if (container.dataset.layout !== snapshot.layout) container.dataset.layout = snapshot.layout ?? "flow";
		arrange(snapshot);
		shown = snapshot;
		for (const companion of companions) companion.follow(snapshot);
	};
	const place = ({ blocks }: CanvasSnapshot) => {
		// What is out of sight of so many is not laid out.
		container.classList.toggle("wm-many", blocks.length > MANY);
		const kept = new Set(blocks.map(({ id }) => id));
		for (const [id, frame] of frames) {
			if (kept.has(id)) continue;
			frames.delete(id);
			frame.end();
		}
		let at: Element | null = container.firstElementChild;
		for (const widget of blocks) {
			const known = frames.get(widget.id);
			const frame = known ?? frameOf(widget, around);
			if (!known) frames.set(widget.id, frame);
			frame.show(widget);
			// Moving a node restarts what plays in it, so only one that is out of place moves.
			if (at === frame.outer) at = at.nextElementSibling;
			else container.insertBefore(frame.outer, at);
		}
		asked.forget();
	};
	const arrange = (snapshot: CanvasSnapshot) => {
		const { blocks, layout } = snapshot;
		const isPlacing = layout !== undefined && isPlaced(layout);
		const rank = ranks(blocks);
		if (!isPlacing && !wasPlacing && rank.size === 0 && !wasRanked) return;
		[wasPlacing, wasRanked] = [isPlacing, rank.size > 0];
		// To ask for it lays the page out: not where nobody needs it.
		const boxes = isPlacing
			? boxesOf(snapshot, { width: container.clientWidth, height: container.clientHeight })
			: undefined;
		for (const { id } of blocks) frames.get(id)?.lie(boxes?.get(id), rank.get(id));
	};
	/** Loads a companion when the canvas first needs it. */
	const accompany = (load: () => Promise<(mounted: Mounted) => Companion>) => {
		const loaded = async () => {
			await nextTask();
			const [begin] = await Promise.all([load(), speak()]);
			await nextTask();
			return begin;
		};
		loaded().then((begin) => {
			if (ended) return;
			const companion = begin(mounted);
			companions.push(companion);
			companion.follow(canvas.getSnapshot());
		}, report);
	};

	const unsubscribe = canvas.subscribe(follow);
	const stopTaking = bus && followOwnData(bus, canvas, (id) => frames.has(id));
	const stopQuerying = options.query ? querying(mounted, options.query) : undefined;
	follow();
	const resized = new ResizeObserver(() => arrange(canvas.getSnapshot()));
	resized.observe(container);
	if (options.edit) accompany(async () => (await import("./edit.js")).edited);
	if (options.menu) accompany(async () => (await import("./menu.js")).withMenus);
	if (bus) accompany(async () => (await import("./linked.js")).linked);
	return () => {
		if (ended) return;
		ended = true;
		unsubscribe();
		noLonger();
		stopTaking?.();
		stopQuerying?.();
		resized.disconnect();
		for (const companion of companions) companion.end();
		for (const frame of frames.values()) frame.end();
		frames.clear();
	};
}

/** Servers that are asked once for each type of widget, until that is forgotten: a recipe is read with each answer. */
function askedOnce(servers: readonly RendererSource[]) {
	const known = servers.map(() => new Map<string, ReturnType<RendererSource["getWidget"]>>());
	const once = (server: RendererSource, answers: (typeof known)[number]): RendererSource => ({
		name: server.name,
		subscribe: (listener) =>
			server.subscribe?.(() => {
				answers.clear();
				listener();
			}) ?? (() => undefined),
		getWidget(type) {
			if (!answers.has(type)) answers.set(type, server.getWidget(type));
			return answers.get(type);
		},
	});
	return {
		servers: servers.map((server, at) => once(server, known[at] ?? new Map())),
		forget() {
			for (const answers of known) answers.clear();
		},
	};
}
