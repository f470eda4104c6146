/** What runs chat templates, as the Worker uses it: turns that have no room go, and no template takes a model with it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ChatTemplate } from "../../pkg/worker/chat-template.js";
import { EngineError } from "../../pkg/worker/messages.js";

const library = readFileSync(new URL("../../pkg/engine/chat-template.wasm", import.meta.url));
const PLAIN = "{{ bos_token }}{% for m in messages %}{{ m.content }}{{ eos_token }}{% endfor %}";

/** Reads a template with what a server answers. */
async function read(source, answer = () => new Response(library)) {
	const before = globalThis.fetch;
	globalThis.fetch = async () => answer();
	try {
		const given = { source, bos: "<bos>", eos: "<eos>" };
		return await ChatTemplate.read(given, "http://x/chat-template.wasm", new AbortController().signal);
	} finally {
		globalThis.fetch = before;
	}
}

/** An engine with room for so many characters. */
function engine(room) {
	const checked = [];
	const check = async (text) => {
		checked.push(text);
		if (text.length > room) throw new EngineError("too_long", `${text.length} characters`);
	};
	const answer = async (text) => {
		await check(text);
		return { text };
	};
	return { checked, check, answer };
}

const chat = (turns) => ({
	messages: Array.from({ length: turns }, (_, turn) => ({ role: "user", content: `turn ${1000 + turn}` })),
});

test("a conversation that fits is shown whole, by the tokens of the model", async () => {
	const template = await read(PLAIN);
	const { check, answer, checked } = engine(1e6);
	const answered = await template.converse({ ...chat(2), prefix: "So" }, check, answer);
	assert.deepEqual(answered, { text: "<bos>turn 1000<eos>turn 1001<eos>So", droppedTurns: 0 });
	assert.equal(checked.length, 1, "nothing is asked twice");
	assert.deepEqual(template.shown, { takesTools: false, calls: null });
});

test("as few turns go as must, and few texts are tried for that", async () => {
	const template = await read(PLAIN);
	const turns = 1500;
	for (const kept of [1, 2, 3, 700, 1499, 1500]) {
		// `<bos>`, and 14 characters a turn.
		const { check, answer, checked } = engine(5 + 14 * kept);
		const { text, droppedTurns } = await template.converse(chat(turns), check, answer);
		assert.equal(droppedTurns, turns - kept);
		assert.equal(text.length, 5 + 14 * kept);
		assert.ok(checked.length <= 25, `${checked.length} texts`);
	}
});

test("a last turn that has no room alone is too long, by its own length", async () => {
	const template = await read(PLAIN);
	const { check, answer } = engine(10);
	for (const turns of [1, 2, 3, 100]) {
		const failing = template.converse(chat(turns), check, answer);
		await assert.rejects(failing, { code: "too_long", message: "19 characters." });
	}
});

test("what else fails is not taken for a lack of room", async () => {
	const template = await read(PLAIN);
	const { check } = engine(10);
	const broken = async () => {
		throw new EngineError("out_of_memory", "none left");
	};
	await assert.rejects(template.converse(chat(3), check, broken), { code: "out_of_memory" });
	const stopped = async () => {
		throw new DOMException("stopped", "AbortError");
	};
	const tooLong = async () => {
		throw new EngineError("too_long", "no room");
	};
	await assert.rejects(template.converse(chat(3), stopped, tooLong), { name: "AbortError" });
});

test("a template that nests too deep or is none says so, whatever it does to the library", async () => {
	for (const source of [
		"{% for %}",
		`{{ ${"not ".repeat(50_000)}1 }}`,
		`{{ a${".b".repeat(100_000)} }}`,
		`{{ 1${"+1".repeat(100_000)} }}`,
		`{{ ${"-".repeat(100_000)}1 }}`,
		`{% if 0 %}${"{% elif 0 %}".repeat(15_000)}{% endif %}`,
		`{{ ${"[".repeat(100_000)}1 }}`,
	]) {
		await assert.rejects(read(source), { code: "model_invalid", message: /not one that can be run/ });
	}
});

test("a conversation that a template cannot bring to an end leaves the template as it was", async () => {
	const ways = [
		"{{ 'a\\nb' | indent(4000000000) }}",
		"{% set ns = namespace(s='x') %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
		"{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}x{% endfor %}{% endfor %}{% endfor %}",
		"{{ '%9000000d' | format(1) }}",
		"{{ raise_exception('no') }}",
	];
	const cases = ways.map((way, n) => `{% if messages[0].content == '${n}' %}${way}{% endif %}`).join("");
	const template = await read(cases + PLAIN);
	for (const [n] of ways.entries()) {
		const { check, answer } = engine(1e9);
		const hostile = { messages: [{ role: "user", content: `${n}` }] };
		await assert.rejects(template.converse(hostile, check, answer), {
			code: "engine",
			message: /chat template/,
		});
		const { text } = await template.converse(chat(1), check, answer);
		assert.equal(text, "<bos>turn 1000<eos>");
	}
});

test("a library that is not there is named with its address", async () => {
	const missing = read(PLAIN, () => new Response("", { status: 404 }));
	await assert.rejects(missing, { code: "engine", message: /chat templates .*http:\/\/x\/.*404/ });
	const other = read(PLAIN, () => new Response("<html>"));
	await assert.rejects(other, { code: "engine", message: /chat templates/ });
});
