/** A field to write in and send from. */
import { textOf } from "../dom.js";
import { useStyles } from "../styles.js";
import { html, stateful } from "../view.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_CHARS = 20_000;

/** Draws a field that grows with its text, and a button that sends it, or stops what is under way. */
export default stateful(({ container, emit, redraw }) => {
	useStyles(container, looks);
	let given: string | undefined;
	let text = "";
	let isBusy = false;

	const field = () => container.querySelector("textarea");
	/** Where style sheets cannot let it grow. */
	const grow = () => {
		const area = field();
		if (!area || CSS.supports("field-sizing", "content")) return;
		area.style.height = "auto";
		area.style.height = `${area.scrollHeight + 2}px`;
	};
	const write = (next: string) => {
		text = next;
		redraw();
		grow();
	};
	const send = () => {
		const message = text.trim();
		if (isBusy || message === "") return;
		write("");
		// The button may go, or rest; who has pressed it goes on writing.
		field()?.focus();
		emit("submit", { text: message });
	};
	const stop = () => {
		field()?.focus();
		emit("stop", {});
	};
	const press = (event: KeyboardEvent) => {
		// Enter also ends what is being composed of several keys, such as a Japanese word.
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		send();
	};

	return (data) => {
		const value = textOf(data.value, MAX_CHARS);
		if (value !== given) {
			text = value;
			queueMicrotask(grow);
		}
		given = value;
		isBusy = data.disabled === true;
		const hint = textOf(data.placeholder, 200) || say("Write a message");
		const typed = ({ currentTarget }: Event) => write((currentTarget as HTMLTextAreaElement).value);
		const button = isBusy
			? html`<button type="button" class="wm-chat-stop" @click=${stop}>${say("Stop")}</button>`
			: html`<button type="button" ?disabled=${text.trim() === ""} @click=${send}>${say("Send")}</button>`;
		return html`<div class="wm-chat" role="group" aria-label=${say("Message")}>
			<label><span class="wm-hidden">${hint}</span><textarea rows="1" maxlength=${MAX_CHARS} placeholder=${hint}
				dir="auto" enterkeyhint="send" .value=${text} @input=${typed} @keydown=${press}></textarea></label>${button}
		</div>`;
	};
});
