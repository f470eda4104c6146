/** The conversation: what was wished, what was said, what was done. */
import type { ToolCall } from "webmcp-auto-ui";
import { make } from "./dom.js";

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
}

/** Appends messages to a log. */
export class Chat {
	readonly #log: HTMLElement;

	constructor(log: HTMLElement) {
		this.#log = log;
	}

	/** Shows what the person wished. */
	wish(text: string): void {
		this.#append(make("div", { class: "message mine", "data-testid": "wish" }, text));
	}

	/** Begins an answer. */
	reply(): Reply {
		const text = make("p", { class: "said" });
		const list = make("ol");
		const summary = make("summary");
		const steps = make("details", { class: "steps", hidden: true, "data-testid": "steps" }, summary, list);
		const message = make("div", { class: "message theirs", "data-testid": "reply" }, text, steps);
		this.#append(message);
		return {
			write: (more) => {
				text.append(more);
				this.#scroll();
			},
			say: (whole) => {
				text.textContent = whole;
				this.#scroll();
			},
			step: (call) => {
				list.append(stepOf(call));
				steps.hidden = false;
				summary.textContent = `${list.childElementCount} ${list.childElementCount === 1 ? "step" : "steps"}`;
				this.#scroll();
			},
			fail: (reason) => {
				message.append(make("p", { class: "failed", role: "alert", "data-testid": "failure" }, reason));
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

function stepOf({ name, args, result, error, elapsed }: ToolCall): HTMLElement {
	const outcome = error ?? result ?? "";
	return make(
		"li",
		{ "data-testid": "step", "data-tool": name, class: error ? "bad" : "good" },
		make("code", {}, name),
		elapsed === undefined ? undefined : make("small", {}, ` ${elapsed} ms`),
		make("pre", {}, cut(JSON.stringify(args, null, 1))),
		outcome === "" ? undefined : make("pre", {}, cut(outcome)),
	);
}
