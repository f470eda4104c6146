/** Whether a house has seats to draw. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { someOf } from "../numbers.js";
import { houseOf } from "./groups.js";

export default function check(data: JsonObject): WidgetProblem | undefined {
	const { groups, without } = houseOf(data);
	if (without.length === 0 && groups.length > 0) return undefined;
	return {
		reason: `These groups have no seats: ${someOf(without)}.`,
		remedy: "Give each group its seats, a whole number above 0.",
		isPartial: groups.length > 0,
	};
}
