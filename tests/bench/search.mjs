/** Searching among growing numbers of tools and chunks. */
import * as kit from "../../pkg/index.js";
import { growth } from "./growth.mjs";

await kit.init();
const TOPICS = [
	"deputy",
	"vote",
	"weather",
	"stock",
	"train",
	"recipe",
	"museum",
	"energy",
	"article",
	"leaflet",
];
const VERBS = ["get", "list", "search", "count", "export"];

const description = (/** @type {number} */ n) =>
	`${VERBS[n % 5]}_${TOPICS[n % 10]}_${n}: reads ${TOPICS[(n * 7) % 10]} records of region ${n % 97} and returns them as JSON`;

await growth(
	"ContextRAG.query among descriptions of tools",
	[1000, 2000, 5000, 10_000],
	async (size) => {
		const rag = new kit.ContextRAG();
		for (let n = 0; n < size; n += 1) await rag.ingest(description(n), { tool: `t${n}` });
		if (rag.size !== size) throw new Error(`${rag.size} chunks instead of ${size}`);
		const wanted = `museum region 42 number ${size - 3}`;
		const [best] = await rag.query(wanted);
		if (!best) throw new Error("nothing was found");
		return () => rag.query(wanted);
	},
	{ repeat: 20 },
);
await growth(
	"ContextRAG.ingest of one text",
	[100, 200, 400, 800, 1600],
	(size) => {
		const text = Array.from({ length: size }, (_, n) => `${description(n)}.`).join("\n");
		return () => new kit.ContextRAG().ingest(text);
	},
	{ rounds: 9 },
);
