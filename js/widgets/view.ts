/** How widgets are drawn: their looks are a function of their data, and where that changes, only what differs is touched. */
import { nothing, render } from "./lit.js";
import type { DrawnWidget, JsonObject, WidgetContext, WidgetRenderer } from "../types/index.js";
import { textOf } from "./dom.js";

export { html, nothing, repeat, svg } from "./lit.js";

/** Anything that a template takes: another one, a text, nothing. Texts never become markup. */
export type Content = unknown;

/** A widget's data as anybody may send it: nothing of its schema is sure. */
export type Loose = { readonly [key: string]: unknown };

/** What a widget with a state of its own gets. */
export interface Drawing extends WidgetContext {
	/** The element that is drawn in. */
	readonly container: HTMLElement;
	/** Draws anew, after the state has changed. */
	redraw(): void;
	/** Calls back with what linked widgets tell, and what is sent to this one. */
	onMessage(heard: (channel: string, payload: unknown) => void): void;
	/** Calls back when the widget goes. */
	onDispose(work: () => void): void;
}

/** A renderer of a widget without a state: `view` says how data looks. */
export function drawn(view: (data: Loose, context: Drawing) => Content): WidgetRenderer {
	return stateful((drawing) => (data) => view(data, drawing));
}

/** A renderer of a widget that keeps something beside its data; `setUp` is called once for each widget. */
export function stateful(setUp: (drawing: Drawing) => (data: Loose) => Content): WidgetRenderer {
	return (container: HTMLElement, data: JsonObject, context: WidgetContext): DrawnWidget => {
		let current = data;
		const ends: (() => void)[] = [];
		const ears: ((channel: string, payload: unknown) => void)[] = [];
		const show = () => render(view(current), container);
		const drawing = {
			...context,
			container,
			redraw: show,
			onMessage: (heard: (channel: string, payload: unknown) => void) => void ears.push(heard),
			onDispose: (work: () => void) => void ends.push(work),
		};
		const view = setUp(drawing);
		show();
		return {
			update(next) {
				current = next;
				show();
			},
			receive(channel, payload) {
				for (const heard of ears) heard(channel, payload);
			},
			dispose() {
				for (const end of ends) end();
				render(nothing, container);
			},
		};
	};
}

/** The function, but what it gave last is given again for the same arguments. */
export function kept<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
	let last: { given: A; result: R } | undefined;
	return (...given) => {
		if (!last?.given.every((one, at) => Object.is(one, given[at]))) last = { given, result: work(...given) };
		return last.result;
	};
}

/** Content where there is a text, else nothing. */
export function given(text: string, content: (text: string) => Content): Content {
	return text === "" ? nothing : content(text);
}

/** A widget's title as text. */
export function titleOf(data: Loose): string {
	return textOf(data.title, 200);
}
