/** Widgets that are drawn while the model still writes them. */
import { aText, objectOf } from "../core/arguments.js";
import { type MountedWidget, mountWidget, SOURCES } from "./mount.js";
import { createPartialJson, type PartialJson } from "../schema/partial-json.js";
import { type CompiledJsonSchema, compileJsonSchema } from "../schema/json-schema.js";
import { anElement } from "./dom.js";
import type { Json, JsonObject, JsonSchema, RunEvent, WidgetRenderer } from "../types/index.js";

/** Where previews find renderers and schemas: a server of this package, or anything like it. */
export interface PreviewSource {
	readonly name: string;
	getWidget(name: string): { renderer: WidgetRenderer; inputSchema: JsonSchema } | undefined;
}

/** Draws previews of the widgets of one run. */
export interface WidgetPreview {
	/** Takes an event of the run, such as from `callbacks.onEvent`. */
	onEvent(event: RunEvent): void;
	/** Removes every preview. */
	clear(): void;
}

const EVENT = objectOf({ type: aText });
const PIECE = objectOf({ id: aText, name: aText, delta: aText });
const ENDED = objectOf({ call: objectOf({ id: aText }) });

interface Preview {
	readonly arguments: PartialJson;
	readonly box: HTMLElement;
	/** What is drawn, and of which widget. */
	shown: MountedWidget | undefined;
	name: string | undefined;
	/** A drawing is due at the next frame. */
	due: boolean;
}

/**
 * Shows in `container` what a model is writing into `widget_display`, as long as it writes.
 *
 * What has arrived is drawn at most once a frame, and only while it satisfies the widget's schema; so a renderer never
 * sees half a widget. When the call has ended the preview goes: by then the server has placed the real widget, checked
 * as a whole.
 *
 * @param container - An element that belongs to the previews alone.
 * @param servers - The first one that has the widget draws it.
 */
export function createWidgetPreview(
	container: HTMLElement,
	servers: readonly PreviewSource[],
): WidgetPreview {
	anElement("createWidgetPreview: container", container);
	SOURCES("createWidgetPreview: servers", servers);
	const previews = new Map<string, Preview>();
	const schemas = new Map<JsonSchema, CompiledJsonSchema>();

	const remove = (id: string) => {
		const preview = previews.get(id);
		previews.delete(id);
		preview?.shown?.();
		preview?.box.remove();
	};
	const clear = () => {
		for (const id of [...previews.keys()]) remove(id);
	};
	const fits = (schema: JsonSchema, params: JsonObject): boolean => {
		let compiled = schemas.get(schema);
		if (!compiled) {
			compiled = compileJsonSchema(schema);
			schemas.set(schema, compiled);
		}
		return compiled.validate(params).valid;
	};
	const draw = (id: string) => {
		const preview = previews.get(id);
		if (!preview) return;
		preview.due = false;
		const { name, params } = asObject(preview.arguments.value);
		if (typeof name !== "string" || !isObject(params)) return;
		const widget = servers.map((server) => server.getWidget(name)).find((found) => found);
		if (!widget || !fits(widget.inputSchema, params)) return;
		if (preview.shown && preview.name === name) {
			preview.shown.update(params);
			return;
		}
		preview.shown?.();
		preview.name = name;
		preview.shown = mountWidget(preview.box, name, params, servers);
	};
	const write = (id: string, delta: string) => {
		let preview = previews.get(id);
		if (!preview) {
			const box = document.createElement("div");
			box.className = "wm-preview";
			box.setAttribute("aria-busy", "true");
			container.append(box);
			preview = { arguments: createPartialJson(), box, shown: undefined, name: undefined, due: false };
			previews.set(id, preview);
		}
		try {
			preview.arguments.push(delta);
		} catch {
			// What is no JSON is the dispatcher's to refuse; there is nothing to preview.
			return remove(id);
		}
		if (preview.due) return;
		preview.due = true;
		requestAnimationFrame(() => draw(id));
	};
	return {
		clear,
		onEvent(event) {
			EVENT("onEvent: event", event);
			if (event.type === "tool-input-delta") {
				PIECE("onEvent: event", event);
				if (event.name.endsWith("_widget_display")) write(event.id, event.delta);
			} else if (event.type === "tool-end") {
				ENDED("onEvent: event", event);
				remove(event.call.id);
			} else if (event.type === "iteration-start" || event.type === "run-end") {
				clear();
			}
		},
	};
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asObject(value: Json | undefined): JsonObject {
	return isObject(value) ? value : {};
}
