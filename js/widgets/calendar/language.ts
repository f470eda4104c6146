/** How days are said and weeks begin where the page is read. */
import { dateOf } from "./days.js";

/** What a calendar says of days. */
export interface Language {
	/** 1 is Monday, 7 Sunday. */
	readonly weekStart: number;
	month(day: number): string;
	/** The day with its week's. */
	day(day: number): string;
	/** Its number in the month. */
	number(day: number): string;
	weekday(day: number, width: "short" | "long"): string;
}

/** The page's language, or the browser's where the page does not say a real one. */
function localeOf(): Intl.Locale {
	for (const language of [document.documentElement.lang, navigator.language]) {
		try {
			return new Intl.Locale(language);
		} catch {
			// What the page says its language is need not be one.
		}
	}
	return new Intl.Locale("en");
}

/** Where a browser does not know of weeks, they begin as ISO 8601 has it. */
function weekStartOf(locale: Intl.Locale): number {
	const known = locale as { weekInfo?: { firstDay: number }; getWeekInfo?(): { firstDay: number } };
	return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

/** The language that the page is in now. */
export function languageOf(): Language {
	const locale = localeOf();
	const form = (options: Intl.DateTimeFormatOptions) => {
		// The grid is the Gregorian calendar's, whatever calendar is usual there.
		const { format } = new Intl.DateTimeFormat(locale, { ...options, calendar: "gregory", timeZone: "UTC" });
		return (day: number) => format(dateOf(day));
	};
	const digits = new Intl.NumberFormat(locale, { useGrouping: false });
	const weekdays = { short: form({ weekday: "short" }), long: form({ weekday: "long" }) };
	return {
		weekStart: weekStartOf(locale),
		month: form({ month: "long", year: "numeric" }),
		day: form({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
		number: (day) => digits.format(dateOf(day).getUTCDate()),
		weekday: (day, width) => weekdays[width](day),
	};
}
