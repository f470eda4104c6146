/** The subpath `webmcp-auto-ui/packs/vega-lite`, and the widgets with optional peers, bundled by Vite: without the peers, and with them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { launch } from "../e2e/support/chromium.mjs";
import { examples, installPackage, pageOf } from "./consumer.mjs";

const PEERS = ["vega", "vega-lite", "vega-interpreter", "mermaid"];

let consumer;
let browser;
let example;

before(async () => {
	consumer = installPackage();
	example = examples(readFileSync(consumer.installed("README.md"), "utf8")).get("pack");
	browser = await launch();
});

after(async () => {
	await browser?.close();
	consumer?.remove();
});

const DIAGRAM = `
await autoui.executeTool("widget_display", { name: "diagram", params: { source: "flowchart LR\\n  a --> b" } });`;

/** What whoever places them is told. */
const ASKED = `
const asked = [{ a: "x", v: 3 }];
const shown = (name, params) => autoui.executeTool("widget_display", { name, params });
globalThis.said = [
	await shown("vega-bar", { rows: asked, label: "a", value: "v" }),
	await shown("diagram", { source: "flowchart LR\\n  a --> b" }),
].map((answer) => JSON.stringify(answer));`;

async function opened(t, name, more = "") {
	const page = await pageOf(t, { ...consumer, browser, name, code: `${example}\n${DIAGRAM}${more}` });
	await page.open();
	return page;
}

test("a page without the peers is bundled, and each widget says which packages it needs", async (t) => {
	for (const peer of PEERS)
		rmSync(join(consumer.folder, "node_modules", peer), { recursive: true, force: true });
	const { page, problems } = await opened(t, "without", ASKED);
	await page.waitForFunction(() => "said" in globalThis);
	const [chart, diagram] = await page.evaluate(() => globalThis.said);
	assert.equal(await page.locator("[data-widget-id]").count(), 0, "nothing is placed that cannot be drawn");
	assert.match(chart, /npm install vega vega-lite vega-interpreter/);
	assert.match(diagram, /npm install mermaid/);
	assert.deepEqual(problems, []);
});

test("the README's pack and a diagram are drawn under the strict policy where the peers are installed", async (t) => {
	for (const peer of PEERS)
		symlinkSync(inRoot("node_modules", peer), join(consumer.folder, "node_modules", peer));
	const { page, problems } = await opened(t, "with");
	await page.locator(".role-mark path").first().waitFor();
	await page.locator(".wm-diagram svg .node").first().waitFor();
	assert.equal(await page.locator(".wm-error, .wm-alert-error").count(), 0);
	assert.deepEqual(problems, []);
});

test("the pack's types hold in a strict project without the peers", () => {
	const source = `import { autoui, registerPack, type WidgetPack } from "webmcp-auto-ui";
import { vegaLite } from "webmcp-auto-ui/packs/vega-lite";
registerPack(autoui, vegaLite);
export const own: WidgetPack = { name: "own", recipes: [], load: async () => (container) => { container.textContent = "x"; } };
// @ts-expect-error a pack has recipes
registerPack(autoui, { name: "x", load: () => () => undefined });
`;
	for (const peer of PEERS)
		rmSync(join(consumer.folder, "node_modules", peer), { recursive: true, force: true });
	writeFileSync(join(consumer.folder, "pack.ts"), source);
	const options = ["--strict", "--noEmit", "--module", "esnext", "--moduleResolution", "bundler"];
	const tsc = join(consumer.folder, "node_modules", "typescript", "bin", "tsc");
	execFileSync(process.execPath, [tsc, ...options, "--target", "es2022", "pack.ts"], {
		cwd: consumer.folder,
		stdio: "inherit",
	});
});
