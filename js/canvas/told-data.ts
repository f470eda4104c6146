/** What the bus tells of a widget's data, as a change of the canvas: what is shown is what the canvas holds, and what its server lets pass. */
import { WebMcpError } from "../core/errors.js";
import { isPatch } from "../widgets/joining.js";
import type { Bus, CanvasVanilla, Cleanup, JsonObject } from "../types/index.js";

/** Who changes widgets in a canvas's history where the bus does. */
const ACTOR = "bus";

/** Merges what was told into a widget's data. What its schema or the rule of addresses forbids is left out with a warning: it came from anybody. */
export function takeIn(canvas: CanvasVanilla, id: string, patch: JsonObject): void {
	try {
		canvas.act({ action: "update", id, params: patch }, ACTOR);
	} catch (error) {
		if (!(error instanceof WebMcpError)) throw error;
		console.warn(`webmcp-auto-ui: a data-update of '${id}' is left out: ${error.message}`);
	}
}

/** Takes in what widgets tell all of their own data, for nobody hears what he has told himself. */
export function followOwnData(bus: Bus, canvas: CanvasVanilla, isShown: (id: string) => boolean): Cleanup {
	return bus.subscribe(["data-update"], ({ from, to, payload }) => {
		if (to === "*" && isShown(from) && isPatch(payload)) takeIn(canvas, from, payload);
	});
}
