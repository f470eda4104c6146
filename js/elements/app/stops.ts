/** Where the app's tour stops. */
import type { TourStop } from "../tour.js";
import "../tour.js";

/** The stops of an app, whose parts are below `root`. */
export function stopsOf(root: ShadowRoot): readonly TourStop[] {
	const inside = (element: string, selector: string) => () =>
		root.querySelector(element)?.shadowRoot?.querySelector(selector);
	const below = (selector: string) => () => root.querySelector(selector);
	return [
		{ find: below("[data-panel=model]"), title: "model", text: "tour-model" },
		{ find: below("[data-panel=servers]"), title: "servers", text: "tour-servers" },
		{ find: inside("auto-ui-chat", ".composer"), title: "your-wish", text: "tour-wish" },
		{ find: below("auto-ui-canvas"), title: "canvas", text: "tour-canvas" },
		{ find: below("auto-ui-share"), title: "share", text: "tour-share" },
		{ find: below("[data-panel=sessions]"), title: "sessions", text: "tour-sessions" },
		{ find: below("[part=console]"), title: "console", text: "tour-console" },
	].filter(({ find }) => find()?.checkVisibility() === true) as TourStop[];
}
