/** Compressing and trimming histories of growing length. */
import * as kit from "../../pkg/index.js";
import { growth } from "./growth.mjs";

await kit.init();
const RESULT = JSON.stringify(Array.from({ length: 40 }, (_, n) => ({ n, name: `row ${n}`, votes: n * 7 })));

/** Turns of four messages: wish, call, result of 1.4 kB, answer. */
function history(/** @type {number} */ count) {
	return Array.from({ length: count / 4 }, (_, turn) => [
		{ role: "user", content: `wish ${turn}` },
		{
			role: "assistant",
			content: [{ type: "tool_use", id: `c${turn}`, name: "data_mcp_rows", input: { turn } }],
		},
		{ role: "user", content: [{ type: "tool_result", tool_use_id: `c${turn}`, content: RESULT }] },
		{ role: "assistant", content: "Here they are." },
	]).flat();
}

const sizes = [252, 500, 1000, 2000, 4000];
const results = (/** @type {number} */ count) =>
	new Map(Array.from({ length: count / 4 }, (_, turn) => [`c${turn}`, RESULT]));

await growth("compressOldToolResults, messages", sizes, (size) => {
	const messages = history(size);
	const options = { results: results(size) };
	return () => kit.compressOldToolResults(messages, options);
});
await growth("compressOldToolResults again on what it gave, messages", sizes, (size) => {
	const options = { results: results(size) };
	const messages = kit.compressOldToolResults(history(size), options);
	return () => kit.compressOldToolResults(messages, options);
});
await growth("trimConversationHistory to half, messages", sizes, (size) => {
	const messages = history(size);
	const half = JSON.stringify(messages).length / 8;
	return () => kit.trimConversationHistory(messages, half);
});
