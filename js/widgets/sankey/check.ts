/** Whether what flows can be drawn. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { flowsOf } from "./flows.js";

export default function check(data: JsonObject): WidgetProblem | undefined {
	const { links, notes } = flowsOf(data);
	const said = notes.filter((note) => note !== "").join(" ");
	if (said === "" && links.length > 0) return undefined;
	return {
		reason: said || "There are no flows.",
		remedy: "Each flow leads from one node's id to another's, onward only, with a value above 0.",
		isPartial: links.length > 0,
	};
}
