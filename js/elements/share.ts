/** `<auto-ui-share>`: takes a canvas along, as a link or a file, and opens what others have shared. */
import type { HyperSkill, SharedQuestion } from "../share/index.js";
import type { Workspace } from "../workspace/workspace.js";
import { isOpen } from "../workspace/addresses.js";
import { AutoUiElement, define, html, nothing } from "./base.js";
import { LOOKS } from "./looks.js";
import { saveFile } from "./save.js";

const SHARE_LOOKS = `
dialog { width: min(34rem, 92vw); max-height: 90dvh; overflow: auto; padding: 1.2rem; border: 1px solid var(--color-border2); border-radius: var(--radius); background: var(--color-surface); color: inherit; }
dialog.asking[open] { display: flex; flex-direction: column; gap: 0.8rem; overflow: hidden; }
.asking > * { flex: none; } .asking > .asked { flex: 0 1 auto; min-height: 4rem; overflow: auto; }
.asking header { max-height: 45%; overflow: auto; } .asking header p { margin: 0.3rem 0 0; overflow-wrap: anywhere; }
dialog::backdrop { background: rgb(0 0 0 / 45%); } .qr { display: block; width: 14rem; max-width: 100%; margin: 0 auto; border-radius: 8px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.3rem 0.8rem; margin: 0; } dd { margin: 0; overflow-wrap: anywhere; }
`;

/** What is asked about a canvas that somebody has shared. */
interface Question {
	readonly of: SharedQuestion;
	answer(isWanted: boolean): void;
}

/**
 * A button that shares the workspace's canvas: a link (HyperSkill), its QR code, and files: JSON, a Markdown recipe, a page that needs
 * no network, a picture. And it opens what others have shared, from `?hs=` in the page's address or from a file: nothing of it is
 * shown, connected or run before the person says so.
 *
 * Property: `board`, the element whose look is taken for page and picture; in an app the canvas's own. Parts: `share`,
 * `link`, `copy`, `opened`. Event: `auto-ui-shared` (`{opened, problems}`) after something was opened.
 */
export class AutoUiShare extends AutoUiElement {
	#board: HTMLElement | undefined;
	#link = "";
	#code = "";
	#told = "";
	#question: Question | undefined;
	/** One question after the other; this ends with the last. */
	#last: Promise<unknown> = Promise.resolve();

	/** The element that shows the canvas; page and picture are copies of it. */
	get board(): HTMLElement | undefined {
		return this.#board;
	}

	set board(board: HTMLElement | undefined) {
		this.#board = board;
	}

	/**
	 * Opens a link, a parameter `hs`, or a file, after asking; of several the later ones wait. Resolves with whether it is there now: false
	 * also where the element leaves the page before there is an answer.
	 */
	open(source: string | Blob): Promise<boolean> {
		const run = this.#last.then(() => this.#openOne(source));
		this.#last = run;
		return run;
	}

	async #openOne(source: string | Blob): Promise<boolean> {
		const { workspace } = this;
		let isOpened = false;
		try {
			await workspace.ready;
			const { canvas } = workspace;
			if (!canvas) return false;
			const share = await import("../share/index.js");
			const shared = typeof source === "string" ? source : await share.readSkillFile(source);
			const { opened, problems } = await share.openShared(shared, {
				canvas,
				servers: workspace.drawing,
				ask: async (question) => {
					const isWanted = await this.#ask(question);
					// What is here stays as it is: what others have made gets a session of its own.
					if (isWanted) await workspace.keeper?.create();
					return isWanted;
				},
				connect: ({ url }) => workspace.addServer(url),
			});
			this.#told = problems.map(({ message }) => message).join(" ");
			isOpened = opened;
			this.emit("auto-ui-shared", { opened, problems });
		} catch (error) {
			this.#told = error instanceof Error ? error.message : String(error);
		}
		this.update();
		return isOpened;
	}

	protected override looks(): string {
		return LOOKS + SHARE_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		this.follow(workspace);
		this.whileOpen(() => this.#question?.answer(false));
		workspace.ready.then(
			() => {
				const { canvas } = workspace;
				if (canvas && this.isConnected) this.whileOpen(canvas.subscribe(() => this.update()));
			},
			() => undefined,
		);
	}

	protected override view() {
		const { t, workspace } = this;
		const isEmpty = workspace.canvas?.isEmpty ?? true;
		const chosen = ({ currentTarget }: Event) => {
			const input = currentTarget as HTMLInputElement;
			const file = input.files?.[0];
			input.value = "";
			if (file) void this.open(file);
		};
		const choose = () => this.shadow.querySelector<HTMLInputElement>("input[type=file]")?.click();
		// The event comes late: the next question may be there by then.
		const closed = () => !this.#dialog("asking")?.open && this.#question?.answer(false);
		return html`<div class="row"><button type="button" class="quiet" part="share" ?hidden=${isEmpty} @click=${() => void this.#share()}>${t("share")}</button>
			<button type="button" class="quiet" part="open-file" @click=${choose}>${t("open-file")}</button>
			<input type="file" hidden accept=".json,.md,.html" @change=${chosen} /><span class="hint" role="status" part="told">${this.#told}</span></div>
			<dialog class="sharing" aria-label=${t("share")}>${this.#sharing()}</dialog>
			<dialog class="asking" aria-label=${t("open-shared")} @close=${closed}>${this.#question ? this.#asking(this.#question) : nothing}</dialog>`;
	}

	#sharing(): unknown {
		const { t } = this;
		const close = () => this.#dialog("sharing")?.close();
		const copy = async () => {
			const done = await navigator.clipboard?.writeText(this.#link).then(
				() => true,
				() => false,
			);
			this.#told = t(done ? "copied" : "not-copied");
			this.update();
		};
		const file = (kind: "json" | "markdown" | "page" | "picture") => () => void this.#save(kind);
		return html`<div class="body"><div class="row"><h2 class="grow">${t("share")}</h2><button type="button" class="quiet" @click=${close}>${t("close")}</button></div>
			${
				this.#link === ""
					? html`<p part="too-long">${t("link-too-long")}</p>`
					: html`<label class="field"><span>${t("link")}</span><input readonly part="link" .value=${this.#link} /></label>
			<div class="row"><button type="button" class="primary" part="copy" @click=${() => void copy()}>${t("copy")}</button><small>${t("characters", { n: this.#link.length })}</small></div>`
			}
			${this.#code === "" ? nothing : html`<img class="qr" src=${this.#code} alt=${t("qr-code")} />`}
			<div class="row"><button type="button" part="json" @click=${file("json")}>JSON</button><button type="button" part="markdown" @click=${file("markdown")}>${t("as-recipe")}</button>
				<button type="button" part="page" @click=${file("page")}>${t("as-page")}</button><button type="button" part="picture" @click=${file("picture")}>${t("as-picture")}</button></div></div>`;
	}

	#asking({ of, answer }: Question): unknown {
		const { t } = this;
		const { title, description, widgets, servers, runsCode, hosts, signature } = of;
		const row = (name: string, value: string) =>
			value === "" ? nothing : html`<dt>${name}</dt><dd>${value}</dd>`;
		const kinds = widgets.map(({ type, count }) => (count > 1 ? `${type} × ${count}` : type));
		return html`<header><h2 tabindex="-1">${t("open-shared")}</h2><p class="hint">${t("open-shared-hint")}</p><p part="title"><strong>${title}</strong></p></header>
			<div class="asked" role="group" tabindex="0" aria-label=${title}><dl>${row(t("description"), description)}${row(t("widgets"), kinds.join(", "))}
			${row(t("connects-to"), servers.map(({ url }) => url).join(", "))}${row(t("loads-from"), hosts.join(", "))}
			${row(t("runs-code"), runsCode.join(", "))}${row(t("signature"), t(`signature-${signature.state}`, { key: "key" in signature ? signature.key : "" }))}</dl>
			</div><div class="row"><button type="button" class="primary" part="accept" @click=${() => answer(true)}>${t("open")}</button>
			<button type="button" part="refuse" @click=${() => answer(false)}>${t("not-now")}</button></div>`;
	}

	async #share(): Promise<void> {
		const { canvas } = this.workspace;
		if (!canvas) return;
		try {
			const share = await import("../share/index.js");
			const { encodeHyperSkill, toQrCode } = share;
			const skill = this.#skill(share);
			// What makes a link too long for servers can still be taken along as a file.
			this.#link = await encodeHyperSkill(skill, location.href, { short: true }).catch(() => "");
			const code = this.#link === "" ? "" : await toQrCode(this.#link).catch(() => "");
			this.#code = code === "" ? "" : `data:image/svg+xml,${encodeURIComponent(code)}`;
			this.#told = "";
			// Once the link stands in it.
			setTimeout(() => this.#dialog("sharing")?.showModal());
		} catch (error) {
			this.#told = error instanceof Error ? error.message : String(error);
		}
		this.update();
	}

	#skill({ toHyperSkill, themeOf }: typeof import("../share/index.js")): HyperSkill {
		const { workspace } = this;
		const { canvas } = workspace;
		if (!canvas) throw new Error("There is no canvas yet.");
		const first = workspace.conversation.thread.path.find(({ role }) => role === "person");
		return toHyperSkill(canvas, {
			title: workspace.keeper?.session?.title || first?.text.slice(0, 80) || "",
			servers: workspace.servers.entries
				.filter(({ url }) => isOpen(url))
				.map(({ url, name }) => ({ url, name })),
			localServers: workspace.localServers.map(({ name }) => name),
			theme: themeOf(document.documentElement),
			...(workspace.model.provider && { llm: workspace.model.provider.model }),
		});
	}

	async #save(kind: "json" | "markdown" | "page" | "picture"): Promise<void> {
		try {
			const share = await import("../share/index.js");
			const skill = this.#skill(share);
			const { blob, filename } = share.toFile(skill);
			const name = filename.replace(/\.json$/, "");
			if (kind === "json") saveFile(filename, blob);
			else if (kind === "markdown") saveFile(`${name}.md`, share.toMarkdown(skill), "text/markdown");
			else {
				const { board } = this;
				if (!board) throw new Error("There is nothing to look at: set the property board.");
				if (kind === "page") saveFile(`${name}.html`, share.toPage(board, skill), "text/html");
				else {
					const picture = await share.toPicture(board);
					saveFile(`${name}.${picture.type.includes("svg") ? "svg" : "png"}`, picture);
				}
			}
		} catch (error) {
			this.#told = error instanceof Error ? error.message : String(error);
			this.update();
		}
	}

	#ask(of: SharedQuestion): Promise<boolean> {
		return new Promise((resolve) => {
			const answer = (isWanted: boolean) => {
				this.#question = undefined;
				this.#dialog("asking")?.close();
				this.update();
				resolve(isWanted);
			};
			this.#question = { of, answer };
			this.update();
			queueMicrotask(() => {
				const dialog = this.#dialog("asking");
				// Nobody can be asked where the element is not in the page.
				if (!dialog?.isConnected) return answer(false);
				dialog.showModal();
				// Not a button: a key that was meant for what was there before must not agree.
				dialog.querySelector("h2")?.focus();
			});
		});
	}

	#dialog(name: "sharing" | "asking"): HTMLDialogElement | null {
		return this.shadow.querySelector<HTMLDialogElement>(`dialog.${name}`);
	}
}

define("auto-ui-share", AutoUiShare);
