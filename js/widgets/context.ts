/** What a widget tells the page that shows it. */
import type { WidgetContext } from "../types/index.js";

/** Tells by events of the widget's box: one under the action's own name, and the published `widget:interact`, which says which. */
export function contextOf(box: HTMLElement): WidgetContext {
	return {
		emit(action, payload) {
			const tell = (name: string, detail: unknown) =>
				box.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
			tell(action, payload);
			tell("widget:interact", { action, payload });
		},
	};
}
