/** `createCanvas` of the root: the documents' reactive canvas, without Svelte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/auto.js";

test("canvas.blocks mirrors the canvas that it is made around, whoever changes that", () => {
	const canvasVanilla = kit.createCanvasVanilla();
	const canvas = kit.createCanvas(canvasVanilla);
	canvasVanilla.addWidget("stat", { label: "Visitors", value: "1,234" });
	canvas.addWidget("stat", { label: "Sales", value: "9" });
	assert.equal(canvas.blocks, canvasVanilla.blocks);
	assert.deepEqual(
		[canvas.blockCount, canvas.isEmpty, canvas.layout, canvas.canUndo],
		[2, false, "flow", true],
	);
	assert.deepEqual(canvas.history.done.length, 2);
	const counts = [];
	const stop = canvas.subscribe(({ blocks }) => void counts.push(blocks.length));
	canvasVanilla.clear();
	stop();
	canvas.undo();
	assert.deepEqual([counts, canvas.blockCount], [[0], 2]);
});

test("an effect runs again when a field that it read has changed, and for nothing else", () => {
	const canvas = kit.createCanvas();
	const [counts, layouts] = [[], []];
	const ends = [
		canvas.effect(() => void counts.push(canvas.blockCount)),
		canvas.effect(() => void layouts.push(canvas.layout)),
	];
	const { id } = canvas.addWidget("stat", { label: "a", value: "1" });
	canvas.setLayout("grid");
	canvas.transact(() => {
		canvas.addWidget("stat", { label: "b", value: "2" });
		canvas.removeWidget(id);
		canvas.addWidget("stat", { label: "c", value: "3" });
	});
	assert.deepEqual(
		[counts, layouts],
		[
			[0, 1, 2],
			["flow", "grid"],
		],
	);
	for (const end of [...ends, ...ends]) end();
	canvas.clear();
	canvas.setLayout("stack");
	assert.deepEqual(
		[counts, layouts],
		[
			[0, 1, 2],
			["flow", "grid"],
		],
	);
});

test("an effect follows what it reads now, also within another and where it changes the canvas itself", () => {
	const canvas = kit.createCanvas();
	const seen = [];
	const end = canvas.effect(() => {
		if (canvas.isEmpty) return void seen.push("empty");
		seen.push(canvas.layout);
		canvas.effect(() => void canvas.selected)();
		if (canvas.blockCount === 1) canvas.addWidget("stat", { label: "b", value: "2" });
	});
	canvas.setLayout("grid");
	canvas.addWidget("stat", { label: "a", value: "1" });
	canvas.select([canvas.blocks[0].id]);
	canvas.setLayout("tiling");
	end();
	assert.deepEqual(seen, ["empty", "grid", "grid", "tiling"]);
});

test("what an effect throws first is thrown, and what it throws later harms nobody else", () => {
	const canvas = kit.createCanvas();
	assert.throws(() => canvas.effect(() => JSON.parse("{")), SyntaxError);
	assert.throws(() => canvas.effect("work"), {
		code: "invalid_argument",
		message: /effect: work must be a function/,
	});
	assert.throws(() => kit.createCanvas({}), { code: "invalid_argument", message: /createCanvas: canvas/ });
	const problems = [];
	globalThis.reportError = (problem) => problems.push(problem.message);
	const heard = [];
	canvas.effect(() => {
		if (canvas.blockCount === 1) throw new Error("one is too few");
		heard.push(canvas.blockCount);
	});
	canvas.subscribe(() => heard.push("other"));
	canvas.addWidget("stat", { label: "a", value: "1" });
	canvas.addWidget("stat", { label: "b", value: "2" });
	assert.deepEqual([problems, heard], [["one is too few"], [0, "other", 2, "other"]]);
});

test("servers place their widgets on it", async () => {
	const canvas = kit.createCanvas();
	kit.autoui.attachCanvas(canvas);
	await kit.autoui.executeTool("widget_display", {
		name: "stat",
		params: { label: "Visitors", value: "42" },
	});
	kit.autoui.detachCanvas();
	assert.deepEqual(
		canvas.blocks.map(({ type }) => type),
		["stat"],
	);
});
