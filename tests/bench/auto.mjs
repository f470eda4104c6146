/** How long a page or a program waits for `import … from "webmcp-auto-ui/auto"`, beside the root's import without the core. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { launch } from "../e2e/support/chromium.mjs";
import { report } from "./measure.mjs";

const ROUNDS = 15;
const FILES = { "webmcp-auto-ui/auto": "auto.js", "webmcp-auto-ui": "index.js" };
const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));

/** @param {(name: string) => Promise<number> | number} measure */
async function inTurns(measure) {
	/** @type {Record<string, number[]>} */
	const times = Object.fromEntries(Object.keys(FILES).map((name) => [name, []]));
	// The first round fills the disk's cache.
	for (let round = -1; round < ROUNDS; round += 1)
		for (const name of Object.keys(FILES)) {
			const time = await measure(name);
			if (round >= 0) times[name].push(time);
		}
	return times;
}

const inNode = await inTurns((name) => {
	const code = `const start = performance.now();
await import(${JSON.stringify(join(pkg, FILES[name]))});
console.log(performance.now() - start);`;
	const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(stderr);
	return Number(stdout);
});
report("import, Node, each in a process of its own", inNode, { unit: "ms" });

const root = mkdtempSync(join(tmpdir(), "webmcp-auto-"));
const browser = await launch();
const input = {};
for (const file of Object.values(FILES)) {
	const folder = join(root, file);
	mkdirSync(folder);
	const page =
		'<!doctype html><title></title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>';
	writeFileSync(join(folder, "index.html"), page);
	const code = `import { createBus } from ${JSON.stringify(join(pkg, file))};
document.title = [performance.now(), typeof createBus].join();`;
	writeFileSync(join(folder, "main.js"), code);
	input[file] = join(folder, "index.html");
}
await build({
	root,
	configFile: false,
	logLevel: "error",
	build: { target: "es2022", rolldownOptions: { input } },
});
const server = await preview({ root, configFile: false, preview: { host: "127.0.0.1", port: 0 } });
try {
	const [address] = server.resolvedUrls.local;
	const inChromium = await inTurns(async (name) => {
		const context = await browser.newContext();
		const page = await context.newPage();
		await page.goto(`${address}${FILES[name]}/index.html`);
		await page.waitForFunction(() => document.title !== "");
		const time = Number.parseFloat(await page.title());
		await context.close();
		return time;
	});
	report(
		"navigation to the first line after the import, bundled by Vite, Chromium, nothing cached",
		inChromium,
		{
			unit: "ms",
		},
	);
} finally {
	await browser.close();
	await server.close();
	rmSync(root, { recursive: true, force: true });
}
