/** `webmcp-auto-ui/vue`: a canvas in Vue 3.4 and later, and components of Vue as widgets. */
import {
	type App,
	type Component,
	computed,
	createApp,
	type DefineComponent,
	defineComponent,
	h,
	type MaybeRefOrGetter,
	normalizeClass,
	onUpdated,
	type PropType,
	type ShallowRef,
	shallowReactive,
	shallowRef,
	toRaw,
	toValue,
	watch,
} from "vue";
import { aFunction, optional } from "../../core/arguments.js";
import { type MountCanvasOptions, mountCanvas } from "../../canvas/mount.js";
import type { RendererSource } from "../../widgets/mount.js";
import type { Bus, CanvasSnapshot, CanvasVanilla, JsonObject, WidgetRenderer } from "../../types/index.js";
import { aCanvas, aComponent, hearing, namesIn, type ShownCanvas, sameItems } from "../shared.js";

export type { ShownCanvas, WidgetProps } from "../shared.js";

/** The canvas as it is now. It is followed until the component, or the effect scope, ends. */
export function useCanvas(canvas: MaybeRefOrGetter<CanvasVanilla>): Readonly<ShallowRef<CanvasSnapshot>> {
	// Where the page made it reactive, this is the canvas itself and not Vue's proxy of it.
	const current = () => toRaw(toValue(canvas));
	aCanvas("useCanvas: canvas", current());
	const snapshot = shallowRef(current().getSnapshot());
	watch(
		current,
		(followed, _, onCleanup) => {
			snapshot.value = followed.getSnapshot();
			onCleanup(
				followed.subscribe((next) => {
					snapshot.value = next;
				}),
			);
		},
		// On a server this kind alone ends with the request.
		{ immediate: true, flush: "sync" },
	);
	return snapshot;
}

/**
 * Shows a canvas in a `div`, by `mountCanvas`: mounted anew when `canvas`, one of the `servers`, `bus` or `edit` is another, and
 * taken down with the component. On a server it is an empty `div`. In templates `Canvas` could be HTML's.
 */
export const CanvasView: DefineComponent<ShownCanvas> = /* @__PURE__ */ defineComponent({
	name: "CanvasView",
	inheritAttrs: false,
	props: {
		canvas: { type: Object as PropType<CanvasVanilla>, required: true },
		servers: { type: Array as PropType<readonly RendererSource[]>, required: true },
		bus: Object as PropType<Bus>,
		edit: Boolean,
		menu: Boolean,
		query: Function as PropType<NonNullable<MountCanvasOptions["query"]>>,
	},
	setup(props, { attrs }) {
		const element = shallowRef<HTMLElement>();
		const servers = computed<readonly RendererSource[]>((kept) => {
			const given = props.servers.map(toRaw);
			return kept && sameItems(kept, given) ? kept : given;
		});
		const others = (["canvas", "bus", "edit", "menu"] as const).map((key) => () => props[key]);
		watch(
			[element, servers, () => !props.query, ...others],
			(_, __, onCleanup) => {
				if (!element.value) return;
				const query = props.query && ((sql: string, id: string) => props.query?.(sql, id) ?? null);
				const options = { bus: toRaw(props.bus), edit: props.edit, menu: props.menu, query };
				onCleanup(mountCanvas(element.value, toRaw(props.canvas), servers.value, options));
			},
			{ flush: "post" },
		);
		// Vue sets all of `class` at once, and what the canvas has there would go.
		const first = normalizeClass(attrs.class);
		let worn = namesIn(first);
		onUpdated(() => {
			element.value?.classList.remove(...worn);
			worn = namesIn(normalizeClass(attrs.class));
			element.value?.classList.add(...worn);
		});
		return () => h("div", { ...attrs, class: first, ref: element });
	},
});

/**
 * Lets a component with the props of {@link WidgetProps}, or some of them, draw widgets: `server.registerWidget(recipe, rendererOf(Price))`.
 *
 * @param prepare - Gives each widget's app what the page's has: `(app) => app.use(router)`.
 */
export function rendererOf(component: Component, prepare?: (app: App) => void): WidgetRenderer {
	aComponent("rendererOf: component", component);
	optional(aFunction)("rendererOf: prepare", prepare);
	return (container, data, { emit }) => {
		const { hear, receive } = hearing();
		const { props: declared } = component as { props?: readonly string[] | object };
		const names = declared && (Array.isArray(declared) ? declared : Object.keys(declared));
		const props = shallowReactive({ data, emit, hear });
		// What it does not declare Vue would write into the page as attributes.
		const taken = () => Object.entries(props).filter(([name]) => names?.includes(name) ?? true);
		const app = createApp({ render: () => h(component, Object.fromEntries(taken())) });
		prepare?.(app);
		app.mount(container);
		return {
			update: (next: JsonObject) => void Object.assign(props, { data: next }),
			receive,
			dispose: () => app.unmount(),
		};
	};
}
