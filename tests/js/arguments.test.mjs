/** Arguments of a wrong kind: whatever a page passes by mistake, it is told so, and the core goes on. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { provider } from "./support/doubles.mjs";
import { EXCUSED, ROWS } from "./support/rows.mjs";
import { walk, WRONG } from "./support/walk.mjs";

/** What is caught nowhere. */
const late = [];
process.on("unhandledRejection", (error) => late.push(`nobody catches ${error}`));
process.on("uncaughtException", (error) => late.push(`nobody catches ${error}`));
// Pages have it, Node does not; what listeners throw is theirs.
globalThis.reportError = () => undefined;

test("init tells what it cannot load before anything is loaded", async () => {
	for (const [wrong, make] of Object.entries(WRONG)) {
		// Objects without `wasm` load the core from beside the module.
		const loads = /^undefined$|object$|Map$|cycle$|no text$/.test(wrong);
		if (!loads) await assert.rejects(kit.init(make({ wasm: 1 })), kit.WebMcpError, wrong);
		if (wrong !== "undefined" && wrong !== "null")
			await assert.rejects(kit.init({ wasm: make() }), kit.WebMcpError, wrong);
	}
	await kit.init();
});

/** What wasm-bindgen adds to objects, and where the core's own objects find each other: no types name it. */
const HIDDEN = /^(?:free|lend|__.*)$/;

/** The names of all functions of an object, those of its classes among them. */
function functionsOf(object) {
	if (!object || object === Object.prototype) return [];
	const inherited = typeof object === "function" ? [] : functionsOf(Object.getPrototypeOf(object));
	const own = Object.entries(Object.getOwnPropertyDescriptors(object)).filter(
		([name, { value }]) => typeof value === "function" && name !== "constructor" && !HIDDEN.test(name),
	);
	return [...new Set([...own.map(([name]) => name), ...inherited])];
}

test("everything that can be called has a row", async () => {
	const { exports } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));
	for (const [subpath, { default: file }] of Object.entries(exports)) {
		// Each element is one of those that `elements` has together; `auto` has what the root has, and would load the core too soon.
		if (file?.endsWith(".js") && !file.includes("*") && subpath !== "./auto")
			assert.ok(ROWS[`webmcp-auto-ui${subpath.slice(1)}`], `${subpath} has no rows`);
	}
	for (const [name, value] of Object.entries(kit)) {
		const isMore = typeof value === "function" && functionsOf(value).length > 0;
		if (isMore) assert.ok(ROWS[`${name} itself`], `what ${name} itself offers has no rows`);
	}
	for (const [who, { of, rows }] of Object.entries(ROWS)) {
		const made = of();
		const owner = made instanceof Promise ? await made : made;
		const names = who.startsWith("webmcp-auto-ui") ? Object.keys(owner) : functionsOf(owner);
		assert.deepEqual(Object.keys(rows).toSorted(), names.toSorted(), `what ${who} offers`);
		for (const [name, row] of Object.entries(rows)) {
			if (typeof row === "string") continue;
			const given = Object.keys(await row()).length;
			assert.ok(given >= owner[name].length, `${who}: ${name} takes more than its row gives`);
		}
	}
});

const sums = { functions: 0, places: 0, calls: 0 };

for (const [who, { of, rows }] of Object.entries(ROWS)) {
	test(`whatever is passed to ${who}, nothing breaks`, async () => {
		const problems = [];
		for (const [name, row] of Object.entries(rows)) {
			if (typeof row === "string") continue;
			const walked = await walk(of, name, row, late);
			problems.push(...walked.problems);
			sums.functions += 1;
			sums.places += walked.places;
			sums.calls += walked.calls;
		}
		const unexcused = problems.filter((problem) => !EXCUSED.some((excuse) => excuse.test(problem)));
		assert.deepEqual(unexcused, []);
	});
}

test("the error says which argument of which function it is, and what it must be", async () => {
	for (const [use, said] of [
		[
			() => kit.runAgentLoop("x", 5),
			"runAgentLoop: options must be an object with provider and layers, not a number.",
		],
		[() => kit.runAgentLoop(5, {}), "runAgentLoop: wish must be a text, not a number."],
		[
			() => kit.resumeAgentLoop(null),
			"resumeAgentLoop: from must be a saved state or a journal's entries, not null.",
		],
		[
			async () => kit.createIndexedDBJournal([]),
			"createIndexedDBJournal: name must be a text, not an array.",
		],
		[
			async () => kit.filterRecipes([{ name: 1 }], "x"),
			"filterRecipes: recipes[0].name must be a text, not a number.",
		],
		[
			async () => kit.withRateLimit(provider(), { requestsPerMinute: -1 }),
			"withRateLimit: limit.requestsPerMinute must be a number above 0, not -1.",
		],
		[
			async () => kit.createWidgetPreview(undefined, []),
			"createWidgetPreview: container must be an element, not undefined.",
		],
	]) {
		await assert.rejects(use(), { name: "WebMcpError", code: "invalid_argument", message: said });
	}
});

test("after all of that the core still works", async () => {
	const server = kit.createWebMcpServer("desk");
	const canvas = kit.createCanvasVanilla();
	server.registerWidget(
		"---\nwidget: note\ndescription: d\nschema:\n  type: object\n---\n# note",
		() => undefined,
	);
	server.attachCanvas(canvas);
	const call = {
		type: "tool_use",
		id: "1",
		name: "desk_webmcp_widget_display",
		input: { name: "note", params: {} },
	};
	const replies = [[call], [{ type: "text", text: "shown" }]];
	const model = { ...provider(), chat: async () => ({ content: replies.shift(), stopReason: "end_turn" }) };
	const result = await kit.runAgentLoop("show a note", { provider: model, layers: [server.layer()] });
	assert.equal(result.text, "shown");
	assert.deepEqual([result.toolCalls.length, canvas.blockCount], [1, 1]);
});

after(() => {
	const wrong = Object.keys(WRONG).length;
	console.log(
		`${sums.functions} functions, ${sums.places} places, ${wrong} wrong values, ${sums.calls} calls`,
	);
});
