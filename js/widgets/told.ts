/** Which of a widget's entries linked widgets tell of: those whose names are in what they tell. */
import { mentioned } from "./joining.js";
import type { Drawing } from "./view.js";

/** What was told last. */
export interface Told {
	/** Takes what is told now. False where it names nothing at all: then what was told before stands. */
	hear(payload: unknown): boolean;
	/** Whether an entry of this name is meant. */
	has(name: string): boolean;
	/** A person has pressed something here, which makes what others told a thing of the past. */
	forget(): void;
}

export function toldOf(): Told {
	let names: ReadonlySet<string> = new Set();
	return {
		hear(payload) {
			const next = mentioned(payload);
			if (next.size > 0) names = next;
			return next.size > 0;
		},
		has: (name) => names.has(name),
		forget() {
			names = new Set();
		},
	};
}

/** The same for a widget that draws itself anew for all it is told. */
export function toldIn({ onMessage, redraw }: Drawing): Told {
	const told = toldOf();
	onMessage((_, payload) => {
		if (told.hear(payload)) redraw();
	});
	return told;
}
