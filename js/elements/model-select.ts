/** `<auto-ui-model-select>`: which model answers. */
import { MODEL_PRESETS } from "../model/choice.js";
import { recommendModel } from "../model/recommend.js";
import { type ModelOption, modelValue, settingsOf } from "../workspace/model-options.js";
import type { Settings } from "../workspace/settings.js";
import type { Workspace } from "../workspace/workspace.js";
import { sizeText } from "./amounts.js";
import { AutoUiElement, define, html, nothing } from "./base.js";

const FORMATS = {
	anthropic: "Anthropic Messages",
	openai: "OpenAI chat completions",
	"openai-responses": "OpenAI Responses",
	gemini: "Gemini",
};
const KINDS = ["page", "browser", "local", "remote"] as const;

/**
 * Lets a person choose the model (spec "System Architecture", LLMSelector): one in the page, one on the machine (Ollama and the like),
 * or one behind a proxy that keeps the key.
 *
 * `value` is the chosen model's name, such as `sonnet`, `qwen3:8b` or `gemma-e4b`, and empty for the page's own; `input` and `change` tell,
 * out of shadow trees too, that the person has chosen another. With a list of `models` it is one of these that is chosen.
 *
 * Attributes: `value`, and `presets`, names of models that can be downloaded, separated by spaces; those of `MODEL_PRESETS` where it is
 * `*`; of these it is told what they are good for, how large they are, and which one suits this device (`recommendModel`). Properties: `value`, `models`. Parts: `kind`, `models`, and the fields, each by its name.
 */
export class AutoUiModelSelect extends AutoUiElement {
	static readonly observedAttributes = ["presets", "value"];
	#models: readonly ModelOption[] | undefined;
	/** What was asked for before there was a workspace to choose it in. */
	#wanted: string | undefined;
	#followed: Workspace | undefined;
	/** The preset that suits this device, once that is known, and among which it was asked for. */
	#recommended: string | undefined;
	#askedAmong = "";
	/** Whether the browser has a model of its own, once that was asked. */
	#hasBrowsers: Promise<void> | boolean | undefined;

	/** The name of the chosen model. */
	get value(): string {
		return this.#wanted ?? (this.#followed ? modelValue(this.#followed.settings) : "");
	}

	set value(value: string | null | undefined) {
		this.#wanted = String(value ?? "");
		this.#take();
	}

	/** What can be chosen: the list that was set, else the page's own model, its presets, and the servers' models that were named. */
	get models(): readonly ModelOption[] {
		return this.#models ?? this.#known();
	}

	set models(models: readonly (ModelOption | string)[] | null | undefined) {
		this.#models = models?.map((one) => (typeof one === "string" ? { value: one } : one));
		this.update();
	}

	override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
		super.attributeChangedCallback(name, before, value);
		if (name === "value" && value !== null && value !== before) this.value = value;
	}

	protected override opened(workspace: Workspace): void {
		this.#followed = workspace;
		this.whileOpen(() => {
			this.#followed = undefined;
		});
		this.follow(workspace);
		this.#take();
	}

	protected override view() {
		const { settings } = this.workspace;
		const fields = () =>
			settings.kind === "page"
				? this.#inPage()
				: settings.kind === "browser"
					? nothing
					: settings.kind === "local"
						? this.#local(settings)
						: this.#remote(settings);
		return html`<div class="fields">${this.#models ? this.#list() : this.#kinds(settings)}${fields()}</div>`;
	}

	/** Chooses what was asked for. */
	#take(): void {
		const workspace = this.#followed;
		const wanted = this.#wanted;
		if (!workspace || wanted === undefined) return;
		this.#wanted = undefined;
		const chosen = settingsOf(wanted, this.models, workspace.settings);
		if (wanted !== modelValue(workspace.settings) || chosen.kind !== workspace.settings.kind)
			void workspace.change(chosen);
	}

	/** The person has chosen. */
	#choose(settings: Partial<Settings>): void {
		void this.workspace.change(settings);
		for (const name of ["input", "change"])
			this.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
	}

	#known(): readonly ModelOption[] {
		const { settings } = this.#followed ?? this.workspace;
		const own: ModelOption = { value: "", label: this.t("own-model"), kind: "page" };
		const presets = this.#presets.map((value): ModelOption => ({ value, kind: "page" }));
		const { localModel, remoteModel, remoteUrl } = settings;
		return [
			...[own, ...presets],
			...(localModel === "" ? [] : [{ value: localModel, kind: "local" } as const]),
			...(remoteUrl === "" ? [] : [{ value: remoteModel, kind: "remote" } as const]),
		];
	}

	/** The models of the list, and the chosen one where it is none of them. */
	#list(): unknown {
		const { models, value } = this;
		const chosen = models.some((one) => one.value === value) ? [] : [{ value }];
		const options = [...chosen, ...models].map(({ value, label }: ModelOption): [string, string] => [
			value,
			label ?? (value || this.t("own-model")),
		]);
		const choose = (name: string) => this.#choose(settingsOf(name, models, this.workspace.settings));
		return this.#select("models", this.t("model"), options, value, choose);
	}

	#kinds(settings: Settings): unknown {
		const names = {
			page: this.t(this.workspace.model.isGiven ? "pages-model" : "in-page"),
			browser: this.t("browsers-own"),
			local: this.t("on-machine"),
			remote: this.t("behind-proxy"),
		};
		const choose = (kind: string) => this.#choose({ kind: kind as Settings["kind"] });
		const offered = KINDS.filter(
			(kind) => kind !== "browser" || settings.kind === kind || this.#browserHasOne(),
		);
		const kinds = offered.map((kind): [string, string] => [kind, names[kind]]);
		return this.#select("kind", this.t("model"), kinds, settings.kind, choose);
	}

	get #presets(): readonly string[] {
		const listed = this.getAttribute("presets") ?? "";
		return listed === "*" ? Object.keys(MODEL_PRESETS) : listed.split(/\s+/).filter((name) => name !== "");
	}

	/** Whether the browser has a model of its own; false before that is known. */
	#browserHasOne(): boolean {
		const api = (globalThis as { LanguageModel?: { availability(): Promise<string> } }).LanguageModel;
		this.#hasBrowsers ??= api
			? api.availability().then(
					(availability) => {
						this.#hasBrowsers = availability !== "unavailable";
						this.update();
					},
					() => undefined,
				)
			: false;
		return this.#hasBrowsers === true;
	}

	/** What a preset is good for, and what it costs. */
	#called(name: string): string {
		const { tier, bytes } = (Object.hasOwn(MODEL_PRESETS, name) && MODEL_PRESETS[name]) || {};
		if (tier === undefined || bytes === undefined) return name;
		const words = this.t("tier-of", { tier: this.t(`tier-${tier}`), model: name, size: sizeText(bytes) });
		return name === this.#suited() ? `${words}, ${this.t("recommended-here")}` : words;
	}

	/** The preset that suits this device; nothing before that is known. */
	#suited(): string | undefined {
		const among = this.#presets.filter((name) => Object.hasOwn(MODEL_PRESETS, name));
		const asked = among.join(" ");
		if (asked !== this.#askedAmong) {
			this.#askedAmong = asked;
			this.#recommended = undefined;
			if (among.length > 0)
				void recommendModel({ among }).then(({ model }) => {
					if (asked !== this.#askedAmong) return;
					this.#recommended = model;
					this.update();
				});
		}
		return this.#recommended;
	}

	#inPage(): unknown {
		const { model, settings } = this.workspace;
		const presets = this.#models ? [] : this.#presets;
		const picked = ({ currentTarget }: Event) => {
			const file = (currentTarget as HTMLInputElement).files?.[0];
			if (file) void model.chooseFile(file);
		};
		const options: [string, string][] = [
			["", this.t("own-model")],
			...presets.map((name): [string, string] => [name, this.#called(name)]),
		];
		const choose = (preset: string) => this.#choose({ preset });
		return html`${this.#models ? nothing : this.#better(choose)}${presets.length === 0 ? nothing : this.#select("preset", this.t("which-model"), options, settings.preset, choose)}
			<label class="field"><span>${this.t("other-file")}</span><input type="file" accept=".gguf" part="model-file" @change=${picked} /></label>`;
	}

	/** A press away: the model that suits this device, where another one is chosen. */
	#better(choose: (preset: string) => void): unknown {
		const suited = this.#suited();
		const { preset } = this.workspace.settings;
		const isChosen = suited === preset || (preset === "" && isFileOf(this.workspace.model.address, suited));
		const bytesOf = (name: string) => MODEL_PRESETS[name]?.bytes ?? 0;
		if (suited === undefined || isChosen || bytesOf(suited) <= bytesOf(preset)) return nothing;
		return html`<button type="button" part="better" @click=${() => choose(suited)}>${this.t("take-better", { model: this.#called(suited) })}</button>`;
	}

	#local(settings: Settings): unknown {
		const backends: [string, string][] = [
			["ollama", "Ollama"],
			["openai", this.t("openai-compatible")],
		];
		const choose = (backend: string) => this.#choose({ localBackend: backend as Settings["localBackend"] });
		return html`${this.#select("localBackend", this.t("server"), backends, settings.localBackend, choose)}
			${this.#text("localUrl", this.t("address"), "http://localhost:11434")}${this.#models ? nothing : this.#text("localModel", this.t("model-name"), "qwen3:8b")}`;
	}

	#remote(settings: Settings): unknown {
		const choose = (format: string) => this.#choose({ remoteFormat: format as Settings["remoteFormat"] });
		return html`${this.#text("remoteUrl", this.t("proxy-address"), "https://example.com/api/chat")}${this.#models ? nothing : this.#text("remoteModel", this.t("model-name"), "sonnet")}
			${this.#select("remoteFormat", this.t("speaks"), Object.entries(FORMATS), settings.remoteFormat, choose)}`;
	}

	#text(
		name: "localUrl" | "localModel" | "remoteUrl" | "remoteModel",
		label: string,
		placeholder: string,
	): unknown {
		const changed = ({ currentTarget }: Event) =>
			this.#choose({ [name]: (currentTarget as HTMLInputElement).value.trim() });
		return html`<label class="field"><span>${label}</span><input name=${name} part=${name} autocomplete="off" spellcheck="false" placeholder=${placeholder}
			.value=${this.workspace.settings[name]} @change=${changed} /></label>`;
	}

	#select(
		name: string,
		label: string,
		options: readonly (readonly [string, string])[],
		chosen: string,
		choose: (value: string) => void,
	): unknown {
		const changed = ({ currentTarget }: Event) => choose((currentTarget as HTMLSelectElement).value);
		return html`<label class="field"><span>${label}</span><select name=${name} part=${name} @change=${changed}>
			${options.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`)}</select></label>`;
	}
}

/** Whether that address is that of the preset's file, wherever it lies. */
function isFileOf(address: string | undefined, preset: string | undefined): boolean {
	const file = (url: string | undefined) => url?.split(/[?#]/)[0]?.split("/").pop();
	const url = preset === undefined ? undefined : MODEL_PRESETS[preset]?.url;
	return url !== undefined && file(url) === file(address);
}

define("auto-ui-model-select", AutoUiModelSelect);
