/** Sets the machine up: packages, Rust's wasm32 library, tools, browser, model. A second run finds all of it. */
import { pathToFileURL } from "node:url";
import { delimiter } from "node:path";
import { Failure, main, say, since } from "./lib/say.mjs";
import { bindTool } from "./setup/bind-tool.mjs";
import { browser } from "./setup/browser.mjs";
import { model } from "./setup/model.mjs";
import { fetchWeights, WEIGHTS } from "./setup/weights.mjs";
import { nodeModules } from "./setup/node-modules.mjs";
import { rustSource } from "./setup/rust-source.mjs";
import { wasmTarget } from "./setup/wasm-target.mjs";
import { testTools } from "./setup/test-tools.mjs";

/**
 * @typedef {{env: NodeJS.ProcessEnv, model?: string, chrome?: string, chromedriver?: string}} Ready
 */

/** Models that follow instructions, which the gate's tests of the engine run. */
const INSTRUCT = [WEIGHTS["smollm2-135m"], WEIGHTS["qwen2.5-coder-0.5b"]];

/** @returns {Promise<NodeJS.ProcessEnv>} what cargo builds for wasm32 in */
export async function toolchain() {
	return { ...process.env, ...(await wasmTarget()) };
}

/** @returns {Promise<string | undefined>} the in-browser model's path; without it the demo starts all the same */
export async function modelIfThere() {
	try {
		return await model();
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		say(`Starting without the in-browser model: ${error.message}`);
		return undefined;
	}
}

/**
 * @param {{forTests: boolean}} purpose tests need a browser, the model, and tools of their own
 * @returns {Promise<Ready>}
 */
export async function setUp({ forTests }) {
	const start = performance.now();
	await nodeModules();
	const env = await toolchain();
	await bindTool();
	await rustSource(env);
	/** @type {Ready} */
	const ready = { env };
	if (forTests) {
		env.PATH = `${await testTools()}${delimiter}${env.PATH}`;
		Object.assign(ready, await browser());
		Object.assign(env, { CHROME_PATH: ready.chrome, CHROMEDRIVER: ready.chromedriver });
	}
	ready.model = forTests ? await model() : await modelIfThere();
	if (forTests) for (const weights of INSTRUCT) await fetchWeights(weights);
	env.GEMMA_GGUF = ready.model;
	say(`Set-up is complete (${since(start)}).`);
	return ready;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	await main(async () => {
		await setUp({ forTests: true });
	});
}
