/** The field for the wish: Enter sends, also while a run goes on; Shift+Enter breaks the line, Esc stops. */
import { make } from "./dom.js";

/** What the composer does for the page. */
export interface Composer {
	/** Whether there is something to stop. */
	setRunning(running: boolean): void;
	/** Puts a wish into the field, ready to be sent or changed. */
	propose(wish: string): void;
	/** Whether something is typed that was not sent. */
	readonly isBusy: boolean;
	/** Puts the focus into the field. */
	focus(): void;
}

/** Fills the form. */
export function setUpComposer(
	form: HTMLFormElement,
	{ send, stop }: { send: (wish: string) => void; stop: () => void },
): Composer {
	const input = make("textarea", {
		rows: "2",
		maxlength: "4000",
		placeholder: "What would you like to see?",
		"aria-label": "Your wish",
		"data-testid": "wish-input",
	});
	const sendButton = make("button", { type: "submit", class: "primary", "data-testid": "send" }, "Send");
	const stopButton = make(
		"button",
		{ type: "button", class: "stop", hidden: true, "data-testid": "stop", onclick: stop },
		"Stop",
	);
	let running = false;
	const submit = () => {
		const wish = input.value.trim();
		if (wish === "") return;
		input.value = "";
		send(wish);
	};
	form.append(input, make("div", { class: "buttons" }, stopButton, sendButton));
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		submit();
	});
	input.addEventListener("keydown", (event) => {
		// While an input method composes a word, Enter belongs to it.
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		submit();
	});
	document.addEventListener("keydown", ({ key }) => {
		if (key === "Escape" && running) stop();
	});
	return {
		get isBusy() {
			return input.value.trim() !== "";
		},
		focus: () => input.focus(),
		setRunning: (now) => {
			running = now;
			stopButton.hidden = !now;
		},
		propose: (wish) => {
			input.value = wish;
			input.focus();
		},
	};
}
