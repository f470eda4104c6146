/** Sets the machine up: packages, Rust's wasm32 library, tools, browser, model. A second run finds all of it. */
import { pathToFileURL } from "node:url";
import { delimiter } from "node:path";
import { toolsBin } from "./lib/paths.mjs";
import { Failure, main, say, since } from "./lib/say.mjs";
import { browser } from "./setup/browser.mjs";
import { model } from "./setup/model.mjs";
import { nodeModules } from "./setup/node-modules.mjs";
import { rustSource } from "./setup/rust-source.mjs";
import { wasmTarget } from "./setup/wasm-target.mjs";
import { wasmTools } from "./setup/wasm-tools.mjs";

/**
 * @typedef {{env: NodeJS.ProcessEnv, model?: string, chrome?: string, chromedriver?: string}} Ready
 */

/**
 * @param {{forTests: boolean}} purpose tests need a browser and the model; the demo starts without them
 * @returns {Promise<Ready>}
 */
export async function setUp({ forTests }) {
	const start = performance.now();
	await nodeModules();
	const target = await wasmTarget();
	await wasmTools();
	const env = { ...process.env, ...target };
	await rustSource(env);
	env.PATH = `${toolsBin}${delimiter}${env.PATH}`;
	/** @type {Ready} */
	const ready = { env };
	if (forTests) {
		Object.assign(ready, await browser());
		Object.assign(env, { CHROME_PATH: ready.chrome, CHROMEDRIVER: ready.chromedriver });
	}
	try {
		ready.model = await model();
		env.GEMMA_GGUF = ready.model;
	} catch (error) {
		if (forTests || !(error instanceof Failure)) throw error;
		say(`Starting without the in-browser model: ${error.message}`);
	}
	say(`Set-up is complete (${since(start)}).`);
	return ready;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	await main(async () => {
		await setUp({ forTests: true });
	});
}
