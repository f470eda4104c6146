/**
 * Google's real runtime in the package's Worker, in Chromium under a strict policy: up to where it asks for real weights,
 * which no test has. And the downloads before that, over loopback.
 */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { openLiteRt } from "./litert-page.mjs";

const HALF = 400_000;
/** No model: the runtime reads its first eight bytes and says so. */
const BODY = Buffer.concat([Buffer.from("NOTAMODL"), randomBytes(999_992)]);
/** What the fake engine takes for one. */
const FAKE = Buffer.concat([Buffer.from("LITERTLM"), randomBytes(999_992)]);
const FAKE_SHA256 = createHash("sha256").update(FAKE).digest("hex");
const SHA256 = createHash("sha256").update(BODY).digest("hex");

let opened;
let origin;
let model;
let fake;
let asked = [];
let breakOff = false;

before(async () => {
	origin = createServer((request, response) => {
		asked.push(request.headers.range ?? "all");
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-expose-headers", "ETag, Content-Range");
		response.setHeader("etag", '"one"');
		const body = request.url === "/fake.litertlm" ? FAKE : BODY;
		const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
		response.setHeader("content-length", body.length - start);
		if (start > 0) response.setHeader("content-range", `bytes ${start}-${body.length - 1}/${body.length}`);
		response.writeHead(start > 0 ? 206 : 200);
		if (!breakOff) return response.end(body.subarray(start));
		response.write(body.subarray(start, HALF), () => setTimeout(() => response.destroy(), 300));
	});
	await new Promise((resolve) => origin.listen(0, "127.0.0.1", resolve));
	model = `http://127.0.0.1:${origin.address().port}/small.litertlm`;
	fake = model.replace("small", "fake");
	opened = await openLiteRt();
});

beforeEach(() => {
	asked = [];
	opened.requests.splice(0);
});

after(async () => {
	await opened?.close();
	origin?.closeAllConnections();
	origin?.close();
});

const attempt = (options, runtimeOptions) =>
	opened.page.evaluate(([one, other]) => window.attempt(one, other), [options, runtimeOptions]);
const list = () => opened.page.evaluate(() => window.kit.listCachedModels());

test("the runtime starts in the Worker and refuses a file that is no model, in our words", async () => {
	const { code, message, phases } = await opened.page.evaluate(() =>
		window.attempt({ model: new File([new Uint8Array(100_000)], "small.litertlm") }),
	);
	assert.equal(code, "unsupported", message);
	assert.match(message, /the file is no \.litertlm model \(.*[Mm]agic number.*\): give the address of/s);
	assert.deepEqual(phases, ["read"]);
	const paths = opened.requests.map((address) => new URL(address).pathname);
	assert.ok(
		paths.some((path) => /^\/runtime\/litertlm_wasm\w*\.wasm$/.test(path)),
		String(paths),
	);
	const { origin: own } = new URL(opened.address);
	assert.deepEqual(
		opened.requests.filter((address) => !address.startsWith(`${own}/`)),
		[],
		"nothing comes from a CDN",
	);
});

test("a download that broke off goes on where it stopped; what is no model is not kept", async () => {
	breakOff = true;
	const broken = await attempt({ model, sha256: SHA256 });
	breakOff = false;
	assert.equal(broken.code, "network", broken.message);
	assert.match(broken.message, /broke off after \d+ of 1000000 bytes .*load it again/);
	const [half] = await list();
	assert.ok(half.bytes > 0 && half.bytes <= HALF && !half.complete, JSON.stringify(half));
	const whole = await attempt({ model, sha256: SHA256 });
	assert.deepEqual(asked, ["all", `bytes=${half.bytes}-`]);
	assert.match(whole.message, /no \.litertlm model/);
	assert.deepEqual(whole.phases, ["download", "read"]);
	assert.deepEqual(await list(), []);
});

test("a file with another SHA-256 never reaches the runtime", async () => {
	const refused = await attempt({ model, sha256: "00".repeat(32) });
	assert.equal(refused.code, "unsupported");
	assert.match(refused.message, new RegExp(`SHA-256 is ${SHA256} and should be 0000`));
	assert.deepEqual(refused.phases, ["download"]);
	assert.deepEqual(await list(), []);
});

test("a page that wants nothing kept hands the download straight to the runtime", async () => {
	const direct = await attempt({ model, useCache: false });
	assert.match(direct.message, /no \.litertlm model/);
	assert.deepEqual(direct.phases, ["download"]);
	assert.deepEqual(asked, ["all"]);
	assert.deepEqual(await list(), []);
});

test("a preset is asked for with its licence first, and a refusal fetches nothing", async () => {
	const presets = { own: { url: model, bytes: 5, license: { name: "MIT", url: "https://a.b/" } } };
	const outcome = await opened.page.evaluate(async (presets) => {
		const seen = [];
		const refused = await window.attempt({
			model: "own",
			presets,
			onDownload: (download) => {
				seen.push(download);
				return false;
			},
		});
		return { refused, seen };
	}, presets);
	assert.equal(outcome.refused.code, "aborted");
	assert.deepEqual(outcome.seen, [{ url: model, bytes: 5, license: presets.own.license }]);
	assert.deepEqual(asked, []);
	assert.deepEqual(opened.requests, []);
});

/** Greets the fake engine, by a preset; says how often the page was asked as well. */
const greet = (sha256) =>
	opened.page.evaluate(
		async ([url, sha256]) => {
			let questions = 0;
			const outcome = await window.attempt(
				{
					model: "own",
					presets: { own: { url, bytes: 1, sha256, license: { name: "MIT", url: "https://a.b/" } } },
					onDownload: () => {
						questions += 1;
						return true;
					},
				},
				{ library: "/library/fakes.js" },
			);
			return { ...outcome, questions };
		},
		[fake, sha256],
	);

test("a stored preset is neither asked for nor fetched again", async () => {
	const first = await greet(FAKE_SHA256);
	assert.deepEqual(
		[first.text, first.questions, first.phases],
		["hello from fake", 1, ["download", "read"]],
		first.message,
	);
	const [stored] = await list();
	assert.deepEqual([stored.url, stored.bytes, stored.complete], [fake, FAKE.length, true]);
	const second = await greet(FAKE_SHA256);
	assert.deepEqual([second.text, second.questions, second.phases], ["hello from fake", 0, ["read"]]);
	assert.deepEqual(asked, ["all"]);
	await opened.page.evaluate(() => window.kit.clearAllModelCaches());
});

test("without room the model goes from the network straight to the runtime", async () => {
	const session = await opened.page.context().newCDPSession(opened.page);
	const { origin: own } = new URL(opened.address);
	await session.send("Storage.overrideQuotaForOrigin", { origin: own, quotaSize: 300_000 });
	const { text, message } = await greet(FAKE_SHA256);
	await session.send("Storage.overrideQuotaForOrigin", { origin: own });
	assert.equal(text, "hello from fake", message);
	assert.deepEqual(await list(), []);
});

test("on a GPU the runtime takes the file as a stream, and a GPU in software only by force", async (t) => {
	const { page, close } = await openLiteRt({ gpu: true });
	t.after(close);
	const [automatic, forced] = await page.evaluate(async () => {
		const model = new File([new Uint8Array(100_000)], "small.litertlm");
		const gpu = { device: "gpu" };
		return [await window.attempt({ model }, gpu), await window.attempt({ model, backend: "litert" }, gpu)];
	});
	assert.match(automatic.message, /emulated in software/);
	assert.equal(forced.code, "unsupported");
	assert.match(forced.message, /no \.litertlm model \(.*Expected 'LITERTLM'/s);
	assert.deepEqual(forced.phases, ["read"]);
});

test("without a GPU, and where runtime or library are missing, the error names the remedy", async () => {
	const gpu = await opened.page.evaluate(() => window.attempt({ model: "/x.litertlm" }, { device: "gpu" }));
	assert.equal(gpu.code, "unsupported");
	assert.match(gpu.message, /needs a GPU.*GGUF/);
	const model = "/small.litertlm";
	const runtime = await attempt({ model }, { wasm: "/nowhere" });
	assert.equal(runtime.code, "unsupported");
	assert.match(runtime.message, /runtime could not be started from .*\/nowhere\/.*serve the folder wasm/s);
	const library = await attempt({ model }, { library: "/nowhere.js" });
	assert.match(library.message, /nowhere\.js could not be imported .*serve a bundle/s);
	const other = await attempt({ model }, { library: "/core/errors.js" });
	assert.match(other.message, /errors\.js offers no Engine/);
});
