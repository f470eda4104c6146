/** The field for the wish: Enter sends, also while a run goes on; Shift+Enter breaks the line, Esc stops. */
import type { Say } from "../../words/words.js";
import { attachmentOf } from "../../workspace/attached.js";
import type { Attachment } from "../../workspace/messages.js";
import { html, icon, nothing } from "../base.js";
import { canListen, listen } from "./voice.js";

const MAX_CHARS = 20_000;
const MOST_FILES = 8;

/** What the field works for. */
export interface ComposerParts {
	t(): Say;
	/** The element that it is drawn in, once it is. */
	root(): ShadowRoot;
	isRunning(): boolean;
	/** Whether the person may speak: browsers send what is said to a service. */
	hasVoice(): boolean;
	/** Takes a file as data in the place of an attachment; resolves with a note on it, or with nothing where it does not. */
	takeFile(file: File): Promise<string | undefined>;
	/** Sends; false where the page kept it from being sent. */
	send(text: string, attachments: Attachment[]): boolean;
	stop(): void;
	redraw(): void;
	/** What else is to be read of files, below the note on them. */
	more(): unknown;
}

/** What is typed and attached. */
export class Composer {
	readonly #parts: ComposerParts;
	#files: Attachment[] = [];
	/** What became of files, in words. */
	#told = "";
	#taking: Promise<void> = Promise.resolve();
	/** What was put into the field, and not by the person. */
	#proposed = "";
	/** How often files are being read. */
	#reading = 0;
	#stopListening: (() => void) | undefined;

	constructor(parts: ComposerParts) {
		this.#parts = parts;
	}

	/** Whether something is typed that was not sent. */
	get isBusy(): boolean {
		return this.#field?.value.trim() !== "" && this.#field !== null;
	}

	/** Puts the focus into the field. */
	focus(): void {
		this.#field?.focus();
	}

	/** Puts a wish into the field, ready to be sent or changed: below what a person has written there, if that is anything. */
	propose(wish: string): void {
		const typed = this.#field?.value.trim() ?? "";
		const isOwn = typed !== "" && typed !== this.#proposed;
		this.#proposed = isOwn ? `${typed}\n${wish}` : wish;
		this.#write(this.#proposed);
	}

	#write(text: string): void {
		const field = this.#field;
		if (!field) return;
		field.value = text;
		field.focus();
	}

	/** Ends what listens. */
	end(): void {
		this.#stopListening?.();
	}

	/** Takes files that were chosen, pasted or dropped; a wish that is sent meanwhile waits for them. */
	take(files: Iterable<File>): Promise<void> {
		this.#reading += 1;
		this.#taking = this.#taking
			.then(() => this.#take(files))
			.finally(() => {
				this.#reading -= 1;
			});
		return this.#taking;
	}

	async #take(files: Iterable<File>): Promise<void> {
		const { t, takeFile, redraw } = this.#parts;
		const told: string[] = [];
		const given = [...files];
		if (given.length > MOST_FILES) told.push(t()("file-many", { n: MOST_FILES }));
		for (const file of given.slice(0, MOST_FILES)) {
			try {
				const note = await takeFile(file);
				if (note !== undefined) {
					told.push(note);
					continue;
				}
				const taken = await attachmentOf(file);
				if (typeof taken === "string") {
					told.push(t()(`file-${taken}`, { name: file.name }));
					continue;
				}
				this.#files = [...this.#files, taken].slice(-MOST_FILES);
				if (taken.kind === "text" && taken.isCut)
					told.push(t()("file-cut", { name: file.name, n: taken.text.length }));
			} catch (error) {
				told.push(error instanceof Error ? error.message : String(error));
			}
		}
		this.#told = told.join(" ");
		redraw();
	}

	/** Says what became of files. */
	tell(told: string): void {
		this.#told = told;
	}

	view(): unknown {
		const t = this.#parts.t();
		const running = this.#parts.isRunning();
		const choose = () => this.#parts.root().querySelector<HTMLInputElement>("input[type=file]")?.click();
		const chosen = ({ currentTarget }: Event) => {
			const input = currentTarget as HTMLInputElement;
			void this.take([...(input.files ?? [])]).then(() => {
				input.value = "";
			});
		};
		const pasted = ({ clipboardData }: ClipboardEvent) => {
			const files = [...(clipboardData?.files ?? [])];
			if (files.length > 0) void this.take(files);
		};
		const files = this.#files.map(
			(
				file,
			) => html`<li>${file.name} <button type="button" class="quiet" aria-label=${t("remove-file", { name: file.name })}
				@click=${() => this.#drop(file)}>${icon("close")}</button></li>`,
		);
		return html`<form class="composer" part="composer" @submit=${(event: Event) => this.#submit(event)} @paste=${pasted}>
			${files.length === 0 ? nothing : html`<ul class="files">${files}</ul>`}
			<small class="told" role="status">${this.#told}</small>${this.#parts.more()}
			<textarea rows="2" maxlength=${MAX_CHARS} part="wish-input" placeholder=${t("ask")} aria-label=${t("your-wish")} enterkeyhint="send" dir="auto"
				@keydown=${(event: KeyboardEvent) => this.#press(event)}></textarea>
			<input type="file" multiple hidden accept="image/png,image/jpeg,image/gif,image/webp,text/*,.csv,.tsv,.json,.jsonl,.ndjson,.geojson,.md" @change=${chosen} />
			<div class="row"><button type="button" class="quiet" part="attach" aria-label=${t("attach")} title=${t("attach")} @click=${choose}>${icon("attach")}</button>
				${this.#voice(t)}<span class="grow"></span>
				<button type="button" class="stop" part="stop" ?hidden=${!running} @click=${() => this.#parts.stop()}>${t("stop")}</button>
				<button type="submit" class="primary" part="send">${t("send")}</button></div></form>`;
	}

	#voice(t: Say): unknown {
		if (!this.#parts.hasVoice() || !canListen()) return nothing;
		const isOn = this.#stopListening !== undefined;
		const toggle = () => {
			if (isOn) return this.#stopListening?.();
			const before = this.#field?.value ?? "";
			this.#stopListening = listen(this.#parts.root().host as HTMLElement, {
				heard: (text) => this.#write(before === "" ? text : `${before} ${text}`),
				ended: (problem) => {
					this.#stopListening = undefined;
					this.#told = problem ?? "";
					this.#parts.redraw();
				},
			});
			this.#parts.redraw();
		};
		return html`<button type="button" class="quiet" part="voice" aria-pressed=${String(isOn)} aria-label=${t("speak")} title=${t("speak")} @click=${toggle}>${icon("microphone")}</button>`;
	}

	#drop(file: Attachment): void {
		this.#files = this.#files.filter((other) => other !== file);
		this.#parts.redraw();
		this.focus();
	}

	#submit(event: Event): void {
		event.preventDefault();
		if (this.#reading > 0) void this.#taking.then(() => this.#send());
		else this.#send();
	}

	#send(): void {
		const field = this.#field;
		const text = field?.value.trim() ?? "";
		if (!field || (text === "" && this.#files.length === 0)) return;
		if (!this.#parts.send(text, this.#files)) return;
		field.value = "";
		this.#files = [];
		this.#told = "";
		this.#parts.redraw();
	}

	#press(event: KeyboardEvent): void {
		// While an input method composes a word, Enter belongs to it.
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		this.#submit(event);
	}

	get #field(): HTMLTextAreaElement | null {
		return this.#parts.root().querySelector<HTMLTextAreaElement>(".composer textarea");
	}
}
