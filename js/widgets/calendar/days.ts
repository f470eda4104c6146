/** Days as numbers: no time, no zone. Day 0 is 1970-01-01. */

const MILLISECONDS = 86_400_000;
/** The days that four digits of a year can say. */
const [FIRST_DAY, LAST_DAY] = [-719_162, 2_932_896];
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/s;

/** A month: the number of its year times 12, and its own from 0. */
export type Month = number;

/** The day of a year, a month from 0 and a day from 1, also where these run over. */
function dayAt(year: number, month: number, day: number): number {
	// Years of two digits would be taken for ones of the last century.
	return Math.round(new Date(0).setUTCFullYear(year, month, day) / MILLISECONDS);
}

/** The day that `2026-11-05` says, also with a time behind it; nothing where there is no such day. */
export function dayOf(text: string): number | undefined {
	const [, year, month, day] = (ISO.exec(text) ?? []).map(Number);
	if (year === undefined || month === undefined || day === undefined || year === 0) return undefined;
	const found = dayAt(year, month - 1, day);
	return isoOf(found) === text.slice(0, 10) ? found : undefined;
}

/** The month that `2026-11` says. */
export function monthOf(text: string): Month | undefined {
	const day = dayOf(`${text.slice(0, 7)}-01`);
	return day === undefined ? undefined : monthWith(day);
}

/** A day as people's programs write it. */
export function isoOf(day: number): string {
	return dateOf(day).toISOString().slice(0, 10);
}

/** A day for `Intl`, whose zone must be UTC. */
export function dateOf(day: number): Date {
	return new Date(day * MILLISECONDS);
}

/** The month that a day is in. */
export function monthWith(day: number): Month {
	const date = dateOf(day);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function firstOf(month: Month): number {
	return dayAt(Math.floor(month / 12), month % 12, 1);
}

/** The same day of another month, or its last one. */
export function inMonth(day: number, month: Month): number {
	const place = day - firstOf(monthWith(day));
	return Math.min(firstOf(month) + place, firstOf(month + 1) - 1);
}

/** A day that can be written, as near as possible. */
export function sayable(day: number): number {
	return Math.max(Math.min(day, LAST_DAY), FIRST_DAY);
}

/** Today where the person is. */
export function today(): number {
	const now = new Date();
	return dayAt(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The weeks that a month is in, by the number of the day that they start with: 1 is Monday, 7 Sunday. */
export function weeksOf(month: Month, weekStart: number): number[][] {
	const [first, last] = [firstOf(month), firstOf(month + 1) - 1];
	const weeks: number[][] = [];
	for (let start = first - before(first, weekStart); start <= last; start += 7) {
		weeks.push(Array.from({ length: 7 }, (_, at) => start + at));
	}
	return weeks;
}

/** How many days of its week are before a day. Day 0 was a Thursday. */
export function before(day: number, weekStart: number): number {
	return (((day + 4 - weekStart) % 7) + 7) % 7;
}
