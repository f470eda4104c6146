/** `<auto-ui-app>`: the whole interface by one tag. */
import { report } from "../core/report.js";
import type { Keeper } from "../workspace/keeper.js";
import type { WorkspaceOptions } from "../workspace/workspace.js";
import { Workspace } from "../workspace/workspace.js";
import { APP_LOOKS } from "./app/looks.js";
import { modelPanel, morePanel, serversPanel, sessionsPanel, troubles } from "./app/panels.js";
import { AutoUiElement, define, html, icon, nothing } from "./base.js";
import { LOOKS } from "./looks.js";
import type { AutoUiCanvas } from "./canvas.js";
import type { AutoUiChat } from "./chat.js";
import type { AutoUiShare } from "./share.js";
import type { AutoUiTour } from "./tour.js";
import { applyTheme, setTheme, THEMES, themeNow } from "./theme.js";
import "./canvas.js";
import "./chat.js";
import "./model-loader.js";
import "./model-select.js";
import "./recipes.js";
import "./servers.js";
import "./sessions.js";
import "./settings.js";
import "./share.js";
import "./suggestions.js";

/** What is beside what, or behind a tab of its own where it is narrow. */
const PANES = ["chat", "canvas"] as const;
type Pane = (typeof PANES)[number];
const SIGNS = { system: "system", light: "sun", dark: "moon" } as const;

/**
 * Chat and canvas, the model, servers, recipes and settings, and the console, all on one workspace of its own.
 *
 * Attributes: `model` (an address or a preset of a model in the page), `adapter` (the address of a LoRA adapter for it), `servers`
 * (addresses of MCP servers, separated by spaces), `wishes` (suggestions, one on each line), `wait` (nothing is loaded or connected
 * before `begin()`), `keep` (settings, conversations and canvases are kept in this browser, under the name that it gives), `voice`. Property: `workspace`, or `options` for one of its own. Slots: `brand`, `panels` (further panels above
 * the chat), `actions` (beside the canvas's tools). Parts: `bar`, `panel`, `pane`.
 */
export class AutoUiApp extends AutoUiElement {
	static readonly observedAttributes = ["wishes", "voice"];
	#options: WorkspaceOptions | undefined;
	#made: Workspace | undefined;
	#begun: Promise<void> | undefined;
	#pane: Pane = "chat";
	#hasConsole = false;
	/** Why nothing is kept. */
	#unkept: string | undefined;

	/** What its own workspace is made of; to be set before the element is in the page. */
	get options(): WorkspaceOptions {
		this.#options ??= {
			model: {
				...(this.getAttribute("model") && { source: this.getAttribute("model") as string }),
				...(this.getAttribute("adapter") && { adapters: [{ url: this.getAttribute("adapter") as string }] }),
			},
			mcpServers: (this.getAttribute("servers") ?? "").split(/\s+/).filter((url) => url !== ""),
		};
		return this.#options;
	}

	set options(options: WorkspaceOptions) {
		this.#options = options;
	}

	override get workspace(): Workspace {
		this.#made ??= new Workspace(this.options);
		return this.#made;
	}

	override set workspace(workspace: Workspace) {
		this.#made = workspace;
		super.workspace = workspace;
	}

	/** Takes up what is kept, loads the model and connects the servers, where the attribute `wait` has kept them. */
	begin(): Promise<void> {
		this.#begun ??= this.#begin();
		return this.#begun;
	}

	async #begin(): Promise<void> {
		const { workspace } = this;
		const name = this.getAttribute("keep");
		if (name !== null && !workspace.keeper) {
			const keeping = this.#keep(workspace, name);
			workspace.hold(keeping);
			await keeping;
		}
		const begun = workspace.begin();
		// What somebody has shared is asked about when the page is there to be asked in.
		if (new URLSearchParams(location.search).has("hs")) await this.#openShared();
		await begun;
	}

	async #openShared(): Promise<void> {
		await customElements.whenDefined("auto-ui-share");
		const isOpened = await this.shadow.querySelector<AutoUiShare>("auto-ui-share")?.open(location.href);
		if (!isOpened) return;
		// It is a session now: what is opened again is that.
		const url = new URL(location.href);
		url.searchParams.delete("hs");
		history.replaceState(history.state, "", url);
	}

	/** Without a storage, as in some private windows, or where it does not answer, all the rest goes on. */
	async #keep(workspace: Workspace, name: string): Promise<void> {
		try {
			const { keeperOf } = await import("./app/keeping.js");
			workspace.keeper = await keeperOf(workspace, name, this.t("storage-silent"));
		} catch (error) {
			this.#unkept = error instanceof Error ? error.message : String(error);
		}
		this.update();
	}

	/** The page was put aside, and is shown again: its storage has ended. */
	async #keepAgain(workspace: Workspace, name: string, before: Keeper): Promise<void> {
		workspace.keeper = undefined;
		// What it could not store any more is not stored.
		await before.close().catch(() => undefined);
		await this.#keep(workspace, name);
	}

	/** Brings a pane to the front, where only one has room. */
	show(pane: Pane): void {
		this.#pane = pane;
		this.update();
	}

	protected override looks(): string {
		return LOOKS + APP_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		applyTheme();
		this.follow(workspace);
		this.follow(workspace.model);
		this.follow(workspace.servers);
		let widgets = 0;
		const { thread } = workspace.conversation;
		this.whileOpen(
			thread.subscribe((change) => {
				if (change.type !== "message" || change.message.role !== "agent") return;
				if (change.message.state === "waiting") this.show("chat");
				else if (change.message.widgets.length > widgets) this.show("canvas");
				widgets = change.message.widgets.length;
			}),
		);
		this.whileOpen(workspace.proposals.subscribe(() => this.show("chat")));
		workspace.ready.then(() => {
			const { canvas } = workspace;
			if (canvas && this.isConnected) this.whileOpen(canvas.subscribe(() => this.update()));
			this.update();
		}, report);
		const shown = ({ persisted }: PageTransitionEvent) => {
			const { keeper } = workspace;
			const name = this.getAttribute("keep");
			// A keeper that the page has made is the page's to make again.
			if (persisted && keeper && name !== null) workspace.hold(this.#keepAgain(workspace, name, keeper));
		};
		window.addEventListener("pageshow", shown);
		this.whileOpen(() => window.removeEventListener("pageshow", shown));
		this.#acceptDrops();
		if (!this.has("wait")) this.begin().catch(report);
	}

	protected override view() {
		const { workspace, t } = this;
		const isEmpty = workspace.canvas?.isEmpty ?? true;
		const clear = () => workspace.clear();
		return html`<header class="bar" part="bar"><slot name="brand"></slot><span class="grow"></span>${this.#tabs()}
				<button type="button" class="quiet" part="tour" title=${t("tour")} @click=${() => void this.#tour()}>${icon("help")} <span class="label">${t("tour")}</span></button>
				<button type="button" class="quiet" part="console" aria-pressed=${String(this.#hasConsole)} title=${t("console")} @click=${() => this.#toggleConsole()}>${icon("console")} <span class="label">${t("console")}</span></button>
				${this.#theme()}</header>
			<main class="panes" data-pane=${this.#pane}>
				<section id="chat-pane" class="pane chat" part="pane" aria-label=${t("chat")}>
					<div class="panels" @auto-ui-question=${() => this.#showQuestion()} @keydown=${(event: KeyboardEvent) => this.#leavePanel(event)}>${sessionsPanel(workspace, this.#unkept, t)}${modelPanel(workspace, t)}${serversPanel(workspace, t)}${morePanel(workspace, t)}</div>
					${troubles(workspace, this.#unkept, t, (name) => this.#openPanel(name))}
					<auto-ui-chat exportparts="log, wish, reply, status, composer, wish-input, send, stop, failure" .workspace=${workspace} ?voice=${this.has("voice")} @auto-ui-wish=${() => this.#openPanel()}></auto-ui-chat></section>
				<section id="canvas-pane" class="pane board" part="pane" aria-label=${t("canvas")}>
					<auto-ui-canvas .workspace=${workspace}>
						<button slot="actions" type="button" class="quiet" part="clear" ?hidden=${isEmpty} title=${t("clear-what")} @click=${clear}>${icon("clear")} ${t("clear")}</button>
						<auto-ui-share slot="actions" .workspace=${workspace}></auto-ui-share><slot name="actions" slot="actions"></slot>
						<div class="empty"><h2>${t("empty")}</h2><p>${t("empty-hint")}</p>
							<auto-ui-suggestions .workspace=${workspace} wishes=${this.getAttribute("wishes") ?? ""}></auto-ui-suggestions></div></auto-ui-canvas>
					${this.#hasConsole ? html`<auto-ui-console .workspace=${workspace}></auto-ui-console>` : nothing}</section></main>
			<auto-ui-tour .workspace=${workspace}></auto-ui-tour>`;
	}

	#tabs(): unknown {
		const press = ({ key }: KeyboardEvent) => {
			if (key !== "ArrowLeft" && key !== "ArrowRight") return;
			this.show(this.#pane === "chat" ? "canvas" : "chat");
			queueMicrotask(() => this.shadow.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus());
		};
		return html`<div class="tabs" role="tablist" aria-label=${this.t("panes")}>${PANES.map(
			(
				pane,
			) => html`<button type="button" role="tab" aria-controls=${`${pane}-pane`} aria-selected=${String(pane === this.#pane)} tabindex=${pane === this.#pane ? 0 : -1}
				@click=${() => this.show(pane)} @keydown=${press}>${this.t(pane)}</button>`,
		)}</div>`;
	}

	#theme(): unknown {
		const theme = themeNow();
		const next = () => {
			setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system");
			this.update();
		};
		const name = this.t(`theme-${theme}`);
		return html`<button type="button" class="quiet" part="theme" aria-label=${this.t("theme-is", { name })} @click=${next}>${icon(SIGNS[theme])} <span class="label">${name}</span></button>`;
	}

	/** What is dropped anywhere is for the chat, which takes by itself what is dropped on it. */
	#acceptDrops(): void {
		const over = (event: DragEvent) => {
			if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
		};
		const drop = (event: DragEvent) => {
			const files = [...(event.dataTransfer?.files ?? [])];
			if (files.length === 0 || event.defaultPrevented) return;
			event.preventDefault();
			this.show("chat");
			this.shadow.querySelector<AutoUiChat>("auto-ui-chat")?.take(files);
		};
		this.addEventListener("dragover", over);
		this.addEventListener("drop", drop);
		this.whileOpen(() => {
			this.removeEventListener("dragover", over);
			this.removeEventListener("drop", drop);
		});
	}

	protected override drawn(): void {
		const share = this.shadow.querySelector<AutoUiShare>("auto-ui-share");
		const board = this.shadow.querySelector<AutoUiCanvas>("auto-ui-canvas")?.board;
		if (share && board) share.board = board;
	}

	/** A call waits in one of the page's own panels. */
	#showQuestion(): void {
		this.#openPanel("more");
		this.show("chat");
	}

	/** Opens a panel of the bar in the place of the one that is open, or closes that one. */
	#openPanel(name?: string): void {
		for (const panel of this.shadow.querySelectorAll<HTMLDetailsElement>("[name=panels]"))
			panel.open = panel.dataset.panel === name;
	}

	/** Escape closes a panel that lies over the chat, where nothing in it has had use for the key. */
	#leavePanel(event: KeyboardEvent): void {
		const open = this.shadow.querySelector<HTMLDetailsElement>("[name=panels][open]");
		if (event.key !== "Escape" || event.defaultPrevented || !open) return;
		event.preventDefault();
		open.open = false;
		open.querySelector("summary")?.focus();
	}

	/** Its code is loaded when it is first wanted. */
	async #tour(): Promise<void> {
		const { stopsOf } = await import("./app/stops.js");
		const tour = this.shadow.querySelector<AutoUiTour>("auto-ui-tour");
		if (!tour) return;
		await tour.ready;
		tour.stops = stopsOf(this.shadow);
		tour.begin();
	}

	#toggleConsole(): void {
		this.#hasConsole = !this.#hasConsole;
		// Its code is loaded when it is first wanted.
		if (this.#hasConsole) import("./console.js").catch(report);
		this.update();
	}

	override focus(): void {
		this.shadow.querySelector<AutoUiChat>("auto-ui-chat")?.focus();
	}
}

define("auto-ui-app", AutoUiApp);
