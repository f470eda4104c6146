/** What a widget tells the page that shows it. */
import type { Json, WidgetContext } from "../types.js";

/**
 * What the person did, for those around the widget: an event under the action's own name and the published
 * `widget:interact`, which says which.
 *
 * @param heard - Hears it as well, such as a bus.
 */
export function contextOf(box: HTMLElement, heard?: (action: string, payload: Json) => void): WidgetContext {
	return {
		emit(action, payload) {
			const tell = (name: string, detail: Json) =>
				box.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
			tell(action, payload);
			tell("widget:interact", { action, payload });
			heard?.(action, payload);
		},
	};
}
