/**
 * Records what llama.cpp makes of the tiny random models: `engine/tests/golden/shapes.json`.
 *
 *     cargo run --profile native -p webmcp-engine --example tiny -- <folder of the models>
 *     node engine/tests/record/logits.mjs <folder with node_modules/node-llama-cpp> <folder of the models> [name…]
 *
 * Without names all shapes that are recorded already are recorded again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const POSITIONS = 96;
/** Probabilities kept per position: the tokens `(position * 7 + k * 31) % 512`, alike for likely and unlikely ones. */
const KEPT = 16;
const VOCABULARY = 512;
/** Cut by listed merges; none holds a mark of Gemma 4's, which llama.cpp would take as such. */
const TEXTS = [
	"the thing in the name of the label",
	"  two leading  spaces and one behind ",
	"ring ther thering tionin nullnul truetrue falsefals",
	'{"title": "A chart", "values": [10, 12.5, -1, -2, null]}',
	"one\ntwo\n\nthree\n\n\nfour\n\n\n\n",
	"\n",
	"\n\n",
	" \n \n\n ",
	"ééé é 日本日 🙂🙂",
	"naïve “quotes” – ю \t tab\r\n",
	"a▁b ▁▁▁ c",
	"000000 1212121 101010",
	"<bos> <eos> <unused500>",
];

const [modules = ".", folder = ".", ...wanted] = process.argv.slice(2);
const resolver = createRequire(join(resolve(modules), "package.json"));
const library = await import(pathToFileURL(resolver.resolve("node-llama-cpp")).href);

const golden = new URL("../golden/shapes.json", import.meta.url);
const recorded = JSON.parse(readFileSync(golden, "utf8"));
const llama = await library.getLlama({ gpu: false, build: "never" });

/** What is behind it says that the model has the adapter of that folder. */
const ADAPTED = /-adapted$/;

for (const name of wanted.length > 0 ? wanted : Object.keys(recorded.shapes)) {
	const model = await llama.loadModel({ modelPath: join(folder, `${name.replace(ADAPTED, "")}.gguf`) });
	const adapters = [{ filePath: join(folder, "adapter.gguf"), scale: 1 }];
	// One batch for all positions: the cache is then nowhere older than a window.
	const context = await model.createContext({
		contextSize: 512,
		batchSize: 512,
		threads: 1,
		swaFullCache: true,
		...(ADAPTED.test(name) ? { lora: { adapters } } : {}),
	});
	const sequence = context.getSequence();
	const ids = Array.from({ length: POSITIONS }, (_, at) =>
		at === 0 ? 2 : 260 + ((at * 29 + ((at * at) % 13)) % 160),
	);
	const every = {
		generateNext: { probabilities: true, options: { temperature: 1, topK: 0, topP: 1, minP: 0 } },
	};
	const results = await sequence.controlledEvaluate(ids.map((id) => [id, every]));
	const logProbabilities = results.map((result, position) => {
		const probabilities = result.next.probabilities;
		if (probabilities.size !== VOCABULARY)
			throw new Error(`${probabilities.size} of ${VOCABULARY} probabilities`);
		return Array.from({ length: KEPT }, (_, k) => {
			const id = (position * 7 + k * 31) % VOCABULARY;
			return Math.round(Math.log(probabilities.get(id)) * 1e4) / 1e4;
		});
	});
	if (name === "gemma4-e2b") {
		recorded.tokenizer = Object.fromEntries(TEXTS.map((text) => [text, model.tokenize(text, false)]));
	}
	recorded.shapes[name] = { ids, logProbabilities };
	await context.dispose();
	await model.dispose();
	console.log(name, logProbabilities.at(-1).join(" "));
}
const rows = (shape) =>
	`{\n"ids": ${JSON.stringify(shape.ids)},\n"logProbabilities": [\n${shape.logProbabilities.map((row) => JSON.stringify(row)).join(",\n")}\n]}`;
const shapes = Object.entries(recorded.shapes).map(
	([name, shape]) => `${JSON.stringify(name)}: ${rows(shape)}`,
);
const tokens = Object.entries(recorded.tokenizer ?? {}).map((pair) =>
	pair.map((part) => JSON.stringify(part)).join(": "),
);
writeFileSync(
	golden,
	`{"recorded_with": "node-llama-cpp 3.22.1",\n"tokenizer": {\n${tokens.join(",\n")}\n},\n"shapes": {\n${shapes.join(",\n")}\n}}\n`,
);
process.exit(0);
