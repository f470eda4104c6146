/**
 * Records what llama.cpp writes with the composer's adapter: `engine/tests/golden/composer.json`.
 *
 *     node engine/tests/record/composer.mjs <folder with node_modules/node-llama-cpp> <gemma-3-270m-q4_k_m.gguf>
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TOKENS = 40;
const LIST =
	"show stat: A single number\nshow chart: Bars, a pie or a line\ncall add_errand: Adds an errand\nquery visits: pet, species, day, fee\nquery owners: name, town";
const TABLE =
	"query visits: pet text (Bo; Mia; …), species text (cat; dog), day date (2024-01-05), fee number";
/** What the package gives the model to read: both steps, in five languages. */
const PROMPTS = [
	`${LIST}\nWish: how much does a visit cost on average?\n`,
	`${LIST}\nWish: zeig mir ein Kreisdiagramm: Tee 12, Kaffee 30\n`,
	`${TABLE}\nnamed: species\nlike: fee; day\nWish: average fee for each species\n{"query": ["visits"]`,
	`${TABLE}\nlike: day; fee\nWish: les visites de 2024, les plus chères d'abord\n{"query": ["visits"]`,
	`${TABLE}\nnamed: species = dog\nWish: ¿cuántas visitas de dog hubo?\n{"query": ["visits"]`,
	`${TABLE}\nlike: fee\nWish: la visita più cara\n{"query": ["visits"]`,
];

const [modules = ".", modelPath = ""] = process.argv.slice(2);
const resolver = createRequire(join(resolve(modules), "package.json"));
const library = await import(pathToFileURL(resolver.resolve("node-llama-cpp")).href);
const llama = await library.getLlama({ gpu: false, build: "never" });
const model = await llama.loadModel({ modelPath });
const filePath = fileURLToPath(new URL("../../../composer/composer.gguf", import.meta.url));
const adapters = [{ filePath, scale: 1 }];

const greedy = [];
for (const prompt of PROMPTS) {
	const context = await model.createContext({ contextSize: 512, threads: 1, lora: { adapters } });
	const ids = [model.tokens.bos, ...model.tokenize(prompt, false)];
	const written = [];
	for await (const token of context.getSequence().evaluate(ids, { temperature: 0 })) {
		written.push(token);
		// Nobody was taught what stands behind a line.
		if (written.length === TOKENS || model.detokenize(written).endsWith("}")) break;
	}
	greedy.push({ prompt, ids, greedy: written });
	console.log(model.detokenize(written));
	await context.dispose();
}
const line = (/** @type {object} */ value) => JSON.stringify(value);
writeFileSync(
	new URL("../golden/composer.json", import.meta.url),
	`{"recorded_with": "node-llama-cpp 3.22.1",\n"greedy": [\n${greedy.map(line).join(",\n")}\n]}\n`,
);
process.exit(0);
