/** The conversation: what was wished, what was said, what was done. */
import type { ToolCall } from "webmcp-auto-ui";
import { make } from "./dom.js";
import { type NameOf, readable } from "./readable.js";

const MAX_SHOWN_CHARS = 2000;

const cut = (text: string) => (text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)} …` : text);

/** One answer while it is made. */
export interface Reply {
	/** Adds to the text. */
	write(text: string): void;
	/** Replaces the text. */
	say(text: string): void;
	/** Adds a tool call to the steps. */
	step(call: ToolCall): void;
	/** Shows a failure. */
	fail(reason: string): void;
	/** Tells what the answer lacks. */
	miss(what: string): void;
	/** Shows something below the steps, such as a question. */
	show(element: HTMLElement): void;
	/** The names of the calls among the steps. */
	readonly nameOf: NameOf;
}

/** What the person said, with a note on what becomes of it. */
export interface Said {
	/** Replaces the note; without one it goes. */
	note(text?: string): void;
}

/** Appends messages to a log. */
export class Chat {
	readonly #log: HTMLElement;

	constructor(log: HTMLElement) {
		this.#log = log;
	}

	/** Shows what the person wished. */
	wish(text: string, note = ""): Said {
		const small = make("small", { class: "note" }, note);
		this.#append(make("div", { class: "message mine", "data-testid": "wish" }, text, small));
		return {
			note: (changed = "") => {
				small.textContent = changed;
			},
		};
	}

	/** Begins an answer. */
	reply(): Reply {
		const text = make("p", { class: "said" });
		const list = make("ol");
		const summary = make("summary");
		const steps = make("details", { class: "steps", hidden: true, "data-testid": "steps" }, summary, list);
		const message = make("div", { class: "message theirs", "data-testid": "reply" }, text, steps);
		this.#append(message);
		const names = new Map<string, string>();
		const nameOf = (id: string) => names.get(id);
		return {
			nameOf,
			show: (element) => {
				message.append(element);
				this.#scroll();
			},
			write: (more) => {
				text.append(more);
				this.#scroll();
			},
			say: (whole) => {
				text.textContent = whole;
				this.#scroll();
			},
			step: (call) => {
				names.set(call.id, call.name);
				list.append(stepOf(call, nameOf));
				steps.hidden = false;
				summary.textContent = `${list.childElementCount} ${list.childElementCount === 1 ? "step" : "steps"}`;
				this.#scroll();
			},
			fail: (reason) => {
				message.append(make("p", { class: "failed", role: "alert", "data-testid": "failure" }, reason));
				this.#scroll();
			},
			miss: (what) => {
				message.append(make("p", { class: "note", role: "note", "data-testid": "missing" }, what));
				this.#scroll();
			},
		};
	}

	#append(message: HTMLElement): void {
		this.#log.append(message);
		this.#scroll();
	}

	#scroll(): void {
		this.#log.scrollTop = this.#log.scrollHeight;
	}
}

function stepOf({ name, args, result, error, elapsed, fixes = [] }: ToolCall, nameOf: NameOf): HTMLElement {
	const outcome = error ?? result ?? "";
	const repairs = fixes.map((fix) => make("li", {}, fix));
	return make(
		"li",
		{ "data-testid": "step", "data-tool": name, class: error ? "bad" : "good" },
		make("code", {}, name),
		elapsed === undefined ? undefined : make("small", {}, ` ${elapsed} ms`),
		Object.keys(args).length === 0 ? undefined : make("pre", {}, cut(readable(args, nameOf))),
		repairs.length === 0
			? undefined
			: make("div", { class: "fixes", "data-testid": "fixes" }, "Mended:", make("ul", {}, ...repairs)),
		outcome === "" ? undefined : make("pre", { class: "outcome" }, cut(outcome)),
	);
}
