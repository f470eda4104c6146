/** How often the right chunk is among the best five, by words, by meaning, and by both: `node tests/eval/recall.mjs`. */
import * as kit from "../../pkg/index.js";
import { openEmbedder } from "../browser-engine/embedder-page.mjs";
import { questions, results, strange, wishes } from "./recall-corpus.mjs";

/** Fewer right answers by both than this share are a failure. */
const LEAST_RECALL = 0.8;
const TOP = 5;

const browser = await openEmbedder();
/** Texts come again and again here, so each is embedded once. */
const known = new Map();
const embedder = {
	async embed(texts) {
		const fresh = texts.filter((text) => !known.has(text));
		const vectors = await browser.page.evaluate(async (texts) => {
			const vectors = await window.embedder.embed(texts);
			return vectors.map((vector) => [...vector]);
		}, fresh);
		for (const [index, text] of fresh.entries()) known.set(text, vectors[index]);
		return texts.map((text) => known.get(text));
	},
};

async function memory(options) {
	const rag = new kit.ContextRAG({ topK: TOP, minScore: 0, ...options });
	for (const [index, { text, ...source }] of results.entries())
		await rag.ingest(text, { ...source, id: `r${index}` });
	return rag;
}

/** Places, from 1, of the wanted chunks among all; 0 for none. */
async function places(rag) {
	const found = [];
	for (const { question, want, kind } of questions) {
		const hits = await rag.query(question);
		found.push({ kind, question, place: hits.findIndex(({ text }) => text.includes(want)) + 1, hits });
	}
	return found;
}

const shareOf = (all) => all.filter(Boolean).length / all.length;
const fraction = (all) => `${all.filter(Boolean).length}/${all.length}`;
const says = (name, kept, silent) =>
	console.log(
		`${name.padEnd(20)} default minScore: ${fraction(kept)} keep their chunk, ${fraction(silent)} strange questions find nothing`,
	);

/**
 * How the default threshold fares: questions that keep their chunk, parts of wishes that keep theirs, and strange ones
 * that find nothing. It was chosen by the even ones, so the odd ones judge it: their smallest share is returned.
 */
async function threshold(name, options) {
	const rag = await memory({ minScore: undefined, ...options });
	const kept = (await places(rag)).map(({ place }) => place > 0);
	const silent = [];
	for (const question of strange) silent.push((await rag.query(question)).length === 0);
	const parts = [];
	for (const { wish, wants } of wishes) {
		const hits = await rag.query(wish);
		parts.push(wants.map((want) => hits.some(({ text }) => text.includes(want))));
	}
	const [odd] = ["odd", "even"].map((half, rest) => {
		const ofHalf = (all) => all.filter((_, index) => index % 2 !== rest);
		const ours = [ofHalf(kept), ofHalf(parts).flat(), ofHalf(silent)];
		says(`${name}, ${half} half`, ours[0], ours[2]);
		console.log(`${" ".repeat(20)} of wishes about several chunks: ${fraction(ours[1])} parts`);
		return Math.min(...ours.map(shareOf));
	});
	return odd;
}

/** The same where each result is a memory of its own, and the questions about the others are strange to it. */
async function alone(options) {
	const kept = [];
	const silent = [];
	for (const { text, ...source } of results) {
		const rag = new kit.ContextRAG(options);
		await rag.ingest(text, source);
		const { chunks } = rag.toJSON();
		for (const { question, want } of questions) {
			const found = await rag.query(question);
			if (!chunks.some((chunk) => chunk.text.includes(want))) silent.push(found.length === 0);
			else kept.push(found.some((hit) => hit.text.includes(want)));
		}
		for (const question of strange) silent.push((await rag.query(question)).length === 0);
	}
	says("both, each alone", kept, silent);
}

function report(name, found) {
	const share = (kind) => {
		const of = found.filter((one) => !kind || one.kind === kind);
		return `${of.filter(({ place }) => place > 0).length}/${of.length}`;
	};
	console.log(
		`${name.padEnd(10)} recall@${TOP}: lexical ${share("lexical")}, paraphrase ${share("paraphrase")}`,
	);
	return found.filter(({ place }) => place > 0).length / found.length;
}

const words = await memory({});
const both = await memory({ embedder });
console.log(`${words.size} chunks, ${questions.length} questions`);
const texts = both.toJSON().chunks.map(({ text }) => text);
const vectors = await embedder.embed(texts);
const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
const byMeaning = [];
for (const { question, want, kind } of questions) {
	const [asked] = await embedder.embed([question]);
	const scored = texts.map((text, index) => ({ text, score: dot(asked, vectors[index]) }));
	const best = scored.sort((a, b) => b.score - a.score).slice(0, TOP);
	byMeaning.push({ kind, question, place: best.findIndex(({ text }) => text.includes(want)) + 1 });
}
report("words", await places(words));
report("meaning", byMeaning);
const fused = await places(both);
const share = report("both", fused);
await threshold("words", {});
const judged = await threshold("both", { embedder });
await alone({ embedder });
if (process.argv.includes("--verbose")) {
	for (const { question, place, hits } of fused) {
		console.log(`${place} ${question}`);
		for (const { score, text, reasons } of hits)
			console.log(`    ${score.toFixed(2)} ${text.slice(0, 60)} | ${reasons}`);
	}
}
if (share < LEAST_RECALL) {
	console.error(`Only ${share.toFixed(2)} of the questions found their chunk; ${LEAST_RECALL} are demanded.`);
	process.exitCode = 1;
}
if (judged < LEAST_RECALL) {
	console.error(`The default minScore does right by ${judged.toFixed(2)}; ${LEAST_RECALL} are demanded.`);
	process.exitCode = 1;
}
await browser.close();
