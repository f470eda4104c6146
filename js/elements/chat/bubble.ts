/** One message in the chat: draws itself anew when it changes, and touches nothing else. */
import { report } from "../../core/report.js";
import { nothing, render } from "../../widgets/lit.js";
import type { GrowingText } from "../../widgets/markdown.js";
import type { Say } from "../../words/words.js";
import type { Conversation } from "../../workspace/conversation.js";
import type { AgentMessage, Message, PersonMessage } from "../../workspace/messages.js";
import { html } from "../base.js";
import { answerView } from "./answer.js";

/** Begins a text in a place. */
export type Begin = (place: HTMLElement) => GrowingText;

/** What all bubbles of a chat share. */
export interface BubbleParts {
	readonly t: Say;
	readonly conversation: Conversation;
	/** Sends what the person says. */
	say(text: string): void;
	/** All calls that waited are decided. */
	decided(): void;
	/** Shows Markdown that grows, once its libraries are there. */
	readonly growing: Promise<Begin>;
	/** The same where they are there already: what is drawn at once moves nothing later. */
	begin?: Begin | undefined;
	/** Does work that may take away what has the focus, which then stays in the chat. */
	keep(work: () => void): void;
}

/** A message and its element. */
export class Bubble {
	readonly element: HTMLElement = document.createElement("article");
	readonly message: Message;
	readonly #parts: BubbleParts;
	#text: GrowingText | undefined;
	#place: HTMLElement | undefined;
	#isEditing = false;

	constructor(message: Message, parts: BubbleParts) {
		this.message = message;
		this.#parts = parts;
		const isMine = message.role === "person";
		this.element.className = `message ${isMine ? "mine" : "theirs"}`;
		this.element.setAttribute("part", isMine ? "wish" : "reply");
		this.element.dataset.id = message.id;
		this.show();
	}

	/** Draws the message as it is now. */
	show(): void {
		const { message } = this;
		const view = message.role === "person" ? this.#wish(message) : this.#answer(message);
		this.#parts.keep(() => render(view, this.element));
		if (message.role === "agent") {
			this.element.dataset.state = message.state;
			this.#write();
		}
	}

	/** Puts the focus on the first call that waits. */
	focusQuestion(): boolean {
		const card = this.element.querySelector<HTMLElement>("form.approval");
		card?.focus();
		return card !== null;
	}

	/** The name of the version button that has the focus; undefined where none has. */
	get pressed(): string | undefined {
		const held = this.element.querySelector(".versions :focus");
		return held?.getAttribute("aria-label") ?? undefined;
	}

	/** Puts the focus on the version button of that name, or on the other one where it leads no further. */
	focusOn(name: string): boolean {
		const buttons = [...this.element.querySelectorAll<HTMLButtonElement>(".versions button:enabled")];
		const button = buttons.find((one) => one.getAttribute("aria-label") === name) ?? buttons[0];
		button?.focus();
		return button !== undefined;
	}

	#answer(answer: AgentMessage): unknown {
		const { t, conversation } = this.#parts;
		const actions = {
			decide: (decisions: Parameters<Conversation["decide"]>[0]) => {
				conversation.decide(decisions);
				// The next card that is open, so that the keyboard can go on; what was decided is drawn first, or it would be found.
				this.show();
				if (!this.focusQuestion()) this.#parts.decided();
			},
			retry: () => conversation.retry(answer.id),
			copy: () => void navigator.clipboard?.writeText(answer.text).catch(report),
			say: (text: string) => this.#parts.say(text),
			isRunning: conversation.isRunning,
			isLast: conversation.thread.last?.id === answer.id,
		};
		return answerView(answer, t, actions, this.#placed, this.#versions());
	}

	/** One function for all drawings: another one would be told the same place anew. */
	readonly #placed = (element?: Element): void => {
		this.#place = element instanceof HTMLElement ? element : undefined;
		this.#text = undefined;
	};

	#write(): void {
		const { message } = this;
		const place = this.#place;
		if (message.role !== "agent" || !place) return;
		if (this.#text) {
			this.#text(linesOf(message.text), message.state !== "running");
			return;
		}
		if (message.text === "") return;
		const write = (begin: Begin) => {
			if (this.#place !== place || this.#text) return;
			this.#text = begin(place);
			this.#text(linesOf(message.text), message.state !== "running");
		};
		if (this.#parts.begin) write(this.#parts.begin);
		else this.#parts.growing.then(write, report);
	}

	#wish(wish: PersonMessage): unknown {
		const { t, conversation } = this.#parts;
		if (this.#isEditing) return this.#editor(wish);
		const files = (wish.attachments ?? []).map(({ name }) => html`<li>${name}</li>`);
		const edit = () => {
			this.#isEditing = true;
			this.show();
			this.element.querySelector("textarea")?.focus();
		};
		return html`<div class="wished">${wish.text}</div>
			${files.length === 0 ? nothing : html`<ul class="files">${files}</ul>`}
			<small class="note">${wish.note ? t(`note-${wish.note}`) : ""}</small>
			${
				wish.note || wish.isRemark
					? nothing
					: html`<div class="row acts">${this.#versions()}<button type="button" class="quiet" part="edit" ?disabled=${conversation.isRunning} @click=${edit}>${t("edit")}</button></div>`
			}`;
	}

	#editor(wish: PersonMessage): unknown {
		const { t, conversation } = this.#parts;
		const close = () => {
			this.#isEditing = false;
			this.show();
			this.element.querySelector<HTMLElement>("[part=edit]")?.focus();
		};
		const send = (event: Event) => {
			event.preventDefault();
			const text = this.element.querySelector("textarea")?.value.trim() ?? "";
			this.#isEditing = false;
			this.show();
			if (text !== "") conversation.edit(wish.id, text);
		};
		const press = (event: KeyboardEvent) => {
			if (event.key !== "Escape") return;
			event.stopPropagation();
			close();
		};
		return html`<form class="editor" @submit=${send} @keydown=${press}>
			<textarea rows="3" maxlength="20000" aria-label=${t("your-wish")} .value=${wish.text}></textarea>
			<div class="row end"><button type="button" @click=${close}>${t("cancel")}</button><button type="submit" class="primary">${t("send")}</button></div></form>`;
	}

	/** The way to what stands beside the message. */
	#versions(): unknown {
		const { t, conversation } = this.#parts;
		const { ids, at } = conversation.thread.versions(this.message);
		if (ids.length < 2) return nothing;
		const go = (to: number) => () => {
			const id = ids[to];
			if (id !== undefined) conversation.thread.show(id);
		};
		return html`<span class="versions"><button type="button" class="quiet" part="version-before" aria-label=${t("version-before")} ?disabled=${at === 0 || conversation.isRunning} @click=${go(at - 1)}>‹</button>
			<small part="version">${t("version", { at: at + 1, of: ids.length })}</small>
			<button type="button" class="quiet" part="version-after" aria-label=${t("version-after")} ?disabled=${at === ids.length - 1 || conversation.isRunning} @click=${go(at + 1)}>›</button></span>`;
	}
}

/** What reads Markdown counts a line's end as one character. */
const linesOf = (text: string): string => text.replace(/\r\n?/g, "\n");
