/** `<auto-ui-model-loader>`: how far the model is, and what can be done about it. */
import { report } from "../core/report.js";
import { clearModelCache, listCachedModels, type StoredModel } from "../model/cache.js";
import type { ModelState, Progress } from "../workspace/model.js";
import type { Say } from "../words/words.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html, nothing } from "./base.js";
import { sizeText } from "./amounts.js";

/**
 * Shows the loading of a model in the page (spec "System Architecture", ModelLoader): how much, how fast, how long still; pause, go on,
 * cancel; asks before a model is downloaded, with its licence and size; and lists the models that this browser has stored.
 *
 * Attributes: `model`, the address or preset of a model in the page, and `adapter`, the address of a LoRA adapter for it, where the
 * page's own workspace is used, both followed when they change; `no-cache` leaves the list of stored models out. Property: `model`. Parts: `state`, `progress`, `consent`, `stored`.
 */
export class AutoUiModelLoader extends AutoUiElement {
	static readonly observedAttributes = ["no-cache", "model", "adapter"];
	#followed: Workspace | undefined;
	/** A change of attributes waits for those that follow it. */
	#isOffering = false;
	#stored: readonly StoredModel[] = [];

	/** The address or preset of the model that comes with the page; empty for none. */
	get model(): string {
		return this.getAttribute("model") ?? "";
	}

	set model(model: string | null | undefined) {
		this.setAttribute("model", model ?? "");
	}

	override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
		super.attributeChangedCallback(name, before, value);
		if (before === value || (name !== "model" && !(name === "adapter" && this.model))) return;
		const workspace = this.#followed;
		if (!workspace || this.#isOffering) return;
		this.#isOffering = true;
		// Attributes that are set one after the other are one change.
		queueMicrotask(() => {
			this.#isOffering = false;
			if (workspace === this.#followed) this.#offer(workspace);
		});
	}

	#offer({ model }: Workspace): void {
		const adapter = this.getAttribute("adapter");
		model.offer({ source: this.model || undefined, adapters: adapter ? [{ url: adapter }] : undefined });
	}

	protected override opened(workspace: Workspace): void {
		this.#followed = workspace;
		this.whileOpen(() => {
			this.#followed = undefined;
		});
		if (this.model) this.#offer(workspace);
		this.follow(workspace);
		let phase = "";
		this.whileOpen(
			workspace.model.subscribe(() => {
				this.update();
				if (phase !== workspace.model.state.phase) void this.#look();
				phase = workspace.model.state.phase;
			}),
		);
		void this.#look();
	}

	protected override view() {
		const { model, settings } = this.workspace;
		const { state } = model;
		return html`<div class="body"><p class="row" part="state" role="status"><span class="dot" data-phase=${phaseOf(state)} aria-hidden="true"></span>
			<span class="grow">${modelWords(this.workspace, this.t)}</span></p>
			${state.phase === "loading" || state.phase === "paused" ? this.#loading(state.progress, state.phase === "paused") : nothing}
			${state.phase === "asking" ? this.#consent(state) : nothing}
			${settings.kind === "page" || settings.kind === "browser" ? this.#again(state) : nothing}
			${this.has("no-cache") || this.#stored.length === 0 ? nothing : this.#cache()}</div>`;
	}

	/** A model that has failed, or that was cancelled, can be loaded all the same. */
	#again({ phase }: ModelState): unknown {
		const { model } = this.workspace;
		const isCancelled = phase === "none" && model.address !== undefined;
		if (phase !== "error" && phase !== "stopped" && !isCancelled) return nothing;
		const words = this.t(isCancelled ? "download" : "try-again");
		return html`<div class="row"><button type="button" part="again" @click=${() => void model.resume()}>${words}</button></div>`;
	}

	#loading(progress: Progress | undefined, isPaused: boolean): unknown {
		const { model } = this.workspace;
		const { part = 0, loaded, total, speed, left } = progress ?? {};
		const told =
			loaded === undefined || total === undefined
				? ""
				: [
						this.t("of-size", { part: sizeText(loaded), whole: sizeText(total) }),
						speed === undefined || isPaused ? "" : this.t("per-second", { size: sizeText(speed) }),
						left === undefined || isPaused ? "" : this.t("time-left", { n: Math.ceil(left) }),
					]
						.filter((one) => one !== "")
						.join(" · ");
		const cancel = async () => {
			const { address } = model;
			model.dispose();
			if (address) await removed(address).catch(report);
			void this.#look();
		};
		const pause = html`<button type="button" part="pause" @click=${() => model.pause()}>${this.t("pause")}</button>`;
		const resume = html`<button type="button" class="primary" part="resume" @click=${() => void model.resume()}>${this.t("resume")}</button>`;
		return html`<progress part="progress" max="1" .value=${part} aria-label=${this.t("model-loading")}></progress>
			<small>${told}</small><div class="row">${isPaused ? resume : pause}
			<button type="button" part="cancel" @click=${() => void cancel()}>${this.t("cancel")}</button></div>`;
	}

	#consent({ download }: ModelState): unknown {
		if (!download) return nothing;
		const { model } = this.workspace;
		const { url, bytes, license } = download;
		const terms = license
			? html` ${this.t("under-licence")} <a href=${license.url} target="_blank" rel="noopener noreferrer">${license.name}</a>.`
			: nothing;
		const host = URL.canParse(url) ? new URL(url).host : url;
		return html`<div class="body" part="consent" role="group" aria-label=${this.t("download")}>
			<p class="hint">${url === "" ? this.t("browser-downloads") : this.t("download-from", { host, size: bytes ? sizeText(bytes) : "?" })}${terms}</p>
			<div class="row"><button type="button" class="primary" part="download" @click=${() => model.consent(true)}>${this.t("download")}</button>
			<button type="button" part="refuse" @click=${() => model.consent(false)}>${this.t("not-now")}</button></div></div>`;
	}

	#cache(): unknown {
		const remove = (url: string) => async () => {
			await removed(url).catch(report);
			await this.#look();
		};
		const items = this.#stored.map(({ url, bytes, complete }) => {
			const name = url.split("/").pop() ?? url;
			return html`<li class="row"><span class="grow">${name}<br /><small>${sizeText(bytes)}${complete ? "" : ` · ${this.t("incomplete")}`}</small></span>
				<button type="button" class="quiet" aria-label=${this.t("remove-model", { name })} @click=${remove(url)}>${this.t("remove")}</button></li>`;
		});
		const sum = this.#stored.reduce((all, { bytes }) => all + bytes, 0);
		return html`<details part="stored"><summary>${this.t("stored-models", { n: this.#stored.length, size: sizeText(sum) })}</summary><ul class="plain">${items}</ul></details>`;
	}

	async #look(): Promise<void> {
		// A browser without a private file system has stored nothing.
		this.#stored = await listCachedModels().catch(() => []);
		this.update();
	}
}

/** Tries so often to remove what a Worker holds that is just ending, and waits so long in between, milliseconds. */
const [TRIES, WAIT_MS] = [30, 100];

/** Removes a stored model, as soon as nothing in this page reads it any more; one that another tab has open stays. */
async function removed(url: string): Promise<void> {
	for (let at = 0; at < TRIES; at++) {
		if (await clearModelCache(url)) return;
		await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
	}
}

/** How the model stands, in a sentence. */
export function modelWords({ model, settings }: Workspace, t: Say): string {
	const { phase, reason, progress } = model.state;
	if (phase === "error") return reason ?? t("model-error");
	if (phase === "ready" && settings.kind === "local")
		return t("ready-at", { model: settings.localModel, address: settings.localUrl });
	if (phase === "ready" && settings.kind === "remote")
		return t("ready-through", { model: settings.remoteModel, address: settings.remoteUrl });
	if (phase === "unnamed") return t(settings.kind === "local" ? "name-model" : "give-proxy");
	if (phase === "none" && model.address !== undefined) return t("model-idle");
	if (phase !== "loading" || !progress) return t(`model-${phase}`);
	const { status, loaded, total } = progress;
	const amount =
		loaded === undefined || total === undefined
			? ""
			: t("of-size", { part: sizeText(loaded), whole: sizeText(total) });
	return `${status} ${amount}`.trim();
}

function phaseOf({ phase }: ModelState): string {
	if (phase === "asking" || phase === "paused" || phase === "loading") return "loading";
	if (phase === "error" || phase === "stopped") return "error";
	return phase === "ready" ? "ready" : "none";
}

define("auto-ui-model-loader", AutoUiModelLoader);
