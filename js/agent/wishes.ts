/** What a person does with widgets, as wishes that they may make of it. */
import { aFunction, aText, listOf, objectOf, optional } from "../core/arguments.js";
import { guarded } from "../core/report.js";
import type { Cleanup, Json } from "../types/index.js";
import { anElement, idOf, recordOf, textOf } from "../widgets/dom.js";

/** A wish that a person may send: nothing sends it by itself. */
export interface ProposedWish {
	/** The words, of at most 1,000 characters on one line; they hold what the widget's data says, which may be anything. */
	readonly text: string;
	/** The interaction it comes from, such as `submit`. */
	readonly action: string;
	/** What the widget told of it. */
	readonly payload: Json;
	/** The widget's id on its canvas; without a canvas nothing. */
	readonly widgetId: string | undefined;
}

/** Options of {@link proposeWishes}. */
export interface ProposeWishesOptions {
	/**
	 * The interactions that become wishes, as the widgets' recipes name them. Default `submit` (`form`, `chat-input`) and `action`
	 * (`actions`): by these a person means to say something.
	 */
	actions?: readonly string[];
}

const OPTIONS = objectOf({ actions: optional(listOf(aText, "a list of names")) });
const MAX_CHARS = 1_000;
const MAX_PARTS = 40;
/** Breaks, and marks that let a text be read in another order than it is sent. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Turns what a person does with the widgets in `container` into wishes, and gives each to `propose`, which shows it where wishes are
 * typed: `proposeWishes(main, ({ text }) => { field.value = text; field.focus(); })`. The person sends it, changes it or leaves it.
 *
 * @param container - An element with widgets in it: of `mountCanvas`, `mountWidget`, or around several.
 * @returns Stops; calling it twice is harmless.
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function proposeWishes(
	container: HTMLElement,
	propose: (wish: ProposedWish) => void,
	options: ProposeWishesOptions = {},
): Cleanup {
	anElement("proposeWishes: container", container);
	aFunction("proposeWishes: propose", propose);
	OPTIONS("proposeWishes: options", options);
	const wanted = new Set(options.actions ?? ["submit", "action"]);
	const heard = (event: Event) => {
		const { action, payload } = recordOf((event as CustomEvent<unknown>).detail);
		if (typeof action !== "string" || !wanted.has(action)) return;
		const frame =
			event.target instanceof Element ? event.target.closest<HTMLElement>("[data-widget-id]") : null;
		const title = frame?.querySelector(".wm-title")?.textContent ?? "";
		const text = wordsOf(payload, title || (frame?.dataset.widgetType ?? action));
		if (text === "") return;
		const widgetId = frame?.dataset.widgetId;
		guarded(() => propose({ text, action, payload: payload as Json, widgetId }));
	};
	container.addEventListener("widget:interact", heard);
	return () => container.removeEventListener("widget:interact", heard);
}

/** A message or a label is the wish itself; of anything else its fields are told, behind what it comes from. */
function wordsOf(payload: unknown, from: string): string {
	const { text, label, values } = recordOf(payload);
	const own = typeof text === "string" ? text : typeof label === "string" ? label : undefined;
	const told = own ?? `${from}: ${fields(values ?? payload).join(", ")}`;
	const line = told.replace(UNSEEN, " ").trim();
	return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1)}…` : line;
}

function fields(value: unknown): string[] {
	const found: string[] = [];
	const look = (name: string, part: unknown, depth: number) => {
		if (found.length >= MAX_PARTS || part === null || part === undefined || part === "") return;
		if (typeof part !== "object") found.push(name === "" ? textOf(part) : `${name} ${idOf(part)}`);
		else if (depth < 4)
			for (const [key, one] of Object.entries(part)) look(Array.isArray(part) ? name : key, one, depth + 1);
	};
	look("", value, 0);
	return found;
}
