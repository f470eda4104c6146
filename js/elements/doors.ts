/** `<auto-ui-doors>`: who else may use this page's tools, and what has come through. */
import type { Workspace } from "../workspace/workspace.js";
import type { DoorCall } from "../guard/types.js";
import { AutoUiElement, define, html, nothing } from "./base.js";
import { approvals } from "./chat/approval.js";
import { CARD_LOOKS } from "./chat/looks.js";
import { Doors } from "./doors/doors.js";
import { LOOKS, PANEL_LOOKS } from "./looks.js";

const RELAY = "npx --package webmcp-auto-ui --package ws --package @modelcontextprotocol/sdk webmcp-relay";

/** A call that waits for the person. */
interface Question {
	readonly call: DoorCall;
	answer(isAllowed: boolean): void;
}

/**
 * Lets a person open the page's tools to agents in this browser (WebMCP), to whoever speaks HTTP in it (Tool Execution API, by a
 * Service Worker) and to programs on the machine (by the relay), and asks about calls that may change something.
 *
 * Attribute: `service-worker`, the address of a worker that calls `serveFromPages`; without it HTTP is not offered. Event:
 * `auto-ui-question` when a call waits. Parts: `panel`, `doors-state`, `questions`, `door-log`.
 */
export class AutoUiDoors extends AutoUiElement {
	static readonly observedAttributes = ["service-worker"];
	#doors: Doors | undefined;
	#questions: readonly Question[] = [];
	/** What went wrong, by door. */
	#problems: { [door: string]: string } = {};

	/** Which doors are open. */
	get open(): readonly ("webmcp" | "http" | "relay")[] {
		const doors = this.#doors;
		if (!doors) return [];
		return [
			...(doors.isExposed ? (["webmcp"] as const) : []),
			...(doors.isServed ? (["http"] as const) : []),
			...(doors.relay === "connected" ? (["relay"] as const) : []),
		];
	}

	protected override looks(): string {
		return `${LOOKS}${PANEL_LOOKS}${CARD_LOOKS} .door { display: grid; gap: 0.5rem; } .door + .door { padding-block-start: 0.7rem; border-block-start: 1px solid var(--color-border); }
			.switch { display: flex; align-items: center; gap: 0.55rem; font-size: 0.85rem; cursor: pointer; } .calls { margin: 0; padding: 0; list-style: none; font-size: 0.78rem; color: var(--color-text2); }`;
	}

	protected override opened(workspace: Workspace): void {
		void workspace.ready.then(() => {
			const [server] = workspace.localServers;
			if (!this.isConnected || !workspace.canvas || !server) return;
			this.#doors = new Doors(server, workspace.canvas, (call, signal) => this.#ask(call, signal));
			this.whileOpen(this.#doors.subscribe(() => this.#changed()));
			this.whileOpen(() => {
				this.#doors?.close();
				this.#doors = undefined;
			});
			this.update();
		});
	}

	protected override view() {
		const doors = this.#doors;
		if (!doors) return nothing;
		const { t } = this;
		const log = doors.log.map(
			({ door, tool, outcome, ms }) =>
				html`<li>${t("door-called", { who: this.#who(door), tool, outcome, ms })}</li>`,
		);
		const who = this.open.map((door) =>
			t(`door-${door === "webmcp" ? "native" : door === "http" ? "tool-api" : "relay"}`),
		);
		const told = who.length > 0 ? t("doors-open", { who: who.join(", ") }) : t("doors-closed");
		return html`<details class="panel" part="panel"><summary><span class="dot" data-phase=${who.length > 0 ? "ready" : "none"} aria-hidden="true"></span>
			<span class="name">${t("doors")}</span><span class="state" part="doors-state">${told}</span></summary><div class="inside"><div part="questions" class="body">${this.#questions.map((question) => this.#question(question))}</div>
			${this.#webmcp(doors)}${this.has("service-worker") ? this.#http(doors) : nothing}${this.#relay(doors)}<ul class="calls" part="door-log">${log}</ul></div></details>`;
	}

	#webmcp(doors: Doors): unknown {
		const open = ({ currentTarget }: Event) =>
			this.#try("webmcp", () => doors.expose((currentTarget as HTMLInputElement).checked));
		return html`<div class="door"><label class="switch"><input type="checkbox" part="door-webmcp" .checked=${doors.isExposed} @change=${open} /><span>${this.t("door-open-webmcp")}</span></label>
			<p class="hint">${this.t(doors.isNative ? "has-webmcp" : "lacks-webmcp")} <code>document.modelContext</code> <span role="status" part="webmcp-state">${this.#problems.webmcp ?? ""}</span></p></div>`;
	}

	#http(doors: Doors): unknown {
		const worker = this.getAttribute("service-worker") ?? "";
		const open = ({ currentTarget }: Event) =>
			this.#try("http", () => doors.serve(worker, (currentTarget as HTMLInputElement).checked));
		return html`<div class="door"><label class="switch"><input type="checkbox" part="door-http" .checked=${doors.isServed} @change=${open} /><span>${this.t("door-open-http")}</span></label>
			<p class="hint">${this.t("door-http-hint")} <a href="/explorer/" target="_blank" rel="noopener">/explorer/</a> <span role="status" part="http-state">${this.#problems.http ?? ""}</span></p></div>`;
	}

	#relay(doors: Doors): unknown {
		const { t } = this;
		const isOff = doors.relay === "off";
		const submit = (event: Event) => {
			event.preventDefault();
			const value = (name: string) =>
				this.shadow.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value.trim() ?? "";
			this.#try("relay", () =>
				isOff ? doors.connect(value("relay-url"), value("relay-token")) : doors.disconnect(),
			);
		};
		return html`<form class="door" @submit=${submit}><p class="hint">${t("relay-hint")} <code>${RELAY} --origin ${location.origin}</code></p>
			<label class="field"><span>${t("relay-address")}</span><input type="url" name="relay-url" part="relay-url" required value="ws://127.0.0.1:9444" /></label>
			<label class="field"><span>${t("relay-token")}</span><input name="relay-token" part="relay-token" required autocomplete="off" /></label>
			<div class="row"><button type="submit" part="relay-connect">${t(isOff ? "connect" : "disconnect")}</button></div>
			<p class="hint" role="status" part="relay-state">${this.#problems.relay ?? (isOff ? "" : t(`relay-${doors.relay}`))}</p></form>`;
	}

	#question({ call, answer }: Question): unknown {
		const pending = { id: "call", name: call.tool.name, args: call.args };
		const lead = this.t(call.changed ? "door-changed" : "door-asks", { who: this.#who(call.door) });
		return html`<p class="hint">${lead}</p>${approvals({
			calls: [pending],
			decisions: [],
			isOver: false,
			nameOf: () => undefined,
			t: this.t,
			decide: ([decision]) => answer(decision?.approved === true),
		})}`;
	}

	#who(door: string): string {
		return door === "native" || door === "relay" || door === "tool-api" ? this.t(`door-${door}`) : door;
	}

	/** Asks the person; a call that its caller gives up asks no more. */
	#ask(call: DoorCall, signal: AbortSignal): Promise<boolean> {
		return new Promise((resolve) => {
			const answer = (isAllowed: boolean) => {
				this.#questions = this.#questions.filter((other) => other !== question);
				signal.removeEventListener("abort", give);
				resolve(isAllowed);
				this.update();
			};
			const give = () => answer(false);
			const question: Question = { call, answer };
			this.#questions = [...this.#questions, question];
			signal.addEventListener("abort", give);
			this.emit("auto-ui-question", { tool: call.tool.name });
			this.update();
			this.shadow.querySelector("details")?.setAttribute("open", "");
			requestAnimationFrame(() => this.shadow.querySelector<HTMLElement>("form.approval")?.focus());
		});
	}

	async #try(door: string, work: () => void | Promise<void>): Promise<void> {
		const { [door]: _, ...others } = this.#problems;
		this.#problems = others;
		try {
			await work();
		} catch (error) {
			this.#problems = { ...others, [door]: error instanceof Error ? error.message : String(error) };
		}
		this.update();
	}

	#changed(): void {
		this.emit("auto-ui-doors", { open: this.open });
		this.update();
	}
}

define("auto-ui-doors", AutoUiDoors);
