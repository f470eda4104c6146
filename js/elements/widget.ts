/** `<auto-ui-widget>`: one widget by itself. */
import { report } from "../core/report.js";
import type { JsonObject } from "../types/index.js";
import { type MountedWidget, mountWidget, type RendererSource } from "../widgets/mount.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html } from "./base.js";
import { BASE_LOOKS } from "./looks.js";

/**
 * Draws the widget `type` with `data` (spec "System Architecture", WidgetRenderer): by the first of `servers` that can, by default the
 * workspace's. What a person does with it leaves as an event of that name and as `widget:interact` (`{action, payload}`).
 *
 * Attributes: `type`, `data` (JSON). Properties: `data` (a record), `servers`. Part: `widget`.
 */
export class AutoUiWidget extends AutoUiElement {
	static readonly observedAttributes = ["type", "data"];
	#servers: readonly RendererSource[] | undefined;
	#data: JsonObject | undefined;
	#shown: { type: string; widget: MountedWidget } | undefined;
	#isReady = false;

	/** What it shows; the attribute's JSON where nothing was set. What is no JSON is nothing. */
	get data(): JsonObject {
		return this.#data ?? parsed(this.getAttribute("data"));
	}

	set data(data: JsonObject) {
		this.#data = data;
		this.update();
	}

	/** Where its renderer is looked for. */
	get servers(): readonly RendererSource[] | undefined {
		return this.#servers;
	}

	set servers(servers: readonly RendererSource[] | undefined) {
		if (this.#servers === servers) return;
		this.#servers = servers;
		this.#end();
		this.update();
	}

	/** The widget's name, such as `chart`. */
	get type(): string {
		return this.getAttribute("type") ?? "";
	}

	set type(type: string) {
		this.setAttribute("type", type);
	}

	/** Tells the widget what another one told. */
	receive(channel: string, payload: unknown): void {
		this.#shown?.widget.receive(channel, payload);
	}

	protected override looks(): string {
		return BASE_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		this.whileOpen(() => this.#end());
		workspace.ready.then(() => {
			this.#isReady = true;
			this.update();
		}, report);
	}

	protected override view() {
		return html`<div part="widget"></div>`;
	}

	protected override drawn(): void {
		const { type } = this;
		if (this.#shown && this.#shown.type !== type) this.#end();
		const place = this.shadow.querySelector<HTMLElement>("[part=widget]");
		if (!this.#isReady || type === "" || !place) return;
		if (this.#shown) this.#shown.widget.update(this.data);
		else {
			const servers = this.servers ?? this.workspace.localServers;
			this.#shown = { type, widget: mountWidget(place, type, this.data, servers) };
		}
	}

	#end(): void {
		this.#shown?.widget();
		this.#shown = undefined;
	}
}

function parsed(text: string | null): JsonObject {
	try {
		const value: unknown = JSON.parse(text ?? "{}");
		return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
	} catch {
		return {};
	}
}

define("auto-ui-widget", AutoUiWidget);
