/** `<auto-ui-chat>`: the conversation, and the field for the next wish. */
import { report } from "../core/report.js";
import { whenIdle } from "../core/later.js";
import { numberText } from "../widgets/dom.js";
import { growingMarkdown } from "../widgets/markdown.js";
import type { Workspace } from "../workspace/workspace.js";
import { tenths } from "./amounts.js";
import { AutoUiElement, define, html, nothing } from "./base.js";
import { keepingFocus } from "./focus.js";
import { LOOKS } from "./looks.js";
import type { BubbleParts } from "./chat/bubble.js";
import { Composer } from "./chat/composer.js";
import { Log } from "./chat/log.js";
import { CHAT_LOOKS } from "./chat/looks.js";
import { spokenName } from "./chat/readable.js";
import { Readings } from "./chat/reading.js";
import type { Attachment } from "../workspace/messages.js";
import type { Status } from "../workspace/status.js";

type TakeFile = (file: File) => Promise<string | undefined>;

/**
 * Shows the workspace's conversation: wishes with their files, answers as Markdown while they are written, what the model thought,
 * each call with arguments, result and time, cards that ask before a call runs; stop, retry, edit, and the versions beside each other.
 *
 * Attributes: `voice` lets a person speak, where the browser has speech recognition (it may send what is said to its maker's
 * service). Slots: the default one is shown above the field, for suggestions. Parts: `log`, `wish`, `reply`, `said`, `steps`, `step`,
 * `reasoning`, `suggestion`, `approvals`, `failure`, `missing`, `status`, `not-kept`, `composer`, `readings`, `reading`,
 * `wish-input`, `send`, `stop`. Event: `auto-ui-wish`
 * (`{text}`) when something is sent, cancelable.
 */
export class AutoUiChat extends AutoUiElement {
	static readonly observedAttributes = ["voice"];
	#takeFile: TakeFile | undefined;
	#log: Log | undefined;
	#readings: Readings | undefined;
	#composer: Composer | undefined;
	#wasRunning = false;

	/** Takes a file as data and resolves with a note on it for the person, or with nothing where it is to be an attachment. */
	get takeFile(): TakeFile | undefined {
		return this.#takeFile;
	}

	set takeFile(takeFile: TakeFile | undefined) {
		this.#takeFile = takeFile;
	}

	/** Puts a wish into the field, ready to be sent or changed. */
	propose(wish: string): void {
		this.#composer?.propose(wish);
	}

	/** Takes files as if they were dropped on the chat. */
	take(files: Iterable<File>): void {
		void this.#composer?.take(files);
	}

	override focus(): void {
		this.#composer?.focus();
	}

	protected override looks(): string {
		return LOOKS + CHAT_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		const { conversation } = workspace;
		this.#readings = new Readings(workspace, (problem = "") => {
			this.#composer?.tell(problem);
			this.update();
		});
		this.#composer = new Composer({
			t: () => this.t,
			root: () => this.shadow,
			isRunning: () => conversation.isRunning,
			hasVoice: () => this.has("voice"),
			takeFile: (file) => (this.takeFile ? this.takeFile(file) : this.#asData(file)),
			send: (text, files) => this.#send(text, files),
			stop: () => conversation.stop(),
			redraw: () => this.update(),
			more: () => this.#readings?.view(this.t),
		});
		this.whileOpen(
			conversation.thread.subscribe((change) => {
				this.#log?.changed(change);
				if (change.type === "path") this.update();
				else if (change.message.role === "agent" && change.message.state === "waiting") this.#askPerson();
			}),
		);
		this.whileOpen(
			conversation.subscribe(() => {
				if (conversation.isRunning !== this.#wasRunning) this.#log?.refresh();
				else this.#log?.sync();
				this.#wasRunning = conversation.isRunning;
				this.update();
			}),
		);
		this.follow(workspace);
		this.follow(workspace.model);
		this.whileOpen(workspace.proposals.subscribe((wish) => this.propose(wish)));
		const stop = (event: KeyboardEvent) => {
			const { key, defaultPrevented, isComposing } = event;
			if (key !== "Escape" || defaultPrevented || isComposing || !conversation.isRunning) return;
			// There it closes the dialog.
			if (event.composedPath().some((at) => at instanceof HTMLDialogElement)) return;
			conversation.stop();
		};
		this.ownerDocument.addEventListener("keydown", stop);
		this.whileOpen(() => this.ownerDocument.removeEventListener("keydown", stop));
		this.#acceptDrops();
		this.whileOpen(() => {
			this.#composer?.end();
			this.#log?.end();
			this.#log = undefined;
		});
	}

	protected override view() {
		const { conversation } = this.workspace;
		const log = this.#log;
		const scrolled = () => {
			const was = this.#log?.isAtEnd;
			this.#log?.scrolled();
			if (was !== this.#log?.isAtEnd) this.update();
		};
		const earlier = () => {
			log?.earlier();
			this.update();
		};
		const toEnd = () => {
			log?.toEnd();
			this.refuge()?.focus();
			this.update();
		};
		// What a person has reached by Tab does not go away before they do.
		const isHeld = this.shadow.activeElement?.matches(".to-end");
		return html`<div class="scrolled"><div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label=${this.t("conversation")} part="log" @scroll=${scrolled}>
				${log?.hasEarlier ? html`<button type="button" class="earlier quiet" @click=${earlier}>${this.t("earlier")}</button>` : nothing}
				<div class="log"></div></div>
				${log && (!log.isAtEnd || isHeld) ? html`<button type="button" class="to-end" @click=${toEnd} @blur=${() => this.update()}>${this.t("to-end")}</button>` : nothing}</div>
			<div class="foot"><slot></slot>
				${this.workspace.keeper?.problem ? html`<p class="failed" part="not-kept" role="alert">${this.t("not-kept-here", { reason: this.workspace.keeper.problem })}</p>` : nothing}
				<p class="status" part="status" role="status">${this.#status(conversation.status)}</p>
				${this.workspace.keeper?.role === "follower" ? html`<p class="hint">${this.t("follows")}</p>` : this.#composer?.view()}</div>`;
	}

	protected override spoken(): void {
		this.#log?.refresh();
	}

	protected override drawn(): void {
		if (this.#log) return;
		const place = this.shadow.querySelector<HTMLElement>(".log");
		const scroller = this.shadow.querySelector<HTMLElement>(".scroll");
		if (!place || !scroller) return;
		const { conversation } = this.workspace;
		const growing = (conversation.thread.last ? Promise.resolve() : whenIdle()).then(growingMarkdown);
		const parts: BubbleParts = {
			t: this.t,
			conversation,
			growing,
			say: (text) => void this.#send(text),
			decided: () => this.#composer?.focus(),
			keep: (work) => keepingFocus(this.shadow, work, () => this.refuge()),
		};
		growing.then((begin) => {
			parts.begin = begin;
			// The first number costs tens of milliseconds, which are to spare now, and not at the end of an answer.
			return whenIdle().then(() => void numberText(1.5));
		}, report);
		this.#log = new Log(place, scroller, parts);
		if (this.#log.hasEarlier) this.update();
	}

	/** Sends what the person says, unless the page keeps it back. */
	#send(text: string, files: readonly Attachment[] = []): boolean {
		const detail = { text };
		const told = new CustomEvent("auto-ui-wish", { detail, bubbles: true, composed: true, cancelable: true });
		if (!this.dispatchEvent(told)) return false;
		this.workspace.conversation.send(text, files);
		return true;
	}

	/** The field: whoever stopped, sent or went to the end goes on there. */
	protected override refuge(): HTMLElement | null {
		return this.shadow.querySelector<HTMLElement>(".composer textarea");
	}

	/** A file that is data becomes a table of the page's, where it has a place for it. */
	async #asData(file: File): Promise<string | undefined> {
		if (!this.workspace.isData(file) || !this.#readings) return undefined;
		const { table, rows } = await this.#readings.add(file);
		return this.t("file-is-table", { name: file.name, table, n: rows });
	}

	/** Cards have come: who is typing keeps the field, and the status line tells of them. */
	#askPerson(): void {
		requestAnimationFrame(() => {
			if (!this.#composer?.isBusy && !this.shadow.activeElement?.closest(".approval"))
				this.#log?.last?.focusQuestion();
		});
	}

	#status(status: Status | undefined): string {
		const { t } = this;
		const { waiting, isRunning } = this.workspace.conversation;
		const { reading } = this.workspace.model;
		const more = waiting.length > 0 ? `${t("more-to-come", { n: waiting.length })} ` : "";
		if (!status) return more;
		if (isRunning && reading !== undefined) return more + t("status-reading", { part: reading * 10 });
		switch (status.at) {
			case "step":
				return more + t("status-step", { n: status.iteration, of: status.of });
			case "calling":
			case "answered":
			case "call-failed":
				return more + t(`status-${status.at}`, { tool: spokenName(status.tool, t) });
			case "waiting":
				return isRunning ? more : t("status-waiting", { n: status.calls });
			case "stopped":
				return more + t("stopped");
			case "done":
				return more + t("status-done", { s: tenths(status.seconds) });
			default:
				return more + t(`status-${status.at}`);
		}
	}

	#acceptDrops(): void {
		const over = (event: DragEvent) => {
			if (!event.dataTransfer?.types.includes("Files")) return;
			event.preventDefault();
			this.toggleAttribute("dropping", true);
		};
		const leave = () => this.toggleAttribute("dropping", false);
		const drop = (event: DragEvent) => {
			leave();
			const files = [...(event.dataTransfer?.files ?? [])];
			if (files.length === 0) return;
			event.preventDefault();
			void this.#composer?.take(files);
		};
		this.addEventListener("dragover", over);
		this.addEventListener("dragleave", leave);
		this.addEventListener("drop", drop);
		this.whileOpen(() => {
			this.removeEventListener("dragover", over);
			this.removeEventListener("dragleave", leave);
			this.removeEventListener("drop", drop);
		});
	}
}

define("auto-ui-chat", AutoUiChat);
