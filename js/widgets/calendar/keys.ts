/** What keys do in a calendar, as the ARIA practices have it. */
import { before, inMonth, monthWith } from "./days.js";

/** The day that a key leads to; nothing where it is no key of a calendar. */
export function dayAfter(
	key: string,
	day: number,
	{ weekStart, isRightToLeft }: { weekStart: number; isRightToLeft: boolean },
): number | undefined {
	const [next, previous] = isRightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
	const place = before(day, weekStart);
	switch (key) {
		case next:
			return day + 1;
		case previous:
			return day - 1;
		case "ArrowDown":
			return day + 7;
		case "ArrowUp":
			return day - 7;
		case "Home":
			return day - place;
		case "End":
			return day + 6 - place;
		case "PageDown":
			return inMonth(day, monthWith(day) + 1);
		case "PageUp":
			return inMonth(day, monthWith(day) - 1);
		default:
			return undefined;
	}
}
