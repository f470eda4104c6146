/** The panel that lists the MCP servers. */
import { field, make } from "./dom.js";
import type { ServerEntry, Servers } from "./servers.js";

const PHASES = { connecting: "loading", connected: "ready", failed: "error", lost: "error" };

/** Fills the panel and keeps it true. */
export function setUpServersPanel(panel: HTMLElement, servers: Servers): void {
	const dot = make("span", { class: "dot", "aria-hidden": "true" });
	const state = make("span", { class: "panel-state", "data-testid": "servers-state" });
	const list = make("ul", { class: "servers" });
	const input = make("input", {
		type: "url",
		required: true,
		placeholder: "https://example.com/mcp",
		"data-testid": "server-url",
	});
	const form = make(
		"form",
		{
			class: "fields",
			onsubmit: (event) => {
				event.preventDefault();
				void servers.add(input.value.trim());
				input.value = "";
			},
		},
		field("Add an MCP server", input),
		make("button", { type: "submit", "data-testid": "server-add" }, "Connect"),
	);
	panel.append(
		make("summary", {}, dot, make("span", { class: "panel-name" }, "Data servers"), state),
		make("div", { class: "panel-body" }, list, form),
	);

	const show = () => {
		const { entries } = servers;
		const connected = entries.filter((entry) => entry.state === "connected");
		const tools = connected.reduce((sum, entry) => sum + entry.tools, 0);
		state.textContent = `${connected.length} of ${entries.length} connected, ${tools} tools`;
		dot.dataset.phase =
			entries.length === 0
				? "none"
				: (PHASES[
						(entries.find((entry) => entry.state !== "connected") ?? entries[0])?.state ?? "connected"
					] ?? "");
		list.replaceChildren(...entries.map((entry) => item(entry, servers)));
	};
	servers.subscribe(show);
	show();
}

function item(entry: ServerEntry, servers: Servers): HTMLElement {
	const words = {
		connecting: "connecting …",
		connected: `connected, ${entry.tools} tools`,
		failed: `failed: ${entry.reason ?? "no answer"}`,
		lost: `lost: ${entry.reason ?? "no answer"}`,
	};
	const button = (text: string, label: string, act: () => void) =>
		make("button", { type: "button", class: "quiet", "aria-label": label, onclick: act }, text);
	return make(
		"li",
		{ "data-testid": "server", "data-state": entry.state },
		make("span", { class: "dot", "data-phase": PHASES[entry.state], "aria-hidden": "true" }),
		make(
			"span",
			{ class: "server-name" },
			make("strong", {}, entry.name),
			make("small", {}, words[entry.state]),
		),
		entry.state === "failed" || entry.state === "lost"
			? button("Retry", `Connect ${entry.url} again`, () => void servers.add(entry.url))
			: undefined,
		button("✕", `Remove ${entry.name}`, () => void servers.remove(entry.url)),
	);
}
