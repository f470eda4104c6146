/** A widget from its first drawing to its end, whatever its renderer does. */
import type { DrawnWidget, JsonObject, WidgetRenderer } from "../types/index.js";
import { contextOf } from "./context.js";
import { element } from "./dom.js";
import { say } from "./say.js";

/** Of what is told to a widget before it is drawn, so many of the latest messages wait. */
const MOST_WAITING = 64;

/** What another widget told: the channel and the payload. */
type Told = readonly [channel: string, payload: unknown];

/** One drawing of a widget, until it is drawn anew. */
export interface Drawing {
	/** Whether the data is shown in place. */
	update(data: JsonObject): boolean;
	/** Tells the widget what another one told, once it is drawn. */
	receive(channel: string, payload: unknown): void;
	end(): void;
	readonly ready: Promise<void>;
	/** What was told and waits for the drawing. */
	readonly waiting: readonly Told[];
}

/** Draws a widget in a box of its own at the end of `container`; `waiting` is what an earlier drawing was told in vain. */
export function begin(
	container: HTMLElement,
	type: string,
	data: JsonObject,
	renderer: WidgetRenderer,
	waiting: readonly Told[] = [],
): Drawing {
	// Each drawing has its own box, so that a renderer which answers late fills one that is gone by then.
	const box = element("div");
	container.append(box);
	let gone = false;
	let shown: DrawnWidget = {};
	/** What was told before the widget was drawn; nothing where it is. */
	let early: Told[] | undefined = [...waiting];
	const receive = (channel: string, payload: unknown) => {
		try {
			shown.receive?.(channel, payload);
		} catch (error) {
			reportError(error);
		}
	};
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
			element(
				"div",
				{ class: "wm-error", role: "alert" },
				say("The widget '{type}' failed: {reason}", { type, reason }),
			),
		);
	};
	const drawn = (result: unknown) => {
		if (typeof result === "function") shown = { dispose: () => void result() };
		else if (typeof result === "object" && result !== null) shown = result;
		if (gone) tidy();
	};
	const hear = () => {
		const told = early ?? [];
		early = undefined;
		for (const [channel, payload] of told) receive(channel, payload);
	};
	let ready = Promise.resolve();
	try {
		const result: unknown = renderer(box, structuredClone(data), contextOf(box));
		if (result instanceof Promise) {
			box.classList.add("wm-loading");
			box.dataset.says = say("Loading …");
			box.setAttribute("aria-busy", "true");
			ready = result.then(drawn, failed).finally(() => {
				box.classList.remove("wm-loading");
				box.removeAttribute("aria-busy");
				delete box.dataset.says;
				hear();
			});
		} else {
			drawn(result);
			hear();
		}
	} catch (error) {
		failed(error);
		early = undefined;
	}
	return {
		ready,
		get waiting() {
			return early ?? [];
		},
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
			if (!early) receive(channel, payload);
			else if (early.push([channel, payload]) > MOST_WAITING) early.shift();
		},
		end() {
			if (gone) return;
			gone = true;
			tidy();
			box.remove();
		},
	};
}
