/** `<auto-ui-sessions>`: what was made before, and is kept in this browser. */
import type { SessionHead } from "../storage/types.js";
import type { Keeper } from "../workspace/keeper.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html, icon, nothing, repeat } from "./base.js";
import { saveFile } from "./save.js";

/**
 * Lists the kept sessions: open, rename, duplicate, delete, search, begin a new one; and takes all of them along, or in, as a file.
 * Without a storage it shows nothing.
 *
 * Parts: `session`, `new`, `search`, `export`, `import`, `delete`, `confirm-delete`, `keep`, `damaged`, `left-out`.
 */
export class AutoUiSessions extends AutoUiElement {
	#heads: readonly SessionHead[] = [];
	#words = "";
	#renaming: string | undefined;
	/** Which one is to be deleted, once the person has said so again. */
	#deleting: string | undefined;
	#problem = "";
	#round = 0;
	#followed: Keeper | undefined;

	protected override opened(workspace: Workspace): void {
		this.follow(workspace);
		this.whileOpen(workspace.subscribe(() => this.#begin()));
		this.whileOpen(() => {
			this.#followed = undefined;
		});
		this.#begin();
	}

	protected override view() {
		const { keeper } = this.workspace;
		const { t } = this;
		if (!keeper) return nothing;
		const typed = ({ currentTarget }: Event) => {
			this.#words = (currentTarget as HTMLInputElement).value;
			void this.#look();
		};
		const chosen = ({ currentTarget }: Event) => {
			const input = currentTarget as HTMLInputElement;
			const file = input.files?.[0];
			input.value = "";
			if (file) this.#do(async () => keeper.importAll(JSON.parse(await file.text())));
		};
		const choose = () => this.shadow.querySelector<HTMLInputElement>("input[type=file]")?.click();
		const take = () =>
			this.#do(async () =>
				saveFile("sessions.json", JSON.stringify(await keeper.storage.exportAll()), "application/json"),
			);
		return html`<div class="body"><div class="row"><input type="search" class="grow" part="search" maxlength="200" placeholder=${t("search")} aria-label=${t("search-sessions")} @input=${typed} />
			<button type="button" class="primary" part="new" @click=${() => this.#do(() => keeper.create())}>${t("new-session")}</button></div>
			<ul class="plain">${repeat(
				this.#heads,
				({ id }) => id,
				(head) => this.#session(head, keeper),
			)}</ul>
			<div class="row"><button type="button" class="quiet" part="export" @click=${take}>${t("export-all")}</button>
				<button type="button" class="quiet" part="import" @click=${choose}>${t("import")}</button><input type="file" hidden accept=".json,application/json" @change=${chosen} /></div>
			${this.#leftOut(keeper)}<p class="failed" role="alert">${this.#problem}</p></div>`;
	}

	#leftOut({ leftOut }: Keeper): unknown {
		if (leftOut.length === 0) return nothing;
		const reasons = leftOut.map(({ message }) => html`<li>${message}</li>`);
		return html`<details part="left-out"><summary>${this.t("left-out", { n: leftOut.length })}</summary><ul>${reasons}</ul></details>`;
	}

	#session(head: SessionHead, keeper: Keeper): unknown {
		const { t } = this;
		const { id } = head;
		const isOpen = keeper.session?.id === id;
		const title = head.title || t("untitled");
		if (this.#renaming === id) {
			const rename = (event: Event) => {
				event.preventDefault();
				const name = this.shadow.querySelector<HTMLInputElement>("input[name=title]")?.value.trim() ?? "";
				this.#renaming = undefined;
				this.#do(() => keeper.storage.sessions.rename(id, name));
			};
			return html`<li><form class="row" @submit=${rename}><input name="title" class="grow" maxlength="1000" aria-label=${t("title")} .value=${head.title} /><button type="submit">${t("rename")}</button></form></li>`;
		}
		if (this.#deleting === id) return this.#question(id, title, keeper);
		const ask = () => {
			this.#deleting = id;
			this.update();
			queueMicrotask(() => this.shadow.querySelector<HTMLElement>("[part=keep]")?.focus());
		};
		const begin = () => {
			this.#renaming = id;
			this.update();
			queueMicrotask(() => this.shadow.querySelector<HTMLInputElement>("input[name=title]")?.focus());
		};
		const told = t("session-holds", {
			n: head.messages,
			widgets: head.widgets,
			when: new Date(head.updatedAt).toLocaleString(),
		});
		return html`<li part="session" class="row" aria-current=${isOpen ? "true" : nothing}>
			<button type="button" class="grow quiet start" @click=${() => this.#do(() => keeper.open(id))}><strong>${isOpen ? html`<span class="dot here" data-phase="ready" aria-hidden="true"></span> ` : nothing}${title}</strong><br /><small>${head.isDamaged ? html`<span class="failed" part="damaged">${t("damaged-session")}</span> · ` : nothing}${told}</small></button>
			<button type="button" class="quiet" part="rename" aria-label=${t("rename-it", { title })} title=${t("rename")} @click=${begin}>${icon("edit")}</button>
			<button type="button" class="quiet" part="duplicate" aria-label=${t("duplicate-it", { title })} title=${t("duplicate")} @click=${() => this.#do(async () => void (await keeper.storage.sessions.duplicate(id)))}>${icon("duplicate")}</button>
			<button type="button" class="quiet" part="delete" aria-label=${t("delete-it", { title })} title=${t("delete")} @click=${ask}>${icon("remove")}</button></li>`;
	}

	#question(id: string, title: string, keeper: Keeper): unknown {
		const { t } = this;
		const leave = () => {
			this.#deleting = undefined;
			this.update();
		};
		const remove = () => {
			this.#deleting = undefined;
			this.#do(() => keeper.remove(id));
		};
		const pressed = (event: KeyboardEvent) => {
			if (event.key !== "Escape") return;
			// It answers the question, and stops no run.
			event.preventDefault();
			leave();
		};
		return html`<li part="session"><div class="row" role="group" aria-label=${t("delete-sure", { title })} @keydown=${pressed}><span class="grow">${t("delete-sure", { title })}</span>
			<button type="button" part="confirm-delete" @click=${remove}>${t("delete")}</button>
			<button type="button" class="primary" part="keep" @click=${leave}>${t("cancel")}</button></div></li>`;
	}

	#begin(): void {
		const { keeper } = this.workspace;
		if (!keeper || keeper === this.#followed) return;
		this.#followed = keeper;
		this.whileOpen(keeper.subscribe(() => this.update()));
		this.whileOpen(keeper.storage.subscribe(() => void this.#look()));
		void this.#look();
	}

	async #do(work: () => Promise<void>): Promise<void> {
		this.#problem = "";
		try {
			await work();
		} catch (error) {
			this.#problem = error instanceof Error ? error.message : String(error);
		}
		await this.#look();
	}

	async #look(): Promise<void> {
		const sessions = this.workspace.keeper?.storage.sessions;
		if (!sessions) return;
		this.#round += 1;
		const round = this.#round;
		const words = this.#words.trim();
		const heads = await (words === "" ? sessions.list() : sessions.search(words)).catch(() => []);
		if (round !== this.#round) return;
		this.#heads = heads;
		this.update();
	}
}

define("auto-ui-sessions", AutoUiSessions);
