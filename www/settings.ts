/** Which model answers; remembered in this browser. */

/** The choice of a model. */
export interface Settings {
	kind: "gemma" | "local" | "remote";
	localBackend: "ollama" | "openai";
	localUrl: string;
	localModel: string;
	remoteUrl: string;
	remoteModel: string;
	remoteFormat: "anthropic" | "openai";
}

const KEY = "webmcp-demo-settings";

const DEFAULTS: Settings = {
	kind: "gemma",
	localBackend: "ollama",
	localUrl: "http://localhost:11434",
	localModel: "",
	remoteUrl: "",
	remoteModel: "sonnet",
	remoteFormat: "anthropic",
};

/** What was chosen last time. */
export function loadSettings(): Settings {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
		return { ...DEFAULTS, ...(stored as Partial<Settings>) };
	} catch {
		return { ...DEFAULTS };
	}
}

/** Remembers the choice. */
export function saveSettings(settings: Settings): void {
	localStorage.setItem(KEY, JSON.stringify(settings));
}
