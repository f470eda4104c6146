/** The panels above the chat: what each is called, and how it stands. */
import { OWN_ENGINE } from "../../model/recommend.js";
import type { Say } from "../../words/words.js";
import type { ModelPhase } from "../../workspace/model.js";
import type { Servers } from "../../workspace/servers.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { IconName } from "../../widgets/icons.js";
import { html, icon, nothing } from "../base.js";
import { modelWords } from "../model-loader.js";

/** How a thing stands, as the colour of a dot. */
export type Standing = "none" | "loading" | "asking" | "ready" | "error";

/** One panel. */
interface Panel {
	readonly name: string;
	readonly title: string;
	readonly icon: IconName;
	readonly standing?: Standing;
	readonly state?: string;
	/** How far something is, 0…1. */
	readonly part?: number | undefined;
	readonly inside: unknown;
}

/** A panel of the bar, of which one is open at a time; `phase` is for whoever looks from outside. */
export function panel(
	{ name, title, icon: picture, standing, state = "", part, inside }: Panel,
	phase?: string,
): unknown {
	const dot = standing ? html`<span class="dot" data-phase=${standing} aria-hidden="true"></span>` : nothing;
	const bar =
		part === undefined ? nothing : html`<progress max="1" .value=${part} aria-hidden="true"></progress>`;
	return html`<details class="panel" part="panel" name="panels" data-panel=${name} data-phase=${phase ?? nothing}>
		<summary title=${state || title}>${icon(picture)}${dot}<span class="name">${title}</span><span class="hidden" part=${`${name}-state`}>${state}</span>${bar}</summary>
		<div class="inside">${inside}</div></details>`;
}

/** A panel inside another one. */
function part(name: string, title: string, inside: unknown): unknown {
	return html`<details class="panel" part="panel" data-panel=${name}><summary><span class="name">${title}</span></summary><div class="inside">${inside}</div></details>`;
}

/** The panel of the model. */
export function modelPanel(workspace: Workspace, t: Say): unknown {
	const { phase, progress } = workspace.model.state;
	return panel(
		{
			name: "model",
			title: t("model"),
			icon: "model",
			standing: standingOf(phase),
			state: modelWords(workspace, t),
			part: phase === "loading" ? (progress?.part ?? 0) : undefined,
			inside: html`<auto-ui-model-loader .workspace=${workspace}></auto-ui-model-loader><auto-ui-model-select presets=${OWN_ENGINE.join(" ")} .workspace=${workspace}></auto-ui-model-select>`,
		},
		phase,
	);
}

/** The panel of the servers. */
export function serversPanel(workspace: Workspace, t: Say): unknown {
	const { entries } = workspace.servers;
	const connected = entries.filter(({ state }) => state === "connected");
	const n = connected.reduce((sum, entry) => sum + entry.tools, 0);
	return panel({
		name: "servers",
		title: t("servers"),
		icon: "servers",
		standing: standingOfAll(workspace.servers),
		state: t("connected-of", { n, connected: connected.length, all: entries.length }),
		inside: html`<auto-ui-servers .workspace=${workspace}></auto-ui-servers>`,
	});
}

/** The panel of what is kept; nothing where nothing is to be kept. @param unkept - Why it is not. */
export function sessionsPanel(workspace: Workspace, unkept: string | undefined, t: Say): unknown {
	const { keeper } = workspace;
	const problem = keeper?.problem ?? unkept;
	if (!keeper && !problem) return nothing;
	const title = keeper?.role === "follower" ? t("follows") : (keeper?.session?.title ?? "");
	return panel({
		name: "sessions",
		title: t("sessions"),
		icon: "sessions",
		standing: problem ? "error" : "ready",
		state: problem ? t("not-kept", { reason: problem }) : title,
		inside: html`<auto-ui-sessions .workspace=${workspace}></auto-ui-sessions>`,
	});
}

/** What is wanted less often, and what the page adds. */
export function morePanel(workspace: Workspace, t: Say): unknown {
	const recipes = html`<auto-ui-recipes .workspace=${workspace}></auto-ui-recipes>`;
	const settings = html`<auto-ui-settings .workspace=${workspace}></auto-ui-settings>`;
	return panel({
		name: "more",
		title: t("more"),
		icon: "settings",
		state: t("more-what"),
		inside: html`${part("recipes", t("recipe-list"), recipes)}${part("settings", t("settings"), settings)}<slot name="panels"></slot>`,
	});
}

/** What is not as it should be with the model or what is kept, in a line below the bar that leads to its panel. */
export function troubles(
	workspace: Workspace,
	unkept: string | undefined,
	t: Say,
	open: (name: string) => void,
): unknown {
	const { phase } = workspace.model.state;
	const standing = standingOf(phase);
	const problem = workspace.keeper?.problem ?? unkept;
	const left = workspace.keeper?.leftOut.length ?? 0;
	const line = (name: string, words: string) =>
		html`<button type="button" class="quiet trouble" part="trouble" @click=${() => open(name)}>${words}</button>`;
	return html`${standing === "ready" ? nothing : line("model", modelWords(workspace, t))}${problem ? line("sessions", t("not-kept", { reason: problem })) : nothing}${left > 0 ? line("sessions", t("left-out", { n: left })) : nothing}`;
}

function standingOf(phase: ModelPhase): Standing {
	if (phase === "loading" || phase === "asking" || phase === "paused") return "loading";
	if (phase === "error" || phase === "stopped") return "error";
	return phase === "ready" ? "ready" : "none";
}

function standingOfAll({ entries }: Servers): Standing {
	if (entries.some(({ state }) => state === "failed" || state === "lost")) return "error";
	if (entries.some(({ state }) => state === "connecting")) return "loading";
	if (entries.some(({ state }) => state === "needs-sign-in")) return "asking";
	return entries.length > 0 ? "ready" : "none";
}
