/** A widget from its first drawing to its end, whatever its renderer does. */
import type { DrawnWidget, JsonObject, WidgetRenderer } from "../types.js";
import { contextOf } from "./context.js";
import { element } from "./dom.js";

/** One drawing of a widget, until it is drawn anew. */
export interface Drawing {
	/** Whether the data is shown in place. */
	update(data: JsonObject): boolean;
	/** Tells the widget what another one told. */
	receive(channel: string, payload: unknown): void;
	end(): void;
	readonly ready: Promise<void>;
}

/** Draws a widget in a box of its own at the end of `container`. */
export function begin(
	container: HTMLElement,
	type: string,
	data: JsonObject,
	renderer: WidgetRenderer,
): Drawing {
	// Each drawing has its own box, so that a renderer which answers late fills one that is gone by then.
	const box = element("div");
	container.append(box);
	let gone = false;
	let shown: DrawnWidget = {};
	const tidy = () => {
		const { dispose } = shown;
		shown = {};
		try {
			dispose?.();
		} catch (error) {
			reportError(error);
		}
	};
	const failed = (error: unknown) => {
		if (gone) return;
		const reason = error instanceof Error ? error.message : String(error);
		box.append(
			element("div", { class: "wm-error", role: "alert" }, `The widget '${type}' failed: ${reason}`),
		);
	};
	const drawn = (result: unknown) => {
		if (typeof result === "function") shown = { dispose: () => void result() };
		else if (typeof result === "object" && result !== null) shown = result;
		if (gone) tidy();
	};
	let ready = Promise.resolve();
	try {
		const result: unknown = renderer(box, structuredClone(data), contextOf(box));
		if (result instanceof Promise) {
			box.classList.add("wm-loading");
			box.setAttribute("aria-busy", "true");
			ready = result.then(drawn, failed).finally(() => {
				box.classList.remove("wm-loading");
				box.removeAttribute("aria-busy");
			});
		} else drawn(result);
	} catch (error) {
		failed(error);
	}
	return {
		ready,
		update(next) {
			if (!shown.update) return false;
			try {
				shown.update(structuredClone(next));
				return true;
			} catch (error) {
				reportError(error);
				return false;
			}
		},
		receive(channel, payload) {
			try {
				shown.receive?.(channel, payload);
			} catch (error) {
				reportError(error);
			}
		},
		end() {
			if (gone) return;
			gone = true;
			tidy();
			box.remove();
		},
	};
}
