/** Which model answers, what it is asked before, and which servers are connected: what a visitor has chosen. */
import type { WireFormat } from "../types/index.js";

/** Where the model is. `page`: in this page, in a Worker. `browser`: the one that the browser brings along. */
export type ModelKind = "page" | "browser" | "local" | "remote";

/** Which calls wait for the person. */
export type AskBefore = "never" | "destructive" | "always";

/** What a visitor has chosen. */
export interface Settings {
	kind: ModelKind;
	/** Of a model in the page: a preset's name, or empty for the one that came with the page. */
	preset: string;
	localBackend: "ollama" | "openai";
	localUrl: string;
	localModel: string;
	remoteUrl: string;
	remoteModel: string;
	remoteFormat: WireFormat;
	ask: AskBefore;
	/** Addresses of MCP servers that the visitor has added. */
	servers: readonly string[];
}

/** What holds where nothing was chosen. */
export const DEFAULT_SETTINGS: Settings = {
	kind: "page",
	preset: "",
	localBackend: "ollama",
	localUrl: "http://localhost:11434",
	localModel: "",
	remoteUrl: "",
	remoteModel: "sonnet",
	remoteFormat: "anthropic",
	ask: "never",
	servers: [],
};

const CHOICES: { readonly [name in keyof Settings]?: readonly string[] } = {
	kind: ["page", "browser", "local", "remote"],
	localBackend: ["ollama", "openai"],
	remoteFormat: ["anthropic", "openai", "openai-responses", "gemini"],
};

/** Settings out of what was stored, which anybody may have written: what is no setting is as it was by default. */
export function readSettings(stored: unknown): Settings {
	const given = typeof stored === "object" && stored !== null ? (stored as { [name: string]: unknown }) : {};
	const known = Object.entries(DEFAULT_SETTINGS).map(([name, usual]) => {
		const value = given[name];
		const choices = CHOICES[name as keyof Settings];
		if (name === "ask") return [name, askOf(value)];
		if (name === "servers") return [name, Array.isArray(value) ? value.filter(isAddress) : usual];
		const fits = typeof value === "string" && (choices === undefined || choices.includes(value));
		return [name, fits ? value : usual];
	});
	return Object.fromEntries(known) as Settings;
}

/** What is not understood asks too often rather than too seldom. */
function askOf(value: unknown): AskBefore {
	if (value === undefined) return DEFAULT_SETTINGS.ask;
	return value === "never" || value === "destructive" ? value : "always";
}

function isAddress(value: unknown): value is string {
	return typeof value === "string" && URL.canParse(value);
}
