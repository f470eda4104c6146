/** The history functions of the package. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";

await kit.init();

const long = JSON.stringify({ data: Array.from({ length: 300 }, () => "item"), total: 300 });
const history = () => [
	{ role: "user", content: "go" },
	{ role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "s_mcp_t", input: {} }] },
	{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: long }] },
	{ role: "assistant", content: "done" },
	{ role: "user", content: "more" },
];

test("an old result becomes a preview with the published hint, and nothing else changes", () => {
	const before = history();
	const copy = structuredClone(before);
	const after = kit.compressOldToolResults(before, { results: new Map([["toolu_1", long]]) });
	const { content } = after[2].content[0];
	assert.match(content, /\.\.\. \[recall\('toolu_1'\) for full result, \d+ chars\]$/);
	assert.ok(content.includes(`${long.length} chars`) && content.length < 260);
	assert.equal(JSON.parse(content.split("... [")[0]).total, 300);
	assert.deepEqual(before, copy);
	for (const place of [0, 1, 3, 4]) assert.equal(after[place], before[place], "the same object");
	assert.deepEqual(kit.compressOldToolResults(after, { results: new Map([["toolu_1", long]]) }), after);
	const lost = kit.compressOldToolResults(before, { preview: 50 })[2].content[0].content;
	assert.match(lost, new RegExp(`\\.\\.\\. \\[compressed, ${long.length} chars original\\]$`));
	assert.equal(kit.compressOldToolResults(before, { keepLast: 3 })[2], before[2]);
});

test("trimming keeps whole turns and the objects that were given", () => {
	const before = history();
	assert.deepEqual(kit.trimConversationHistory(before, 10_000), before);
	const after = kit.trimConversationHistory(before, 20);
	assert.deepEqual(after, [before[4]]);
	assert.equal(after[0], before[4]);
	const orphan = [{ role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: "y" }] }];
	assert.deepEqual(kit.trimConversationHistory(orphan, 10_000), []);
	assert.deepEqual(kit.trimConversationHistory(before, Number.POSITIVE_INFINITY), before);
});

test("what is no history is refused by name", () => {
	for (const use of [
		() => kit.compressOldToolResults("no"),
		() => kit.compressOldToolResults([{ role: "nobody", content: "x" }]),
		() => kit.compressOldToolResults([], { preview: -1 }),
		() => kit.compressOldToolResults([], { results: new Map([["a", 1]]) }),
		() => kit.trimConversationHistory([1], 10),
		() => kit.trimConversationHistory([], Number.NaN),
	]) {
		assert.throws(use, (error) => error instanceof kit.WebMcpError && error.code === "invalid_argument");
	}
});

test("tokens are estimated", () => {
	assert.equal(kit.estimateTokens(""), 0);
	const tokens = kit.estimateTokens("The assembly met on Tuesday to vote on the amendment.");
	assert.ok(tokens >= 9 && tokens <= 13, String(tokens));
});

test("a result is shortened as a run shortens it, without a hint of recall", () => {
	const cut = kit.truncateResult(long, 100);
	const [told, mark] = cut.split("\n... ");
	assert.ok(told.length <= 100 && JSON.parse(told).data.length < 300, told);
	assert.match(mark, /^\(truncated, .*\)$/);
	assert.doesNotMatch(cut, /recall/);
	assert.equal(kit.truncateResult(long), long, "10,000 characters stay");
	assert.equal(kit.truncateResult("plain words here", 11).split("\n")[0], "plain words");
	for (const wrong of [-1, Number.NaN, "x"])
		assert.throws(() => kit.truncateResult("a", wrong), { code: "invalid_argument" });
});
