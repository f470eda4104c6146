/** A month with what happens on its days. */
import { textOf } from "../dom.js";
import { someOf } from "../numbers.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, html, nothing, stateful } from "../view.js";
import { firstOf, inMonth, isoOf, monthOf, monthWith, sayable, today, weeksOf } from "./days.js";
import { type DayEvent, eventsOf, eventsOn } from "./events.js";
import { dayAfter } from "./keys.js";
import { languageOf } from "./language.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Events of a day that its square has room for. */
const IN_SQUARE = 3;

/** Draws a grid of days; below it the events of the chosen day where squares have no room for words. */
export default stateful(({ container, emit, redraw }) => {
	useStyles(container, looks);
	let known: unknown;
	/** The chosen day, which says which month is shown: the tabulator reaches it alone. */
	let current = today();
	/** Whether a square shows all its events. */
	let isWhole = false;

	const go = (day: number) => {
		if (day !== current) isWhole = false;
		current = sayable(day);
		redraw();
	};
	const focus = (day: number) => {
		go(day);
		// A day in ISO 8601 has digits and strokes alone.
		container.querySelector<HTMLElement>(`td[data-day="${isoOf(current)}"]`)?.focus();
	};

	return (data) => {
		const { events, undated, leftOut } = eventsOf(data.events);
		const wanted = monthOf(textOf(data.month, 60)) ?? monthWith(events[0]?.from ?? today());
		// Other events leave a person in the month that they have gone to.
		if (wanted !== known) current = firstDay(wanted, events);
		known = wanted;
		const language = languageOf();
		const month = monthWith(current);
		const weeks = weeksOf(month, language.weekStart);

		const press = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey) return;
			const square = event.currentTarget as HTMLElement;
			const isRightToLeft = getComputedStyle(container).direction === "rtl";
			const day = dayAfter(event.key, current, { weekStart: language.weekStart, isRightToLeft });
			if (day !== undefined) focus(day);
			else if (event.key === "Escape" && event.target !== square) square.focus();
			else if (event.key === "Enter" && event.target === square) firstButton(container, square)?.focus();
			else return;
			event.preventDefault();
		};
		const button = (event: DayEvent, isReached: boolean): Content => {
			const told = { date: isoOf(event.from), title: event.title };
			return html`<button type="button" class="wm-calendar-event" title=${event.title} tabindex=${isReached ? 0 : -1}
				@click=${() => emit("eventclick", told)}><bdi>${event.title}</bdi></button>`;
		};
		const square = (day: number): Content => {
			const isCurrent = day === current;
			const all = eventsOn(events, day);
			const shown = isCurrent && isWhole ? all : all.slice(0, IN_SQUARE);
			const more = () => {
				go(day);
				isWhole = true;
				focus(day);
			};
			const rest = all.length - shown.length;
			const label = `${rest} more on ${language.day(day)}`;
			const restButton = html`<button type="button" class="wm-calendar-more" aria-label=${label}
				tabindex=${isCurrent ? 0 : -1} @click=${more}>+${rest}</button>`;
			const words = all.length === 0 ? "" : `, ${all.length} ${all.length === 1 ? "event" : "events"}`;
			// An event that is pressed is no day that is chosen: the grid would change under the pointer.
			const choose = ({ target }: Event) => {
				if (!(target as Element).closest("button")) focus(day);
			};
			return html`<td data-day=${isoOf(day)} tabindex=${isCurrent ? 0 : -1} aria-selected=${isCurrent}
				aria-current=${day === today() ? "date" : nothing}
				class=${monthWith(day) === month ? "" : "wm-calendar-other"} @click=${choose} @keydown=${press}>
				<span class="wm-hidden">${language.day(day) + words}</span>
				<div class="wm-calendar-number" aria-hidden="true">${language.number(day)}</div>
				<div class="wm-calendar-dots" aria-hidden="true">${all.slice(0, IN_SQUARE).map(() => html`<b></b>`)}</div>
				${shown.map((event) => button(event, isCurrent))}${rest > 0 ? restButton : nothing}
			</td>`;
		};

		const title = textOf(data.title, 200);
		const name = language.month(firstOf(month));
		const turn = (by: number) => () => go(inMonth(current, monthWith(current) + by));
		const step = (by: number, words: string, sign: string) =>
			html`<button type="button" aria-label=${words} @click=${turn(by)}><span aria-hidden="true">${sign}</span></button>`;
		const head = (day: number) =>
			html`<th scope="col" abbr=${language.weekday(day, "long")}>${language.weekday(day, "short")}</th>`;
		const inside = events.filter(({ from, to }) => monthWith(from) <= month && monthWith(to) >= month);
		const onDay = eventsOn(events, current);
		const notes = [
			events.length === 0 ? say("There are no events.") : "",
			undated.length > 0
				? say("Left out, because their date is no day: {some}", { some: someOf(undated) })
				: "",
			leftOut > 0 ? say("{n} further events are not shown.", { n: leftOut }) : "",
		];
		return html`${heading(title)}<div class="wm-calendar">
			<div class="wm-calendar-bar">
				${step(-1, say("Previous month"), "‹")}<span role="status">${name}</span>${step(1, say("Next month"), "›")}
			</div>
			<table role="grid" aria-label=${title === "" ? name : `${title}, ${name}`}>
				<thead><tr>${weeks[0]?.map(head)}</tr></thead>
				<tbody>${weeks.map((week) => html`<tr>${week.map(square)}</tr>`)}</tbody>
			</table>
			<div class="wm-calendar-day"><div>${language.day(current)}</div>
				${onDay.length === 0 ? note(say("No events.")) : onDay.map((event) => button(event, true))}</div>
			${spokenList(inside, name)}
		</div>${notes.map(note)}`;
	};
});

/** The day that a month is opened at: its first event's, else today, else its first one. */
function firstDay(month: number, events: readonly DayEvent[]): number {
	const inside = [...events.map(({ from }) => from), today()];
	return inside.find((day) => monthWith(day) === month) ?? firstOf(month);
}

/** A square's first event; where squares have no room, that below the grid. */
function firstButton(container: HTMLElement, square: HTMLElement): HTMLElement | null {
	const inside = square.querySelector<HTMLElement>("button");
	if (inside && inside.offsetParent !== null) return inside;
	return container.querySelector<HTMLElement>(".wm-calendar-day button");
}

/** A month's events one after the other: who listens would hear some forty squares else. */
function spokenList(events: readonly DayEvent[], name: string): Content {
	const line = ({ title, from, to }: DayEvent) =>
		html`<li>${isoOf(from)}${to > from ? ` – ${isoOf(to)}` : ""}: ${title}</li>`;
	return html`<ul class="wm-hidden" aria-label=${say("Events, {name}", { name })}>${events.map(line)}</ul>`;
}
