/** Downloads that stay open and bring nothing: each ends with an error that says what to do. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { loadModel } from "../../pkg/embedder/library.js";
import { open } from "../../pkg/worker/download.js";
import { newScript, providerOf, REAL_GPU, setGpu } from "./litert-fakes.mjs";
import { serve } from "./serve.mjs";

const IDLE_MS = 100;

beforeEach(() => setGpu(REAL_GPU));

/** Servers that stop: before their headers, after them, in the middle of the file. `closed` resolves when the client leaves. */
const STOPS = {
	"before its headers": () => undefined,
	"before the file": (response) => response.writeHead(200, { "content-length": 10 }).flushHeaders(),
	"in the middle of the file": (response) => response.writeHead(200, { "content-length": 10 }).write("12345"),
};

async function stalling(stop, path) {
	let left;
	const closed = new Promise((resolve) => {
		left = resolve;
	});
	const origin = await serve((_, response) => {
		response.on("close", left);
		stop(response);
	});
	return { url: `${origin}${path}`, closed };
}

for (const [when, stop] of Object.entries(STOPS)) {
	test(`a download that stops ${when} ends with a reason, and so does its request`, async () => {
		const { url, closed } = await stalling(stop, "/a.gguf");
		const { signal } = new AbortController();
		const load = async () => {
			const { chunks } = await open(url, { keep: false, signal, idleMs: IDLE_MS });
			for await (const _ of chunks);
		};
		await assert.rejects(load(), (error) => {
			assert.equal(error.code, "model_load");
			assert.match(error.message, /nothing came for 0\.1 s\); load it again\./);
			if (when.includes("middle")) assert.match(error.message, /after 5 of 10 bytes/);
			return true;
		});
		await closed;
	});

	test(`a model of Google's runtime that stops ${when} fails with network, and can be tried again`, async () => {
		const { url } = await stalling(stop, "/a.litertlm");
		const provider = providerOf(newScript(), { model: url, downloadIdleMs: IDLE_MS });
		const stalled = { code: "network", message: /nothing came for 0\.1 s/ };
		await assert.rejects(provider.initialize(), stalled);
		assert.equal(provider.status, "error");
		await assert.rejects(provider.initialize(), stalled);
	});

	test(`an embedder's model that stops ${when} fails`, async () => {
		const { url: model } = await stalling(stop, "/folder/");
		const start = { model, dtype: "q8", pooling: "mean", library: LIBRARY, downloadIdleMs: IDLE_MS };
		await assert.rejects(loadModel(start), { message: /\/folder\/.* \(?.*nothing came for 0\.1 s/ });
	});
}

/** A library that fetches one file as Transformers.js does. */
const LIBRARY = `data:text/javascript,${encodeURIComponent(`
export const env = { backends: { onnx: {} } };
export async function pipeline() {
	const response = await env.fetch("/host/model/config.json");
	if (!response.ok) throw new Error("no file");
	return await response.arrayBuffer();
}`)}`;

test("what words the runtime finds for a failed download, the page reads our own", async () => {
	const { url } = await stalling(STOPS["in the middle of the file"], "/a.litertlm");
	const script = newScript({ wrap: () => new Error("INTERNAL: stream") });
	const provider = providerOf(script, { model: url, downloadIdleMs: IDLE_MS });
	await assert.rejects(provider.initialize(), { code: "network", message: /broke off after 5 of 10 bytes/ });
});

test("a download that is only slow goes on, and nobody's own pause counts as the server's", async () => {
	const idleMs = 1000;
	const origin = await serve(async (_, response) => {
		response.writeHead(200, { "content-length": 10 });
		for (const digit of "0123456789") {
			response.write(digit);
			await new Promise((resolve) => setTimeout(resolve, idleMs / 8));
		}
		response.end();
	});
	const { signal } = new AbortController();
	const { chunks } = await open(origin, { keep: false, signal, idleMs });
	let text = "";
	for await (const chunk of chunks) {
		text += new TextDecoder().decode(chunk);
		if (text.length === 1) await new Promise((resolve) => setTimeout(resolve, idleMs * 1.2));
	}
	assert.equal(text, "0123456789");
});

test("with 0 and with what no timer counts a download may stay silent", async () => {
	for (const idleMs of [0, Number.POSITIVE_INFINITY, 2 ** 40]) {
		const { url } = await stalling(STOPS["before the file"], "/a.gguf");
		const controller = new AbortController();
		const { chunks } = await open(url, { keep: false, signal: controller.signal, idleMs });
		setTimeout(() => controller.abort(new Error("enough")), IDLE_MS);
		await assert.rejects(chunks.next(), { message: /enough/ });
	}
});

test("an option that is no time is refused", () => {
	for (const downloadIdleMs of [-1, Number.NaN, "60"]) {
		assert.throws(() => new kit.WasmProvider({ model: "/a.gguf", downloadIdleMs }), {
			code: "invalid_argument",
			message: /downloadIdleMs/,
		});
	}
});
