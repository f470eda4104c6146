/** Files that are given for a model and are none: each is named by its first bytes, with what to do instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { open } from "../../pkg/worker/download.js";
import { examined, explained, problemOf } from "../../pkg/worker/file-kind.js";
import { EngineError } from "../../pkg/worker/messages.js";
import { newScript, providerOf, REAL_GPU, setGpu } from "./litert-fakes.mjs";
import { serve } from "./serve.mjs";

const bytesOf = (text) => new TextEncoder().encode(text);
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const u32 = (value) => new Uint8Array(new Uint32Array([value]).buffer);
const u64 = (value) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);
const text = (value) => joined(u64(bytesOf(value).length), bytesOf(value));
const value = (given) =>
	typeof given === "string"
		? joined(u32(8), text(given))
		: Array.isArray(given)
			? joined(u32(9), u32(8), u64(given.length), ...given.map(text))
			: joined(u32(4), u32(given));

/** The start of a GGUF file with these keys. */
function gguf(keys, version = 3) {
	const entries = Object.entries(keys);
	const written = entries.map(([key, given]) => joined(text(key), value(given)));
	return joined(bytesOf("GGUF"), u32(version), u64(1), u64(entries.length), ...written, new Uint8Array(64));
}

const model = (architecture, more = {}) =>
	gguf({ "general.architecture": architecture, "general.type": "model", ...more });

test("what is no GGUF is said to be what it is, with what to do", () => {
	const files = {
		pointer: [
			"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 291\n",
			/Git LFS pointer.*git lfs pull.*\/resolve\//,
		],
		page: ["\n<!DOCTYPE html><html><head>", /HTML page.*address of the \.gguf file itself/],
		bom: ["\ufeff<html lang=en>", /HTML page/],
		json: ['{"error":"Invalid credentials"}', /text.*Invalid credentials/],
		xml: ["<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", /text.*AccessDenied/],
		words: ["Entry not found", /text.*Entry not found/],
		program: ["MZqFpD='", /program.*llamafile/],
		ggjt: ["tjgg\u0003", /GGJT, a format before GGUF/],
		ggml: ["lmgg", /GGML, a format before GGUF/],
		ggla: ["algg", /GGLA, an adapter/],
		zip: ["PK\u0003\u0004", /ZIP archive/],
		empty: ["", /empty/],
		litert: ["\u001c\0\0\0TFL3", /LiteRT.*webmcp-auto-ui\/litert/],
		safetensors: ['\u0040\0\0\0\0\0\0\0{"__metadata__":{}}', /safetensors.*convert_hf_to_gguf/],
	};
	for (const [name, [start, message]] of Object.entries(files))
		assert.match(problemOf(bytesOf(start), "a.gguf") ?? "", message, name);
	assert.match(problemOf(new Uint8Array([0x1f, 0x8b, 8, 0]), "a.gguf.gz"), /compressed/);
	const page = "https://huggingface.co/org/repo/blob/main/a.gguf?download=true";
	assert.match(
		problemOf(bytesOf("<html>"), page),
		/as in https:\/\/huggingface\.co\/org\/repo\/resolve\/main\/a\.gguf/,
	);
	// What nobody knows is the engine's to refuse.
	assert.equal(problemOf(new Uint8Array([1, 2, 3, 4]), "a.gguf"), undefined);
});

test("a GGUF that is no model to run is said to be what it is", () => {
	const files = {
		"version 1": [gguf({}, 1), /version 1/],
		"big-endian": [gguf({}, 3 << 24), /big-endian/],
		lora: [
			gguf({ "general.architecture": "gemma3", "general.type": "adapter", "adapter.type": "lora" }),
			/LoRA adapter alone \(gemma3\).*option adapters/,
		],
		"an older lora": [
			gguf({ "adapter.type": "lora", "general.architecture": "llama" }),
			/LoRA adapter alone/,
		],
		mmproj: [gguf({ "general.architecture": "clip", "general.type": "mmproj" }), /mmproj/],
		"an older mmproj": [gguf({ "general.architecture": "clip" }), /mmproj/],
		imatrix: [gguf({ "general.type": "imatrix", "imatrix.datasets": ["wiki"] }), /importance matrix/],
		bert: [model("bert"), /embedding model \(bert\).*webmcp-auto-ui\/embedder/],
		"nomic-bert": [model("nomic-bert-moe"), /embedding model/],
		"qwen3 embedding": [model("qwen3", { "qwen3.pooling_type": 3 }), /embedding model \(qwen3\)/],
		flux: [model("flux"), /model of pictures/],
		voice: [model("wavtokenizer-dec"), /model of sound/],
	};
	for (const [name, [bytes, message]] of Object.entries(files))
		assert.match(problemOf(bytes, "a.gguf") ?? "", message, name);
	const good = [
		model("gemma3"),
		model("gemma4"),
		model("qwen3", { "qwen3.pooling_type": 0 }),
		model("llama", { "general.tags": ["a", "b"] }),
		gguf({}, 2),
	];
	for (const bytes of good) assert.equal(problemOf(bytes, "a.gguf"), undefined);
	// Cut off at every place, and with every byte otherwise, it is the engine's.
	const whole = model("gemma3", { "gemma3.block_count": 4 });
	for (let at = 0; at < whole.length; at += 1) {
		if (at > 0) problemOf(whole.subarray(0, at), "a.gguf");
		problemOf(
			whole.map((byte, place) => (place === at ? byte ^ 0xff : byte)),
			"a.gguf",
		);
	}
});

test("a part of a split model is no model, whether its name or the file says so", () => {
	const name = "https://example.com/m-00002-of-00003.gguf?download=true";
	assert.match(problemOf(model("gemma3"), name), /part 2 of 3.*llama-gguf-split --merge/);
	assert.match(
		problemOf(gguf({ "general.architecture": "llama", "split.no": 0, "split.count": 4 }), "m.gguf"),
		/part 1 of 4/,
	);
	assert.equal(problemOf(model("gemma3"), "m-00001-of-00001.gguf"), undefined);
	// One that was joined under the name of its first part says so.
	assert.equal(problemOf(model("gemma3", { "split.count": 0 }), name), undefined);
});

test("a file is examined once, before any of it is used, whatever its chunks are", async () => {
	async function* cut(bytes, size) {
		for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
	}
	const arrived = async (bytes, size, source = "a.gguf") => {
		const parts = [];
		for await (const chunk of examined(cut(bytes, size), source)) parts.push(chunk);
		return joined(...parts);
	};
	const good = joined(model("gemma3"), new Uint8Array(100_000).fill(7));
	for (const size of [1000, 65_536, 70_000, good.length]) assert.deepEqual(await arrived(good, size), good);
	const pointer = bytesOf("version https://git-lfs.github.com/spec/v1\n");
	for (const size of [1, 7, 1000]) {
		const refused = (error) =>
			error.code === "model_invalid" && /^The file is a Git LFS pointer/.test(error.message);
		await assert.rejects(arrived(pointer, size), refused);
	}
	await assert.rejects(arrived(new Uint8Array(), 1), /empty/);
	const part = new File([], "m-00001-of-00002.gguf");
	await assert.rejects(arrived(model("gemma3"), 10, part), /part 1 of 2/);
});

test("a model that is gated fails with unauthorized and the remedy, and a page's address with the address of its file", async () => {
	const { signal } = new AbortController();
	setGpu(REAL_GPU);
	for (const status of [401, 403]) {
		const origin = await serve((_, response) => response.writeHead(status).end("Access is restricted"));
		const gated = (error) =>
			error.code === "unauthorized" && /gated.*accept its licence.*load that file/s.test(error.message);
		await assert.rejects(open(`${origin}/a.gguf`, { keep: false, signal }), gated);
		const provider = providerOf(newScript(), { model: `${origin}/a.litertlm` });
		await assert.rejects(
			provider.initialize(),
			(error) => error instanceof kit.WebMcpError && error.code === "unauthorized",
		);
	}
	const missing = await serve((_, response) => response.writeHead(404).end());
	await assert.rejects(open(`${missing}/a.gguf`, { keep: false, signal }), {
		code: "model_load",
		message: /answered 404/,
	});
	const page = "http://127.0.0.1:9/org/repo/blob/main/a.gguf";
	await assert.rejects(open(page, { keep: false, signal }), /\/resolve\/main\/a\.gguf/);
});

test("what the engine does not read, llama.cpp runs where it can", () => {
	const message = (words) => explained(new EngineError("model_invalid", words)).message;
	const reads = "which the engine does not read; it reads F32 and Q8_0";
	assert.match(message(`tensor a is Q2_K (type 10), ${reads}`), /Q2_K .*webmcp-auto-ui\/wllama/);
	const retired = "Q4_0_4_4 (type 31, which llama.cpp no longer reads either)";
	assert.doesNotMatch(message(`tensor a is ${retired}, ${reads}`), /wllama/);
	assert.doesNotMatch(message(`tensor a is an unknown type (99), ${reads}`), /wllama/);
	assert.match(
		message("the architecture qwen3 is not supported; use a Gemma 3, FunctionGemma or Gemma 4 GGUF"),
		/webmcp-auto-ui\/wllama/,
	);
	const other = new EngineError("engine", "it stopped");
	assert.equal(explained(other), other);
});
