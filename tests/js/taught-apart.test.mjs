/** What the small model is taught with and what judges it have nothing in common: no wish, no near paraphrase, no table. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { datasets } from "../../www/server/datasets.mjs";
import { HALVES } from "../eval/compose-wishes.mjs";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const files = (/** @type {string} */ folder) =>
	readdirSync(new URL(`../../${folder}`, import.meta.url)).map((name) => read(`${folder}/${name}`));
const lines = (/** @type {string} */ text) =>
	text
		.split("\n")
		.filter((line) => line.trim())
		.map((line) => JSON.parse(line));
const words = (/** @type {string} */ text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A wish and those that follow it. */
const wishesOf = (/** @type {any} */ { wish, then = [] }) =>
	[wish, ...then.map((/** @type {any} */ next) => next.wish)].filter((one) => one !== undefined);

const EVALUATION = "tests/eval/composer";
/** A wish of so many words may share half of its runs of three words with one that is taught; shorter ones are common property. */
const RUN = 3;
const LEAST_WORDS = 6;
const MOST_SHARED = 0.5;

const judged = [
	...["tuned", "sight"].flatMap((half) => files(`${EVALUATION}/${half}`)).flatMap(lines),
	...Object.values(HALVES).flat(),
].flatMap(wishesOf);

/** @type {string[]} */
const taught = [
	...files("training/data/written").flatMap(lines),
	...files("training/data/widgets").flatMap((text) => JSON.parse(text).wishes),
	...files("training/data/tools").flatMap((text) =>
		JSON.parse(text).tools.flatMap((/** @type {any} */ tool) => tool.wishes),
	),
].flatMap(wishesOf);

const runs = (/** @type {string} */ wish) => {
	const all = words(wish);
	return new Set(all.slice(RUN - 1).map((_, at) => all.slice(at, at + RUN).join(" ")));
};

test("no wish of the evaluation, and none near to it, is taught", () => {
	assert.ok(judged.length > 700 && taught.length > 6500, `${judged.length} judged, ${taught.length} taught`);
	/** @type {Map<string, number[]>} */
	const where = new Map();
	taught.forEach((wish, at) => {
		for (const run of runs(wish)) where.set(run, [...(where.get(run) ?? []), at]);
	});
	const near = [];
	for (const wish of judged.filter((one) => words(one).length >= LEAST_WORDS)) {
		const own = runs(wish);
		/** @type {Map<number, number>} */
		const shared = new Map();
		for (const run of own) for (const at of where.get(run) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
		for (const [at, count] of shared) {
			if (count > MOST_SHARED * own.size) near.push(`${wish} | ${taught[at]}`);
		}
	}
	assert.deepEqual(near, []);
});

test("no table of the evaluation or of the demo is taught", () => {
	const plain = (/** @type {string} */ name) =>
		words(name.replace(/(?<=[a-z])(?=[A-Z])/g, " "))
			.join(" ")
			.replaceAll("_", " ");
	/** @type {{table: string, rows: Record<string, unknown>[]}[]} */
	const tables = [
		...files(`${EVALUATION}/databases`).flatMap((text) => JSON.parse(text).tables),
		...datasets(),
	];
	const domains = files("training/data/domains").map((text) => JSON.parse(text));
	for (const { table, rows } of tables) {
		const own = Object.keys(rows[0]).map(plain);
		for (const domain of domains) {
			for (const { name, columns } of domain.tables) {
				const shared = columns.filter((/** @type {any} */ column) => own.includes(plain(column.name)));
				const message = `${table} and ${name} share ${shared.map((/** @type {any} */ column) => column.name)}`;
				assert.ok(shared.length <= own.length / 2, message);
				assert.ok(plain(table) !== plain(name) || shared.length <= 2, message);
			}
		}
	}
});
