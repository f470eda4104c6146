/** Whether the dates of a calendar are days. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { someOf } from "../numbers.js";
import { eventsOf } from "./events.js";

export default function check(data: JsonObject): WidgetProblem | undefined {
	const { events, undated } = eventsOf(data.events);
	if (undated.length === 0) return undefined;
	return {
		reason: `The date is no day of: ${someOf(undated)}.`,
		remedy: "Write dates as 2026-11-05.",
		isPartial: events.length > 0,
	};
}
