/** Which model answers, and what it is asked before; remembered in this browser. */

import type { WireFormat } from "webmcp-auto-ui";

/** Which calls wait for the person. */
export const ASK = {
	never: "Never",
	destructive: "Those that may change something",
	always: "Every call",
};

/** The choice of a model, and how much it may do by itself. */
export interface Settings {
	kind: "gemma" | "local" | "remote";
	localBackend: "ollama" | "openai";
	localUrl: string;
	localModel: string;
	remoteUrl: string;
	remoteModel: string;
	remoteFormat: WireFormat;
	ask: keyof typeof ASK;
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
	ask: "never",
};

/** What was chosen last time. */
export function loadSettings(): Settings {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
		const settings = { ...DEFAULTS, ...(stored as Partial<Settings>) };
		// What is not understood asks too often rather than too seldom.
		return Object.hasOwn(ASK, settings.ask) ? settings : { ...settings, ask: "always" };
	} catch {
		return { ...DEFAULTS };
	}
}

/** Remembers the choice. */
export function saveSettings(settings: Settings): void {
	localStorage.setItem(KEY, JSON.stringify(settings));
}
