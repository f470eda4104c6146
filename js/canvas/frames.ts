/** A widget's frame on the canvas: what it shows, how it looks, and where it lies. */
import { mountWidget, type RendererSource } from "../widgets/mount.js";
import type { Bus, Cleanup, JsonObject, Widget } from "../types/index.js";
import { element } from "../widgets/dom.js";
import { join } from "../widgets/joining.js";
import { forget, withinBudget } from "./budget.js";
import { lookAs } from "./look.js";
import type { Box } from "./layouts.js";

export interface Frame {
	readonly outer: HTMLElement;
	readonly body: HTMLElement;
	/** What it shows. */
	readonly widget: Widget;
	/** Where the layout has put it, where it puts frames. */
	readonly box: Box | undefined;
	/** Tells the widget what somebody told. */
	receive(channel: string, payload: unknown): void;
	/** Shows this; nothing is touched where it does already. */
	show(widget: Widget): void;
	/** Lies there, or where the page's styles put it; above others by `rank`. */
	lie(box: Box | undefined, rank: number | undefined): void;
	end(): void;
}

/** What is around a frame. */
export interface Around {
	readonly servers: readonly RendererSource[];
	readonly bus: Bus | undefined;
	/** Changes the data of a widget of the canvas by these fields. */
	update(id: string, patch: JsonObject): void;
}

/** A frame with a widget in it, drawn by one of `servers`: by the one that placed it, also when another has a widget of that name. */
export function frameOf(first: Widget, { servers, bus, update }: Around): Frame {
	const body = element("div", { class: "wm-body" });
	const outer = element(
		"section",
		{ class: "wm-frame", role: "group", "data-widget-id": first.id, "aria-label": first.type },
		body,
	);
	const draw = ({ type, data, serverName }: Widget) => {
		const own = servers.filter(({ name }) => name === serverName);
		return mountWidget(body, type, data, own.length > 0 ? own : servers);
	};
	let widget = first;
	let mounted = draw(first);
	let box: Box | undefined;
	let rank: number | undefined;
	let leave: Cleanup = () => undefined;
	const look = () => lookAs(outer, widget, box, rank);

	const frame: Frame = {
		outer,
		body,
		get widget() {
			return widget;
		},
		get box() {
			return box;
		},
		receive: (channel, payload) => mounted.receive(channel, payload),
		show(next) {
			if (next === widget) return;
			const before = widget;
			widget = next;
			outer.dataset.widgetType = next.type;
			look();
			if (before.type !== next.type || before.serverName !== next.serverName) {
				mounted();
				mounted = draw(next);
			} else if (!sameData(before.data, next.data)) {
				const detail = structuredClone(next.data);
				const event = new CustomEvent("widget:data-update", { detail, cancelable: true });
				if ((body.firstElementChild ?? body).dispatchEvent(event))
					withinBudget(frame, () => mounted.update(widget.data));
			}
		},
		lie(nextBox, nextRank) {
			if (sameBox(box, nextBox) && rank === nextRank) return;
			[box, rank] = [nextBox, nextRank];
			look();
		},
		end() {
			forget(frame);
			leave();
			mounted();
			outer.remove();
		},
	};
	outer.dataset.widgetType = first.type;
	look();
	if (bus) {
		leave = join(bus, first, {
			outer,
			update: (patch) => update(first.id, patch),
			receive: (channel, payload) => mounted.receive(channel, payload),
		});
	}
	return frame;
}

/** Snapshots may hold new objects for equal data; those are no reason to draw again. */
function sameData(left: JsonObject, right: JsonObject): boolean {
	return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function sameBox(left: Box | undefined, right: Box | undefined): boolean {
	return (
		left === right ||
		(left?.x === right?.x &&
			left?.y === right?.y &&
			left?.width === right?.width &&
			left?.height === right?.height)
	);
}
