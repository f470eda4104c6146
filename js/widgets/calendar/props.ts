/** What the widget `calendar` shows. */
export interface CalendarProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * The month that is shown first, such as 2026-11; without it that of the first event.
	 *
	 * @maxLength 7
	 */
	month?: string;
	/** @maxItems 1000 */
	events: CalendarEvent[];
}

interface CalendarEvent {
	/**
	 * The day, such as 2026-11-05.
	 *
	 * @maxLength 10
	 */
	date: string;
	/** @maxLength 200 */
	title: string;
	/**
	 * Its last day, where there are several.
	 *
	 * @maxLength 10
	 */
	end?: string;
}
