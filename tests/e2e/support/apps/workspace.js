/** A page with elements on one workspace, as its address asks: `{tags, apps, auth, settings, mcpServers}`. */
import "/pkg/elements/index.js";
import { autoui, init } from "/pkg/index.js";
import { Workspace } from "/pkg/workspace/workspace.js";
import { toldModel } from "/told.js";

const asked = JSON.parse(new URLSearchParams(location.search).get("asked") ?? "{}");
const { sandbox } = document.documentElement.dataset;

/** What signs in, and how often it opened a window. */
async function signsIn() {
	const { createMcpAuth } = await import("/pkg/mcp-auth/index.js");
	return createMcpAuth({ redirectUrl: `${location.origin}/callback` });
}

await init();
const workspace = new Workspace({
	servers: [autoui],
	settings: asked.settings ?? {},
	...(asked.apps && { mcpApps: { sandboxUrl: sandbox } }),
	...(asked.auth && { mcpAuth: await signsIn() }),
});
const model = toldModel();
Object.defineProperty(workspace.model, "provider", { get: () => model });
await workspace.ready;
workspace.model.state = { phase: "ready" };
for (const tag of asked.tags ?? []) {
	const element = document.createElement(`auto-ui-${tag}`);
	element.workspace = workspace;
	document.querySelector("main").append(element);
	await element.ready;
}
globalThis.desk = { workspace, model };
document.documentElement.dataset.ready = "yes";
