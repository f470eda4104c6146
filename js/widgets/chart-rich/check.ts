/** Whether the series of a chart have numbers to draw. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { numberOf } from "../amount.js";
import { listOf, recordOf, textOf } from "../dom.js";
import { someOf } from "../numbers.js";

/** Names the texts that are no numbers, which would be gaps. */
export default function check({ data }: JsonObject): WidgetProblem | undefined {
	const values = listOf(data).flatMap((series) => listOf(recordOf(series).values));
	const unread = values.filter((value) => value !== null && numberOf(value) === undefined);
	const isPartial = values.some((value) => numberOf(value) !== undefined);
	if (unread.length === 0 && isPartial) return undefined;
	const texts = someOf(
		unread.map((value) => `“${textOf(value, 40)}”`),
		6,
	);
	return {
		reason: unread.length > 0 ? `These values are no numbers: ${texts}.` : "No series has a number.",
		remedy: "Give numbers; null is a gap.",
		isPartial,
	};
}
