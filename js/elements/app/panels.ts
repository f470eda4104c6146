/** The panels above the chat: what each is called, and how it stands. */
import type { Say } from "../../words/words.js";
import type { ModelPhase } from "../../workspace/model.js";
import type { Servers } from "../../workspace/servers.js";
import type { Workspace } from "../../workspace/workspace.js";
import { html, nothing } from "../base.js";
import { modelWords } from "../model-loader.js";

/** How a thing stands, as the colour of a dot. */
export type Standing = "none" | "loading" | "asking" | "ready" | "error";

/** One panel. */
interface Panel {
	readonly name: string;
	readonly title: string;
	readonly standing?: Standing;
	readonly state?: string;
	/** Below the head, also where it is closed. */
	readonly below?: unknown;
	readonly inside: unknown;
}

/** A panel that opens; `phase` is for whoever looks from outside. */
export function panel(
	{ name, title, standing, state = "", below = nothing, inside }: Panel,
	phase?: string,
): unknown {
	const dot = standing ? html`<span class="dot" data-phase=${standing} aria-hidden="true"></span>` : nothing;
	return html`<details class="panel" part="panel" data-panel=${name} data-phase=${phase ?? nothing}><summary>${dot}<span class="name">${title}</span><span class="state" part=${`${name}-state`}>${state}</span></summary>${below}
		<div class="inside">${inside}</div></details>`;
}

/** The panel of the model. */
export function modelPanel(workspace: Workspace, t: Say): unknown {
	const names = {
		page: t(workspace.model.isGiven ? "pages-model" : "in-page"),
		local: t("on-machine"),
		remote: t("behind-proxy"),
	};
	const { phase, progress } = workspace.model.state;
	const isLoading = phase === "loading";
	return panel(
		{
			name: "model",
			title: names[workspace.settings.kind],
			standing: standingOf(phase),
			state: modelWords(workspace, t),
			below: isLoading
				? html`<progress max="1" .value=${progress?.part ?? 0} aria-hidden="true"></progress>`
				: nothing,
			inside: html`<auto-ui-model-loader .workspace=${workspace}></auto-ui-model-loader><auto-ui-model-select .workspace=${workspace}></auto-ui-model-select>`,
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
		standing: problem ? "error" : "ready",
		state: problem ? t("not-kept", { reason: problem }) : title,
		inside: html`<auto-ui-sessions .workspace=${workspace}></auto-ui-sessions>`,
	});
}

/** What is wanted less often, and what the page adds. */
export function morePanel(workspace: Workspace, t: Say): unknown {
	const recipes = html`<auto-ui-recipes .workspace=${workspace}></auto-ui-recipes>`;
	const settings = html`<auto-ui-settings .workspace=${workspace}></auto-ui-settings>`;
	return html`<details class="panel" part="panel" data-panel="more"><summary><span class="name">${t("more")}</span><span class="state">${t("more-what")}</span></summary>
		${panel({ name: "recipes", title: t("recipe-list"), inside: recipes })}${panel({ name: "settings", title: t("settings"), inside: settings })}<slot name="panels"></slot></details>`;
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
