/** `<auto-ui-model-select>`: which model answers. */
import { MODEL_PRESETS } from "../model/choice.js";
import type { Settings } from "../workspace/settings.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html, nothing } from "./base.js";

const FORMATS = {
	anthropic: "Anthropic Messages",
	openai: "OpenAI chat completions",
	"openai-responses": "OpenAI Responses",
	gemini: "Gemini",
};
const KINDS = ["page", "local", "remote"] as const;

/**
 * Lets a person choose the model (spec "System Architecture", LLMSelector): one in the page, one on the machine (Ollama and the like),
 * or one behind a proxy that keeps the key.
 *
 * Attribute: `presets`, names of models that can be downloaded, separated by spaces; those of `MODEL_PRESETS` where it is `*`.
 * Parts: `kind` and the fields, each by its name.
 */
export class AutoUiModelSelect extends AutoUiElement {
	static readonly observedAttributes = ["presets"];

	protected override opened(workspace: Workspace): void {
		this.follow(workspace);
	}

	protected override view() {
		const { settings } = this.workspace;
		const choose = (kind: string) => void this.workspace.change({ kind: kind as Settings["kind"] });
		const names = {
			page: this.t(this.workspace.model.isGiven ? "pages-model" : "in-page"),
			local: this.t("on-machine"),
			remote: this.t("behind-proxy"),
		};
		return html`<div class="fields">${this.#select(
			"kind",
			this.t("model"),
			KINDS.map((kind) => [kind, names[kind]]),
			settings.kind,
			choose,
		)}
			${settings.kind === "page" ? this.#inPage() : settings.kind === "local" ? this.#local(settings) : this.#remote(settings)}</div>`;
	}

	#inPage(): unknown {
		const { model, settings } = this.workspace;
		const listed = this.getAttribute("presets") ?? "";
		const presets =
			listed === "*" ? Object.keys(MODEL_PRESETS) : listed.split(/\s+/).filter((name) => name !== "");
		const picked = ({ currentTarget }: Event) => {
			const file = (currentTarget as HTMLInputElement).files?.[0];
			if (file) void model.chooseFile(file);
		};
		const options: [string, string][] = [
			["", this.t("own-model")],
			...presets.map((name): [string, string] => [name, name]),
		];
		const choose = (preset: string) => void this.workspace.change({ preset });
		return html`${presets.length === 0 ? nothing : this.#select("preset", this.t("which-model"), options, settings.preset, choose)}
			<label class="field"><span>${this.t("other-file")}</span><input type="file" accept=".gguf" part="model-file" @change=${picked} /></label>`;
	}

	#local(settings: Settings): unknown {
		const backends: [string, string][] = [
			["ollama", "Ollama"],
			["openai", this.t("openai-compatible")],
		];
		const choose = (backend: string) =>
			void this.workspace.change({ localBackend: backend as Settings["localBackend"] });
		return html`${this.#select("localBackend", this.t("server"), backends, settings.localBackend, choose)}
			${this.#text("localUrl", this.t("address"), "http://localhost:11434")}${this.#text("localModel", this.t("model-name"), "qwen3:8b")}`;
	}

	#remote(settings: Settings): unknown {
		const choose = (format: string) =>
			void this.workspace.change({ remoteFormat: format as Settings["remoteFormat"] });
		return html`${this.#text("remoteUrl", this.t("proxy-address"), "https://example.com/api/chat")}${this.#text("remoteModel", this.t("model-name"), "sonnet")}
			${this.#select("remoteFormat", this.t("speaks"), Object.entries(FORMATS), settings.remoteFormat, choose)}`;
	}

	#text(
		name: "localUrl" | "localModel" | "remoteUrl" | "remoteModel",
		label: string,
		placeholder: string,
	): unknown {
		const changed = ({ currentTarget }: Event) =>
			void this.workspace.change({ [name]: (currentTarget as HTMLInputElement).value.trim() });
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

define("auto-ui-model-select", AutoUiModelSelect);
