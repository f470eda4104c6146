/** Tool arguments that stream in pieces of 20 characters, with a live value after every piece. */
import { JSONParser } from "@streamparser/json";
import { parsePartialJson } from "ai";
import { parse as parsePartial } from "partial-json";
import * as kit from "../../pkg/index.js";
import { compare, report } from "./measure.mjs";

const PIECE_CHARS = 20;

function pieces(rows) {
	const value = {
		title: "Streaming",
		rows: Array.from({ length: rows }, (_, id) => ({
			id,
			name: `Row number ${id}`,
			price: id * 1.25,
			note: "A text that is neither long nor short, with an é.",
			tags: ["first", "second"],
			ok: id % 2 === 0,
		})),
	};
	const text = JSON.stringify(value);
	const cut = [];
	for (let at = 0; at < text.length; at += PIECE_CHARS) cut.push(text.slice(at, at + PIECE_CHARS));
	return { text, cut };
}

function ours(cut) {
	const partial = kit.createPartialJson();
	let live;
	for (const piece of cut) live = partial.push(piece);
	partial.finish();
	return live;
}

/** Its values are partial only where it is told to emit them. */
function streamparser(cut) {
	const parser = new JSONParser({ emitPartialValues: true, emitPartialTokens: true, paths: ["$"] });
	let live;
	parser.onValue = ({ value }) => {
		live = value;
	};
	for (const piece of cut) parser.write(piece);
	return live;
}

function again(parse) {
	return async (cut) => {
		let sum = "";
		let live;
		for (const piece of cut) {
			sum += piece;
			live = await parse(sum);
		}
		return live;
	};
}

await kit.init();
for (const [rows, rounds] of [
	[15, 15],
	[95, 7],
	[400, 3],
]) {
	const { text, cut } = pieces(rows);
	const alternatives = {
		ours,
		"@streamparser/json": streamparser,
		"ai parsePartialJson": again(async (sum) => (await parsePartialJson(sum)).value),
		"partial-json": again((sum) => parsePartial(sum)),
	};
	for (const [name, run] of Object.entries(alternatives)) {
		const value = JSON.stringify(await run(cut));
		if (value !== text) throw new Error(`${name} reads something else: ${value?.slice(0, 80)}`);
	}
	const runs = Object.fromEntries(Object.entries(alternatives).map(([name, run]) => [name, () => run(cut)]));
	const times = await compare(runs, { rounds, warmUps: 1 });
	report(`${text.length} characters in ${cut.length} pieces`, times, { unit: "ms" });
}
