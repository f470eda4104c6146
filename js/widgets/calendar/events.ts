/** What happens on which days, checked and capped. */
import { listOf, recordOf, textOf } from "../dom.js";
import { dayOf } from "./days.js";

const MAX_EVENTS = 1000;

/** Something that happens from one day to another. */
export interface DayEvent {
	readonly title: string;
	readonly from: number;
	readonly to: number;
}

/** The events by their days, the titles of those whose date is no day, and how many are too many. */
export function eventsOf(given: unknown): { events: DayEvent[]; undated: string[]; leftOut: number } {
	const all = listOf(given);
	const events: DayEvent[] = [];
	const undated: string[] = [];
	for (const value of all.slice(0, MAX_EVENTS)) {
		const { date, title, end } = typeof value === "object" ? recordOf(value) : { title: value };
		const words = textOf(title, 200) || "…";
		const from = dayOf(textOf(date, 60));
		const last = dayOf(textOf(end, 60));
		if (from === undefined) undated.push(words);
		else events.push({ title: words, from, to: Math.max(last ?? from, from) });
	}
	events.sort((one, other) => one.from - other.from || other.to - one.to);
	return { events, undated, leftOut: Math.max(all.length - MAX_EVENTS, 0) };
}

/** What happens on a day. */
export function eventsOn(events: readonly DayEvent[], day: number): DayEvent[] {
	return events.filter(({ from, to }) => from <= day && day <= to);
}
