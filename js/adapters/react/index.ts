/** `webmcp-auto-ui/react`: a canvas in React 18 and later, and components of React as widgets. */
import {
	type ComponentType,
	createElement,
	type HTMLAttributes,
	type ReactElement,
	useEffect,
	useMemo,
	useRef,
	useState,
	useSyncExternalStore,
} from "react";
import { createRoot } from "react-dom/client";
import { type MountCanvasOptions, mountCanvas } from "../../canvas/mount.js";
import type { CanvasSnapshot, CanvasVanilla, WidgetRenderer } from "../../types/index.js";
import {
	aCanvas,
	aComponent,
	hearing,
	namesIn,
	type ShownCanvas,
	sameItems,
	type WidgetProps,
} from "../shared.js";

export type { ShownCanvas, WidgetProps } from "../shared.js";

/** What {@link Canvas} takes: what is shown, and attributes of its element. */
export interface CanvasProps extends ShownCanvas, Omit<HTMLAttributes<HTMLDivElement>, "children"> {}

/** The canvas as it is now; the component is rendered again after each change. */
export function useCanvas(canvas: CanvasVanilla): CanvasSnapshot;
/**
 * What `select` takes out of the canvas; the component is rendered again only when that is another.
 *
 * @param isEqual - Whether two of these are the same, for what `select` makes anew. Default `Object.is`.
 */
export function useCanvas<T>(
	canvas: CanvasVanilla,
	select: (snapshot: CanvasSnapshot) => T,
	isEqual?: (one: T, other: T) => boolean,
): T;
export function useCanvas(
	canvas: CanvasVanilla,
	select: (snapshot: CanvasSnapshot) => unknown = whole,
	isEqual: (one: unknown, other: unknown) => boolean = Object.is,
): unknown {
	const [subscribe, current] = useMemo(() => {
		aCanvas("useCanvas: canvas", canvas);
		let from: CanvasSnapshot | undefined;
		let taken: unknown;
		// React asks more often than something changes, and wants the same answer each time.
		const current = () => {
			const snapshot = canvas.getSnapshot();
			if (snapshot === from) return taken;
			const next = select(snapshot);
			if (!from || !isEqual(taken, next)) taken = next;
			from = snapshot;
			return taken;
		};
		return [(listener: () => void) => canvas.subscribe(listener), current];
	}, [canvas, select, isEqual]);
	return useSyncExternalStore(subscribe, current, current);
}

const whole = (snapshot: CanvasSnapshot) => snapshot;

/**
 * Shows a canvas in a `div`, by `mountCanvas`: mounted anew when `canvas`, one of the `servers`, `bus`, `edit` or `menu` is another, and
 * taken down with the component. On a server it is an empty `div`.
 */
export function Canvas(props: CanvasProps): ReactElement {
	const { canvas, servers, bus, edit, menu, query, className, ...attributes } = props;
	const element = useRef<HTMLDivElement>(null);
	const [kept, keep] = useState(servers);
	if (!sameItems(kept, servers)) keep(servers);
	const answer = useRef(query);
	const [firstClass] = useState(className);
	useEffect(() => {
		answer.current = query;
	});
	// React sets all of `class` at once, and what the canvas has there would go.
	useEffect(() => {
		const names = namesIn(className);
		element.current?.classList.add(...names);
		return () => element.current?.classList.remove(...names);
	}, [className]);
	const asks = query !== undefined && query !== null;
	useEffect(() => {
		if (!element.current) return;
		const asked: MountCanvasOptions["query"] = (sql, id) => answer.current?.(sql, id) ?? null;
		return mountCanvas(element.current, canvas, kept, { bus, edit, menu, query: asks ? asked : undefined });
	}, [canvas, kept, bus, edit, menu, asks]);
	return createElement("div", { ...attributes, className: firstClass, ref: element });
}

/**
 * Lets a component draw widgets: `server.registerWidget(recipe, rendererOf(Price))`. Each widget is a root of its own, which the contexts
 * around {@link Canvas} do not reach; a component that needs them brings its providers along.
 */
export function rendererOf<Data>(component: ComponentType<WidgetProps<Data>>): WidgetRenderer {
	aComponent("rendererOf: component", component);
	return (container, data, { emit }) => {
		const root = createRoot(container);
		const { hear, receive } = hearing();
		const update = (shown: unknown) =>
			root.render(createElement(component, { data: shown as Data, emit, hear }));
		update(data);
		// The canvas may go while React draws, and then a root must not.
		return { update, receive, dispose: () => queueMicrotask(() => root.unmount()) };
	};
}
