/**
 * Records what llama.cpp makes of models that follow instructions: `engine/tests/golden/instruct/<name>.json`.
 *
 *     cargo run --profile native -p webmcp-engine --example strings strings.json
 *     node engine/tests/record/instruct.mjs <folder with node_modules/node-llama-cpp> strings.json <name>=<model.gguf> …
 *
 * Of the strings the tokens are kept as a digest per hundred; of each prompt the tokens that are the likeliest, one after the other.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const TOKENS = 220;
const STRINGS = 100;
const PROMPTS = [
	"Tell a long story about a lighthouse keeper who repairs old clocks.",
	"Explain step by step how a bicycle stays upright, in at least three paragraphs.",
	"Write a SQLite query for the ten customers who spent most in 2023, with tables customers and orders, and explain every line.",
	"List thirty things that one can cook with potatoes, one sentence each.",
	"Raconte une longue histoire sur un boulanger qui voyage en train à travers l'Europe.",
	"Explique pourquoi le ciel est bleu, en trois paragraphes, puis donne un exemple de la vie courante.",
	"Écris une fonction Python qui calcule la moyenne par groupe, et commente chaque ligne.",
	"Fais la liste de vingt villes de France avec une phrase sur chacune.",
	"Erzähle eine lange Geschichte über eine Bibliothekarin, die nachts Briefe beantwortet.",
	"Erkläre ausführlich, wie eine Wärmepumpe funktioniert.",
	"Schreibe ein JavaScript-Programm, das eine Tabelle sortiert, und erkläre es.",
	"Nenne zwanzig Berufe und beschreibe jeden in einem Satz.",
	"Cuenta una larga historia sobre un pescador que encuentra un mapa.",
	"Explica paso a paso cómo se hace el pan, con todas las cantidades.",
	"Escribe una consulta SQL que cuente los pedidos por mes y explica cada parte.",
	"Enumera veinte animales de América y describe cada uno en una frase.",
	"Racconta una lunga storia su un orologiaio di Venezia.",
	"Spiega come funziona un vulcano, in almeno tre paragrafi.",
	"Scrivi una funzione in Rust che legge un file CSV e spiega ogni riga.",
	"Elenca venti piatti italiani con una frase per ciascuno.",
];

const [modules = ".", stringsPath = "", ...models] = process.argv.slice(2);
const resolver = createRequire(join(resolve(modules), "package.json"));
const library = await import(pathToFileURL(resolver.resolve("node-llama-cpp")).href);
const { version } = JSON.parse(
	readFileSync(join(resolve(modules), "node_modules/node-llama-cpp/package.json"), "utf8"),
);
const llama = await library.getLlama({ gpu: false, build: "never" });
/** @type {string[]} */
const strings = JSON.parse(readFileSync(stringsPath, "utf8"));
const folder = new URL("../golden/instruct/", import.meta.url);
mkdirSync(folder, { recursive: true });

for (const [name, modelPath] of models.map((one) => one.split("="))) {
	const model = await llama.loadModel({ modelPath });
	const digests = [];
	for (let first = 0; first < strings.length; first += STRINGS) {
		const hash = createHash("sha256");
		for (const text of strings.slice(first, first + STRINGS)) {
			hash.update(`${model.tokenize(text, false).join(" ")}\n`);
		}
		digests.push(hash.digest("hex").slice(0, 16));
	}
	const context = await model.createContext({ contextSize: 1024, threads: 2 });
	const greedy = [];
	for (const prompt of PROMPTS) {
		const chat = `<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`;
		const sequence = context.getSequence();
		const written = [];
		for await (const token of sequence.evaluate(model.tokenize(chat, true), { temperature: 0 })) {
			written.push(token);
			if (written.length === TOKENS) break;
		}
		greedy.push({ chat, written, text: model.detokenize(written) });
		sequence.dispose();
		console.log(name, written.length, prompt);
	}
	const madeBy = `llama.cpp by way of node-llama-cpp ${version} on the CPU, temperature 0`;
	writeFileSync(
		new URL(`${name}.json`, folder),
		`${JSON.stringify({ madeBy, strings: { each: STRINGS, digests }, greedy }, undefined, "\t").replaceAll(/\n\t{4}(\d+,?)(?=\n)/g, " $1")}\n`,
	);
	await context.dispose();
	await model.dispose();
}
