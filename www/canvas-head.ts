/** What stands above the canvas: its tools, and the way back to an empty one. */
import { type CanvasVanilla, mountToolbar } from "webmcp-auto-ui";
import { byId, make } from "./dom.js";

/** Shows them while there is something to work on. @param forget - Begins a new conversation. */
export function setUpCanvasHead(canvas: CanvasVanilla, forget: () => void): void {
	const head = byId("canvas-head");
	mountToolbar(head, canvas);
	const clear = make("button", { type: "button", class: "quiet clear", "data-testid": "clear" }, "Clear");
	clear.title = "Takes everything off the canvas and begins a new conversation";
	clear.addEventListener("click", () => {
		canvas.clear();
		forget();
	});
	head.append(clear);
	const follow = () => {
		byId("empty").hidden = !canvas.isEmpty;
		clear.hidden = canvas.isEmpty;
		// What was cleared can still be taken back.
		head.hidden = canvas.isEmpty && !canvas.getSnapshot().canUndo;
	};
	canvas.subscribe(follow);
	follow();
}
