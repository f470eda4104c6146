/** Starts everything: set-up, build, the data server, the demo with the model beside it. */
import { existsSync } from "node:fs";
import { build, buildQuickly } from "./build.mjs";
import { main, say, since } from "./lib/say.mjs";
import { modelIfThere, toolchain } from "./setup.mjs";
import { bindTool } from "./setup/bind-tool.mjs";
import { model } from "./setup/model.mjs";
import { nodeModules } from "./setup/node-modules.mjs";
import { rustSource } from "./setup/rust-source.mjs";

const DATA_PORT = 8787;
const SANDBOX_PORT = 5180;

await main(async () => {
	const start = performance.now();
	say("Setting up and building; the first time that takes two to four minutes on two cores.");
	const env = await toolchain();
	Object.assign(process.env, env);
	// What waits for the network and what compiles go side by side.
	const packages = nodeModules();
	const named = process.argv.find((argument) => argument.startsWith("--model="))?.slice("--model=".length);
	// A model that was asked for by name must be there.
	const wanted = named === undefined ? modelIfThere() : model(named);
	const [path] = await Promise.all([wanted, buildQuickly(env, packages), bindTool(), packages]);
	const { startDataServer } = await import("../www/server/server.mjs");
	const data = await startDataServer({ port: DATA_PORT }).catch(() => startDataServer());
	const { buildDemo, startDemo } = await import("../www/serve.mjs");
	const dev = process.argv.includes("--dev");
	const there = path && existsSync(path) ? path : undefined;
	const demo = await startDemo({
		dev,
		model: there,
		mcpServers: [data.url],
		sandboxPort: SANDBOX_PORT,
	});
	say(`Data server (MCP): ${data.url}`);
	say(`The demo is at ${demo.url} (ready after ${since(start)}; Ctrl+C ends it)`);
	process.once("SIGINT", async () => {
		await Promise.all([demo.close(), data.close()]);
		process.exit(0);
	});
	await finish(dev ? undefined : () => buildDemo({ keep: true }));
});

/**
 * Builds the rest while the page is up: the faster engines, the optimised core, the full validator.
 *
 * @param {(() => Promise<void>) | undefined} buildDemo puts them into the page that is served
 */
async function finish(buildDemo) {
	try {
		await rustSource(process.env);
		await build();
		await buildDemo?.();
		say("Everything is built: reload the page for the faster engine.");
	} catch (error) {
		say(
			`The page works, but not everything could be built: ${error instanceof Error ? error.message : error}`,
		);
	}
}
