/** Whether a chart has a number to draw. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { numberOf } from "../amount.js";
import { listOf } from "../dom.js";

export default function check({ bars }: JsonObject): WidgetProblem | undefined {
	if (listOf(bars).some((pair) => numberOf(listOf(pair)[1]) !== undefined)) return undefined;
	return { reason: "No pair has a number.", remedy: "Give each name its number; null is a gap." };
}
