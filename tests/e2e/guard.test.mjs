/** The product must not know the tests' wishes: none of their words and numbers stands in its sources. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import {
	CHART_WORDINGS,
	DATA_WORDINGS,
	LABELS,
	NOTES,
	NUMBERS,
	ROWS_WORDINGS,
	spoken,
	TABLES,
	TOPICS,
} from "./support/draw.mjs";

const sources = ["src", "engine/src", "js", "www"].flatMap((folder) =>
	readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
		// By this dictionary links become shorter; nothing that a model reads or that finds answers knows of it.
		.filter((entry) => entry.isFile() && !`${entry.parentPath}/${entry.name}`.endsWith("js/share/words.ts"))
		// In the bytes of a picture anything may stand.
		.filter(({ name }) => !/\.(?:jpg|png)$/.test(name))
		.map((entry) => ({ path: join(entry.parentPath, entry.name), name: entry.name })),
);
const text = sources.map(({ path }) => readFileSync(path, "utf8")).join("\n");

const occurs = (word) =>
	new RegExp(
		`(?<![\\p{L}\\p{N}_.])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_]|\\.\\d)`,
		"iu",
	).test(text);

test("the sources were read", () => {
	assert.ok(sources.length > 80);
	assert.ok(occurs("runAgentLoop"));
});

test("no topic, label or note of the tests occurs in the product", () => {
	const words = [...TOPICS, ...LABELS.flat(), ...NOTES.map(([wish]) => wish)];
	// "May" is also a verb.
	assert.deepEqual(
		words.filter((word) => word !== "May" && occurs(word)),
		[],
	);
});

test("no number of the tests occurs in the product", () => {
	assert.deepEqual(
		NUMBERS.filter((number) => occurs(String(number))),
		[],
	);
});

test("no column of the data occurs in the product, as written or as spoken", () => {
	const columns = Object.values(TABLES).flatMap(({ columns }) => columns);
	const distinctive = columns.filter((name) => name.length > 4);
	assert.deepEqual(
		distinctive.filter((name) => occurs(name) || occurs(spoken(name))),
		[],
	);
});

test("no wish of the tests occurs in the product", () => {
	const wishes = [
		...Object.keys(TABLES).flatMap((table) => ROWS_WORDINGS.map((word) => word(spoken(table)))),
		...CHART_WORDINGS.flatMap((word) => TOPICS.map((topic) => word(topic, [["", ""]]).trim())),
		...Object.values(TABLES).flatMap(({ columns, groups }) =>
			columns.flatMap((column) =>
				groups.flatMap((group) => DATA_WORDINGS.map((word) => word(spoken(column), spoken(group)))),
			),
		),
	];
	assert.deepEqual(
		wishes.filter((wish) => text.toLowerCase().includes(wish.toLowerCase())),
		[],
	);
});
