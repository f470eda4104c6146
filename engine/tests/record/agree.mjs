/**
 * How often llama.cpp, as it is built for this machine, takes for likeliest what another build of it has written: each token of the texts in
 * `engine/tests/golden/instruct/<name>.json`, after those in front of it.
 *
 *     node engine/tests/record/agree.mjs <folder with node_modules/node-llama-cpp> <name>=<model.gguf> …
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules = ".", ...models] = process.argv.slice(2);
const resolver = createRequire(join(resolve(modules), "package.json"));
const library = await import(pathToFileURL(resolver.resolve("node-llama-cpp")).href);
const llama = await library.getLlama({ gpu: false, build: "never" });

for (const [name, modelPath] of models.map((one) => one.split("="))) {
	const golden = JSON.parse(
		readFileSync(new URL(`../golden/instruct/${name}.json`, import.meta.url), "utf8"),
	);
	const model = await llama.loadModel({ modelPath });
	const context = await model.createContext({ contextSize: 1024, threads: 2 });
	const sequence = context.getSequence();
	let [all, agreed, whole] = [0, 0, 0];
	for (const { chat, written } of golden.greedy) {
		await sequence.clearHistory();
		const before = model.tokenize(chat, true);
		const tokens = [...before, ...written.slice(0, -1)];
		const asked = { generateNext: { token: true, options: { temperature: 0 } } };
		const told = await sequence.controlledEvaluate(
			tokens.map((token, at) => (at < before.length - 1 ? token : [token, asked])),
		);
		const same = written.filter(
			(/** @type {number} */ token, /** @type {number} */ at) =>
				told[before.length - 1 + at]?.next?.token === token,
		);
		[all, agreed, whole] = [
			all + written.length,
			agreed + same.length,
			whole + Number(same.length === written.length),
		];
	}
	console.log(
		`${name}: ${agreed} of ${all} tokens (${((100 * agreed) / all).toFixed(2)} %), ${whole} of ${golden.greedy.length} texts whole`,
	);
}
process.exit(0);
