/** The panel in which the model is chosen. */
import { field, make } from "./dom.js";
import type { Model } from "./model.js";
import { ASK, type Settings } from "./settings.js";

const FORMATS = {
	anthropic: "Anthropic Messages",
	openai: "OpenAI chat completions",
	"openai-responses": "OpenAI Responses",
	gemini: "Gemini",
};
const KINDS = { gemma: "Gemma in this browser", local: "Ollama / OpenAI-compatible", remote: "Remote proxy" };

/** Fills the panel and keeps it true. */
export function setUpModelPanel(panel: HTMLElement, model: Model): void {
	const dot = make("span", { class: "dot", "aria-hidden": "true" });
	const name = make("span", { class: "panel-name" });
	const state = make("span", { class: "panel-state", "data-testid": "model-state" });
	const bar = make("progress", { max: "1", "aria-label": "Loading the model" });
	const fields = make("div", { class: "fields" });
	const kind = select("model-kind", KINDS, model.settings.kind, (value) => {
		void model.choose({ kind: value });
		fill();
	});
	const ask = select("ask", ASK, model.settings.ask, (value) => model.keep({ ask: value }));
	panel.append(
		make("summary", {}, dot, name, state),
		bar,
		make("div", { class: "panel-body" }, field("Model", kind), fields, field("Ask before tools run", ask)),
	);

	const fill = () => fields.replaceChildren(...fieldsFor(model));
	const show = () => {
		const { phase, text, progress } = model.state;
		dot.dataset.phase = phase;
		panel.dataset.phase = phase;
		name.textContent = KINDS[model.settings.kind];
		state.textContent = text;
		bar.hidden = phase !== "loading";
		if (progress !== undefined) bar.value = progress;
	};
	model.subscribe(show);
	fill();
	show();
}

function fieldsFor(model: Model): HTMLElement[] {
	const { settings } = model;
	const text = (key: keyof Settings, label: string, placeholder: string) =>
		field(
			label,
			make("input", {
				name: key,
				value: settings[key],
				placeholder,
				"data-testid": key,
				autocomplete: "off",
				onchange: ({ target }) => void model.choose({ [key]: (target as HTMLInputElement).value.trim() }),
			}),
		);
	if (settings.kind === "local") {
		const backends = { ollama: "Ollama", openai: "OpenAI-compatible" };
		const backend = select("localBackend", backends, settings.localBackend, (localBackend) => {
			void model.choose({ localBackend });
		});
		return [
			field("Server", backend),
			text("localUrl", "Address", "http://localhost:11434"),
			text("localModel", "Model", "qwen3:8b"),
		];
	}
	if (settings.kind === "remote") {
		const format = select("remoteFormat", FORMATS, settings.remoteFormat, (remoteFormat) => {
			void model.choose({ remoteFormat });
		});
		return [
			text("remoteUrl", "Proxy's address", "https://example.com/api/chat"),
			text("remoteModel", "Model", "sonnet"),
			field("Speaks", format),
		];
	}
	const pick = make("input", {
		type: "file",
		accept: ".gguf",
		"data-testid": "model-file",
		onchange: ({ target }) => {
			model.source = (target as HTMLInputElement).files?.[0] ?? model.source;
			void model.choose();
		},
	});
	return [field("Another GGUF file", pick)];
}

function select<T extends string>(
	testId: string,
	options: { [value in T]: string },
	chosen: T,
	onChoose: (value: T) => void,
): HTMLSelectElement {
	const entries = Object.entries(options) as [T, string][];
	const made = make(
		"select",
		{ "data-testid": testId, name: testId },
		...entries.map(([value, label]) => make("option", { value, selected: value === chosen }, label)),
	);
	made.addEventListener("change", () => onChoose(made.value as T));
	return made;
}
