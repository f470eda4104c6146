/** A model by one name: which settings it stands for, and which name the settings have. */
import { MODEL_PRESETS } from "../model/choice.js";
import { MODEL_ALIASES } from "../provider/over-http.js";
import type { ModelKind, Settings } from "./settings.js";

/** A model that can be chosen. */
export interface ModelOption {
	/** A preset's name or the address of a file for a model in the page (empty for the page's own), `browser` for the browser's own, else the model's name for its server. */
	value: string;
	/** What people read; the value where it is left out. */
	label?: string;
	/** Where it runs. Where it is left out the value tells: presets and files in the page, known vendors' names behind the proxy. */
	kind?: ModelKind;
}

const VENDORS = /^(?:claude|gpt|chatgpt|gemini|grok|o\d)\b/i;
const FILES = /\.(?:gguf|litertlm)(?:[?#]|$)/i;

/** The presets, the browser's own, and the aliases of remote models that this package knows. */
export const KNOWN_MODELS: readonly ModelOption[] = [
	...Object.keys(MODEL_PRESETS).map((value): ModelOption => ({ value, kind: "page" })),
	{ value: "browser", kind: "browser" },
	...Object.keys(MODEL_ALIASES).map((value): ModelOption => ({ value, kind: "remote" })),
];

/** The name of the chosen model; empty for the page's own, and where none is named yet. */
export function modelValue({ kind, preset, localModel, remoteModel }: Settings): string {
	if (kind === "browser") return "browser";
	return kind === "page" ? preset : kind === "local" ? localModel : remoteModel;
}

/**
 * The settings that choose the model of that name.
 *
 * @param options - Those that are listed; a name that is not is looked for among the known ones, and is otherwise one of the server that is
 * chosen, or of a local one.
 */
export function settingsOf(
	value: string,
	options: readonly ModelOption[],
	settings: Settings,
): Partial<Settings> {
	const kind = options.find((option) => option.value === value)?.kind ?? kindOf(value, settings);
	if (kind === "page") return { kind, preset: value };
	if (kind === "browser") return { kind };
	return kind === "local" ? { kind, localModel: value } : { kind, remoteModel: value };
}

function kindOf(value: string, settings: Settings): ModelKind {
	const known = KNOWN_MODELS.find((option) => option.value === value)?.kind;
	if (known) return known;
	if (value === "" || FILES.test(value)) return "page";
	if (VENDORS.test(value)) return "remote";
	return settings.kind === "page" ? "local" : settings.kind;
}
