/** Moments along an axis: as far from each other as they are in time, so that a gap is seen as one. */
import type { ChartType, Scale, ScaleOptions, TooltipItem } from "chart.js";

/** `2024`, `2024-03`, `2024-03-05`, also with a time of the day. */
const MOMENT = /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)Z?)?$/;
/** Of two moments nothing is learned by their distance. */
const LEAST = 3;
/** A label and the room beside it, CSS pixels. */
const LABEL = 84;

/** A whole year and a whole month, as databases write them: by their first day, or its first moment. */
const PERIODS = ["(\\d{4})-01-01", "(\\d{4}-\\d{2})-01"].map(
	(day) => new RegExp(`^${day}(?:[T ]00:00(?::00(?:\\.0{1,9})?)?(?:Z|[+-]00:?00)?)?$`),
);

/** Labels as people write them: where each is the first day of a year, the years; of a month, the months. Else as they are. */
export function periodsOf(labels: readonly string[]): readonly string[] {
	for (const [at, period] of PERIODS.entries()) {
		const found = labels.map((label) => period.exec(label)?.[1]);
		// Two days may happen to begin their months, and two that begin their years hardly.
		const isEach = found.length >= LEAST - (at === 0 ? 1 : 0) && new Set(found).size > 1;
		if (isEach && !found.includes(undefined)) return found as string[];
	}
	return labels;
}

/** When labels are, in milliseconds, where each of them is a moment later than the one before; else nothing. */
export function timesOf(labels: readonly string[]): readonly number[] | undefined {
	const times = labels.map((label) => {
		const [, day, time] = MOMENT.exec(label) ?? [];
		return day === undefined ? Number.NaN : Date.parse(time === undefined ? day : `${day}T${time}Z`);
	});
	const isCourse = times.every((time, at) => at === 0 || time > (times[at - 1] ?? Number.NaN));
	return times.length >= LEAST && isCourse && !Number.isNaN(times[0]) ? times : undefined;
}

/** An axis of these moments, which are called as their labels are. */
export function axisOf(labels: readonly string[], times: readonly number[]): ScaleOptions<"linear"> {
	const words = new Map(times.map((time, at) => [time, labels[at] ?? ""]));
	return {
		type: "linear",
		min: times[0] as number,
		max: times.at(-1) as number,
		afterBuildTicks(axis: Scale) {
			axis.ticks = ticksAmong(times, Math.floor(axis.chart.width / LABEL)).map((value) => ({ value }));
		},
		ticks: { autoSkip: false, maxRotation: 0, callback: (value) => words.get(Number(value)) ?? "" },
	};
}

/** About so many of the moments, and one at least, with as much room between them. */
export function ticksAmong(times: readonly number[], most: number): readonly number[] {
	const first = times[0] ?? 0;
	const room = most > 1 ? ((times.at(-1) ?? first) - first) / (most - 1) : Number.POSITIVE_INFINITY;
	const chosen: number[] = [];
	for (const time of times) if (time - (chosen.at(-1) ?? Number.NEGATIVE_INFINITY) >= room) chosen.push(time);
	return chosen;
}

/** What a tip is called: as its label is. */
export function tipsBy(labels: readonly string[]) {
	return {
		callbacks: { title: ([first]: TooltipItem<ChartType>[]) => labels[first?.dataIndex ?? -1] ?? "" },
	};
}
