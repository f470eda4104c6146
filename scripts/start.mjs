/** Starts everything: set-up, build, the data server, the demo with the model beside it. */
import { existsSync } from "node:fs";
import { main, say } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

const DATA_PORT = 8787;

await main(async () => {
	const { env, model } = await setUp({ forTests: false });
	Object.assign(process.env, env);
	const { build } = await import("./build.mjs");
	await build();
	const { startDataServer } = await import("../www/server/server.mjs");
	const data = await startDataServer({ port: DATA_PORT }).catch(() => startDataServer());
	const { startDemo } = await import("../www/serve.mjs");
	const demo = await startDemo({
		dev: process.argv.includes("--dev"),
		model: model && existsSync(model) ? model : undefined,
		mcpServers: [data.url],
	});
	say(`Data server (MCP): ${data.url}`);
	say(`The demo is at ${demo.url} (Ctrl+C ends it)`);
	process.once("SIGINT", async () => {
		await Promise.all([demo.close(), data.close()]);
		process.exit(0);
	});
});
