/** `<auto-ui-servers>`: the connected servers, their tools and recipes. */
import type { JsonObject, McpToolResult } from "../types/index.js";
import type { ServerEntry } from "../workspace/servers.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html, icon, nothing, repeat } from "./base.js";
import { LOOKS } from "./looks.js";
import { type Tool, TryIt } from "./try-it.js";
import "./widget.js";

const PHASES = {
	connecting: "loading",
	connected: "ready",
	failed: "error",
	lost: "error",
	"needs-sign-in": "asking",
} as const;
/** Longer reasons are folded. */
const MAX_OPEN_CHARS = 160;
const SERVER_LOOKS = `
.servers > li { display: grid; gap: 0.4rem; padding-block: 0.4rem; border-block-start: 1px solid var(--color-border); } .servers > li:first-child { border: 0; }
.offers { font-size: 0.85rem; } .offers ul { padding-inline-start: 0.8rem; } .offers .body { padding: 0.4rem 0 0.6rem; }
.why summary { overflow-wrap: anywhere; } .why p { margin: 0.3rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; user-select: text; }
form.row { align-items: end; } form.row input { flex: 1 1 12rem; width: auto; }
`;

/**
 * Lists the MCP servers with how each is doing and what can be done about it, the local servers, and of each its tools, with a form to
 * try them, and its recipes. A person can connect and remove servers, and sign in where a server wants it. What is listed has the
 * attributes `data-state` and, where it failed, `data-reason`: what a browser did not allow, such as `origin-not-allowed`, else the code
 * of the error.
 *
 * Attributes: `servers`, addresses of the page's own servers, separated by spaces, where the page's own workspace is used; `fixed`
 * (none can be added). Parts: `server`, `sign-in`, `reason`, `local-server`, `tool`, `tried`, `server-url`, `connect`.
 */
export class AutoUiServers extends AutoUiElement {
	static readonly observedAttributes = ["fixed"];
	readonly #try = new TryIt(() => this.update());

	protected override looks(): string {
		return LOOKS + SERVER_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		const own = (this.getAttribute("servers") ?? "").split(/\s+/).filter((url) => url !== "");
		for (const url of own) void workspace.ready.then(() => this.#connect(workspace, url));
		this.follow(workspace);
		this.follow(workspace.servers);
	}

	protected override view() {
		const { servers } = this.workspace;
		return html`<div class="body"><ul class="plain servers">${repeat(
			servers.entries,
			({ url }) => url,
			(entry) => this.#remote(entry),
		)}${this.#locals()}</ul>${this.has("fixed") ? nothing : this.#form()}</div>`;
	}

	/** Connects one of the page's own servers, once: an element that is moved in the page opens anew. */
	#connect({ servers }: Workspace, own: string): void {
		if (!servers.entries.some(({ url }) => url === own)) void servers.add(own, { isOwn: true });
	}

	#form(): unknown {
		const submit = (event: Event) => {
			event.preventDefault();
			const input = this.shadow.querySelector<HTMLInputElement>("input[type=url]");
			if (!input) return;
			void this.workspace.addServer(input.value.trim());
			input.value = "";
		};
		return html`<form class="row" @submit=${submit}><label class="field grow"><span>${this.t("add-server")}</span>
			<input type="url" required placeholder="https://example.com/mcp" part="server-url" /></label>
			<button type="submit" part="connect">${this.t("connect")}</button></form>`;
	}

	#remote(entry: ServerEntry): unknown {
		const { workspace, t } = this;
		const { servers } = workspace;
		const isDown = entry.state === "failed" || entry.state === "lost";
		const again = html`<button type="button" class="quiet" aria-label=${t("connect-again", { name: entry.url })} @click=${() => void servers.add(entry.url)}>${t("try-again")}</button>`;
		const signIn = html`<button type="button" part="sign-in" aria-label=${t("sign-in-to", { name: entry.name })} @click=${() => void servers.signIn(entry.url)}>${t("sign-in")}</button>`;
		const canSignIn = entry.state === "needs-sign-in" && servers.canSignIn(entry.url);
		const layer = servers.layerOf(entry);
		const call = async (tool: string, args: JsonObject) =>
			answerOf(await servers.call(entry.url, tool, args));
		return html`<li part="server" data-state=${entry.state} data-reason=${entry.kind ?? nothing}><div class="row"><span class="dot" data-phase=${PHASES[entry.state]} aria-hidden="true"></span>
			<div class="grow"><strong>${entry.name}</strong><br />${this.#standing(entry)}</div>${isDown ? again : nothing}${canSignIn ? signIn : nothing}
			<button type="button" class="quiet" aria-label=${t("remove-server", { name: entry.name })} @click=${() => void workspace.removeServer(entry.url)}>${icon("close")}</button></div>
			${layer ? this.#offers({ key: entry.url, name: entry.name }, layer.tools, layer.recipes ?? [], call) : nothing}</li>`;
	}

	/** How a server is doing; a reason that is long is whole where it is opened. */
	#standing({ url, state, tools, reason = "" }: ServerEntry): unknown {
		const { t } = this;
		const key = this.workspace.servers.canSignIn(url) ? "server-needs-sign-in" : "server-no-sign-in";
		const said = {
			connecting: () => t("connecting"),
			connected: () => t("connected-tools", { n: tools }),
			failed: (why: string) => t("server-failed", { reason: why }),
			lost: (why: string) => t("server-lost", { reason: why }),
			"needs-sign-in": (why: string) => [t(key), why].filter((text) => text !== "").join(" "),
		}[state];
		if (reason.length <= MAX_OPEN_CHARS) return html`<small part="reason">${said(reason)}</small>`;
		const beginning = `${reason.slice(0, MAX_OPEN_CHARS / 2).trim()} …`;
		return html`<details class="why" part="reason"><summary><small>${said(beginning)}</small></summary><p class="hint">${reason}</p></details>`;
	}

	/** The local servers, once the core is there. */
	#locals(): unknown {
		const { workspace, t } = this;
		if (!workspace.canvas) return nothing;
		return workspace.localServers.map((server) => {
			const { tools, recipes = [] } = server.layer();
			const call = async (tool: string, args: JsonObject) => {
				const answer = await server.executeTool(tool, args);
				return {
					text: textOf(answer),
					isError: typeof answer === "object" && answer !== null && "error" in answer,
				};
			};
			return html`<li part="local-server"><div class="row"><span class="dot" data-phase="ready" aria-hidden="true"></span>
				<span class="grow"><strong>${server.name}</strong><br /><small>${t("local-server", { n: server.listWidgets().length })}</small></span></div>
				${this.#offers({ key: server.name, name: server.name }, tools, recipes, call)}</li>`;
		});
	}

	#offers(
		server: { key: string; name: string },
		tools: readonly Tool[],
		recipes: readonly { name: string; description: string }[],
		call: (tool: string, args: JsonObject) => Promise<{ text: string; isError: boolean }>,
	): unknown {
		const { t } = this;
		const shownTools = tools.map((tool) => this.#try.view(server, tool, t, (args) => call(tool.name, args)));
		const shownRecipes = recipes.map(
			({ name, description }) => html`<li><strong>${name}</strong> <small>${description}</small></li>`,
		);
		return html`<details class="offers"><summary>${t("tools", { n: tools.length })}</summary><ul class="plain">${shownTools}</ul></details>
			${recipes.length === 0 ? nothing : html`<details class="offers"><summary>${t("recipes", { n: recipes.length })}</summary><ul class="plain">${shownRecipes}</ul></details>`}`;
	}
}

/** What a server has answered, as text. */
function answerOf({ content, structuredContent, isError = false }: McpToolResult): {
	text: string;
	isError: boolean;
} {
	const texts = content.map((part) => (typeof part.text === "string" ? part.text : textOf(part)));
	const text = texts.length > 0 ? texts.join("\n") : textOf(structuredContent ?? {});
	return { text, isError };
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "");
}

define("auto-ui-servers", AutoUiServers);
