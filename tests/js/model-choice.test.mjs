/** Which engine WasmProvider takes, what it says of that, and what it asks before a download. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { liteRt } from "../../pkg/litert/index.js";
import { Sha256 } from "../../pkg/litert/sha256.js";
import { wllama } from "../../pkg/wllama/index.js";
import { FakeWorker, newScript, providerOf, REAL_GPU, setGpu, user } from "./litert-fakes.mjs";
import { serve } from "./serve.mjs";

beforeEach(() => setGpu(REAL_GPU));

const engineOf = (options) => new kit.WasmProvider(options).engine;

test("Gemma 4 and .litertlm files go to Google's runtime, all else to our own engine, and the reason is said", () => {
	for (const [model, name] of [
		["gemma-e2b", "litert"],
		["gemma-e4b", "litert"],
		["https://a.b/c/Small.LiteRTLM?download=true#x", "litert"],
		[new File([], "own.litertlm"), "litert"],
		["gemma-270m", "gguf"],
		["qwen-0.5b", "gguf"],
		["qwen-1.5b", "gguf"],
		["/models/gemma-3-270m-q4_k_m.gguf", "gguf"],
		["/get?name=x.litertlm", "gguf"],
		[new Blob([]), "gguf"],
	]) {
		assert.equal(engineOf({ model }).name, name, String(model));
	}
	assert.match(engineOf({ model: "gemma-e2b" }).reason, /LiteRT-LM, because 'gemma-e2b' is a preset/);
	assert.match(engineOf({ model: "/a.gguf" }).reason, /own engine, because/);
	assert.match(engineOf({ model: "/a", backend: "litert" }).reason, /backend asks for it/);
	assert.equal(engineOf({ model: "/a.litertlm", backend: "gguf" }).name, "gguf");
});

test("GGUF models go to wllama where it is given, and backend overrides that", async () => {
	const runtime = wllama({ wasm: "http://a.b/wllama.wasm" });
	assert.equal(engineOf({ model: "/a.gguf", runtime }).name, "wllama");
	assert.equal(engineOf({ model: "/a.gguf", runtime, backend: "gguf" }).name, "gguf");
	assert.equal(engineOf({ model: "/a.litertlm", runtime }).name, "litert");
	for (const [model, options, wanted] of [
		["http://a.b/a.litertlm", { runtime }, /liteRt\(\{ wasm \}\) of webmcp-auto-ui\/litert/],
		["http://a.b/a.gguf", { backend: "wllama" }, /wllama\(\{ wasm \}\) of webmcp-auto-ui\/wllama/],
	]) {
		const refused = new kit.WasmProvider({ model, ...options }).initialize();
		await assert.rejects(refused, { code: "invalid_argument", message: wanted });
	}
	assert.throws(() => wllama({}), { code: "invalid_argument", message: /"wasm" must be an address/ });
});

test("contradictory and unknown choices are refused by name", () => {
	assert.throws(() => engineOf({ model: "gemma-e2b", backend: "gguf" }), {
		code: "invalid_argument",
		message: /'gemma-e2b'.*GGUF engine cannot read/,
	});
	assert.throws(() => engineOf({ model: "gemma-270m", backend: "litert" }), {
		code: "invalid_argument",
		message: /'gemma-270m' is a GGUF file, which LiteRT-LM cannot read/,
	});
	assert.throws(() => engineOf({ model: "/a", backend: "webgpu" }), {
		message: /backend must be one of auto, .*'webgpu'/,
	});
	assert.throws(() => engineOf({ model: "gemma-e2b", contextSize: Number.NaN }), {
		message: /contextSize must be a whole number above 0, not NaN/,
	});
	assert.throws(() => liteRt({}), { code: "invalid_argument", message: /"wasm" must be an address/ });
	assert.throws(() => liteRt({ wasm: "http://" }), { code: "invalid_argument" });
});

test("without a real GPU the error names the alternatives, and force takes software", async () => {
	for (const [adapter, lack] of [
		[undefined, /no WebGPU/],
		[null, /no graphics card/],
		[{ info: { isFallbackAdapter: true } }, /emulated in software/],
	]) {
		setGpu(adapter);
		const provider = providerOf(newScript());
		await assert.rejects(provider.initialize(), (error) => {
			assert.equal(error.code, "unsupported");
			assert.match(error.message, lack);
			assert.match(error.message, /GGUF.*LocalLLMProvider/);
			return true;
		});
		assert.equal(provider.status, "error");
	}
	setGpu({ info: { isFallbackAdapter: true } });
	await providerOf(newScript(), { backend: "litert" }).initialize();
	setGpu(undefined);
	await providerOf(newScript(), {}, { device: "cpu" }).initialize();
});

/** Has Workers of pages run their code here, with the fakes of the runtime. */
function workersOf(t, script) {
	const before = globalThis.Worker;
	globalThis.Worker = class extends FakeWorker {
		constructor(url) {
			super(script);
			script.urls = [...(script.urls ?? []), String(url)];
		}
	};
	t.after(() => {
		globalThis.Worker = before;
	});
	return script;
}

test("the documents' program runs Gemma 4 by a runtime of its own choice, and is told first what is downloaded", async (t) => {
	const body = randomBytes(10_000);
	const requests = [];
	const host = await serve((request, response) => {
		requests.push(request.url);
		response.writeHead(200, { "content-length": body.length });
		response.end(body);
	});
	const script = workersOf(t, newScript());
	const license = { name: "Apache-2.0", url: "https://a.b/licence" };
	const url = `${host}/gemma-4-E2B-it-web.litertlm`;
	const [told, statuses] = [[], []];
	const provider = new kit.WasmProvider({
		model: "gemma-e2b",
		contextSize: 32_768,
		onProgress: (progress, status, loaded, total) => {
			told.push({ progress, status, loaded, total, requests: requests.length });
		},
		onStatusChange: (status) => statuses.push(status),
		// Nothing is fetched from outside in a test.
		presets: { "gemma-e2b": { ...kit.MODEL_PRESETS["gemma-e2b"], url, license } },
	});
	await provider.initialize();
	assert.deepEqual(statuses, ["loading", "ready"]);
	assert.equal((await provider.chat([user("hi")], [])).content[0].text, "fine");
	const [first, ...later] = told;
	assert.deepEqual(first, {
		progress: 0,
		status: `download of ${url} (2004 MB, Apache-2.0, https://a.b/licence)`,
		loaded: 0,
		total: 2_003_697_664,
		requests: 0,
	});
	assert.deepEqual([later.at(-1).status, later.at(-1).loaded], ["download", body.length]);
	assert.deepEqual(requests, ["/gemma-4-E2B-it-web.litertlm"]);
	assert.match(script.urls.join(), /\/litert\/worker\.js$/);
	assert.equal(script.engines[0].mainExecutorSettings.maxNumTokens, 32_768);
});

test("where nobody follows the progress, the console has what is downloaded", async (t) => {
	const url = `${await serve((_, response) => response.end("LITERTLM"))}/own.litertlm`;
	workersOf(t, newScript());
	const said = t.mock.method(console, "info", () => undefined);
	const license = { name: "MIT", url: "https://a.b/" };
	await new kit.WasmProvider({ model: "own", presets: { own: { url, bytes: 0, license } } }).initialize();
	assert.deepEqual(
		said.mock.calls.map(({ arguments: [words] }) => words),
		[`webmcp-auto-ui: download of ${url} (unknown size, MIT, https://a.b/)`],
	);
});

test("a model whose licence has terms is not fetched before somebody agreed to them", async (t) => {
	workersOf(t, newScript());
	const refused = new kit.WasmProvider({ model: "gemma-270m", onProgress: assert.fail }).initialize();
	await assert.rejects(refused, {
		code: "invalid_argument",
		message: /onDownload for 'gemma-270m'.*licence \(Gemma Terms of Use\)/,
	});
});

test("a name that no model has is refused at once, with those that there are", () => {
	const presets = { own: { url: "/own.gguf", bytes: 1, license: { name: "MIT", url: "https://a.b/" } } };
	for (const model of ["gemma-e5b", "toString", "sonnet", "llama3.2", "qwen3:8b", "gemma-e2b "]) {
		assert.throws(
			() => engineOf({ model, presets }),
			(error) => {
				assert.equal(error.code, "invalid_argument");
				assert.ok(error.message.startsWith(`WasmProvider knows no model '${model}'`), error.message);
				assert.match(
					error.message,
					/one of own, gemma-270m, qwen-0\.5b, qwen-1\.5b, gemma-e2b, gemma-e4b, the address of a GGUF.*LocalLLMProvider/,
				);
				return true;
			},
		);
	}
	for (const model of ["m.gguf", "own", "./m", "m.GGUF?x=1", "/models/m", "https://a.b/m"])
		engineOf({ model, presets });
});

test("Gemma 4 is fetched only with consent where consent is asked for", async () => {
	const script = newScript();
	const asked = [];
	const refusing = providerOf(script, {
		model: "gemma-e4b",
		onDownload: (download) => asked.push(download) < 0,
	});
	await assert.rejects(refusing.initialize(), { code: "aborted", message: /refused; nothing was fetched/ });
	assert.deepEqual(asked, [
		{
			url: kit.MODEL_PRESETS["gemma-e4b"].url,
			bytes: kit.MODEL_PRESETS["gemma-e4b"].bytes,
			license: kit.MODEL_PRESETS["gemma-e4b"].license,
		},
	]);
	assert.equal(script.workers.length, 0);
});

test("a preset of the page's own is downloaded once it is agreed to, and checked", async () => {
	const body = randomBytes(100_000);
	const sha256 = createHash("sha256").update(body).digest("hex");
	let status = 200;
	const url = `${await serve((_, response) => {
		response.writeHead(status, { "content-length": status === 200 ? body.length : 0 });
		response.end(status === 200 ? body : "");
	})}/own.litertlm`;
	const license = { name: "MIT", url: "https://a.b/" };
	const options = { model: "own", onDownload: async () => true };
	const presetOf = (sha256) => ({ own: { url, bytes: 1, license, sha256 } });
	const script = newScript();
	const provider = providerOf(script, { ...options, presets: presetOf(sha256.toUpperCase()) });
	assert.equal(provider.engine.name, "litert");
	assert.equal((await provider.chat([user("hi")], [])).content[0].text, "fine");
	const damaged = providerOf(newScript(), { ...options, presets: presetOf("00".repeat(32)) });
	await assert.rejects(damaged.initialize(), {
		code: "unsupported",
		message: new RegExp(`SHA-256 is ${sha256} and should be 0000`),
	});
	status = 404;
	const missing = providerOf(newScript(), { ...options, presets: presetOf(undefined) });
	await assert.rejects(missing.initialize(), { code: "network", message: /own.litertlm answered 404/ });
});

test("the digest of pieces is that of the whole, however it is cut", () => {
	for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 128, 1000, 70_001]) {
		const bytes = randomBytes(length);
		const digest = new Sha256();
		for (let at = 0; at < length; ) {
			const cut = at + 1 + Math.floor(Math.random() * 200);
			digest.add(bytes.subarray(at, cut));
			at = cut;
		}
		assert.equal(digest.end(), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
	}
});
