/** What of tools, resources, messages, addresses and files is taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support/apps.mjs";

const { APP_MIME_TYPE, appOf, isVisibleTo, UI_EXTENSION } = await load("index.js");
const { documentOf } = await load("resource.js");
const { isPlain } = await load("plain.js");
const { read } = await load("wire.js");
const { linkOf, partsOf } = await load("link.js");
const { filesOf } = await load("files.js");
const { Pace } = await load("pace.js");
const { Context } = await load("context.js");

const uri = "ui://server/app";
const resource = (more = {}) => ({ uri, mimeType: APP_MIME_TYPE, text: "<p>Hello", ...more });

test("a tool's app is found under the new key, and under the earlier one where that is alone", () => {
	assert.equal(appOf({ name: "t", _meta: { ui: { resourceUri: uri } } }), uri);
	assert.equal(appOf({ name: "t", _meta: { "ui/resourceUri": uri } }), uri);
	assert.equal(
		appOf({ name: "t", _meta: { ui: { resourceUri: uri }, "ui/resourceUri": "ui://other" } }),
		uri,
	);
	for (const _meta of [
		undefined,
		null,
		{},
		{ ui: null },
		{ ui: { resourceUri: 7 } },
		{ ui: { resourceUri: "https://x.example" } },
		{ ui: { resourceUri: "ui://" } },
		{ ui: { resourceUri: "ui://a b" } },
		{ ui: { resourceUri: `ui://${"x".repeat(3000)}` } },
		{ "ui/resourceUri": "javascript:alert(1)" },
	]) {
		assert.equal(appOf({ name: "t", _meta }), undefined, JSON.stringify(_meta));
	}
	for (const wrong of [undefined, null, "t", 7, []]) {
		assert.throws(() => appOf(wrong), { code: "invalid_argument" });
	}
});

test("a tool is for both models and apps unless it says otherwise", () => {
	const both = (visibility) => {
		const tool = { name: "t", _meta: { ui: { visibility } } };
		return [isVisibleTo("model", tool), isVisibleTo("app", tool)];
	};
	assert.deepEqual([isVisibleTo("model", { name: "t" }), isVisibleTo("app", { name: "t" })], [true, true]);
	assert.deepEqual(both(undefined), [true, true]);
	assert.deepEqual(both(["model", "app"]), [true, true]);
	assert.deepEqual(both(["app"]), [false, true]);
	assert.deepEqual(both(["model"]), [true, false]);
	for (const odd of [[], null, "app", {}, 7])
		assert.deepEqual(both(odd), [false, false], JSON.stringify(odd));
});

test("what a client declares is the extension with the type that is shown", () => {
	assert.deepEqual(UI_EXTENSION, {
		"io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
	});
});

test("a document is read from text and from base64", () => {
	assert.equal(documentOf(resource()).html, "<p>Hello");
	const blob = Buffer.from("<p>Grüße").toString("base64");
	assert.equal(documentOf(resource({ text: undefined, blob })).html, "<p>Grüße");
	for (const mimeType of ['text/html; profile="mcp-app"', "TEXT/HTML;charset=utf-8;profile=mcp-app"]) {
		assert.equal(documentOf(resource({ mimeType })).html, "<p>Hello");
	}
});

test("what is no app, or broken, or too large, is refused with what is wrong", () => {
	for (const [more, code] of [
		[{ uri: "https://x.example" }, "unsupported"],
		[{ mimeType: undefined }, "unsupported"],
		[{ mimeType: "text/html" }, "unsupported"],
		[{ mimeType: "text/plain;profile=mcp-app" }, "unsupported"],
		[{ mimeType: "text/html;profile=mcp-apps" }, "unsupported"],
		[{ text: undefined }, "protocol"],
		[{ text: undefined, blob: "???" }, "protocol"],
		[{ text: undefined, blob: Buffer.from([0xff, 0xfe]).toString("base64") }, "protocol"],
		[{ text: "x".repeat(8 * 1024 * 1024 + 1) }, "protocol"],
		[{ text: undefined, blob: "A".repeat(12 * 1024 * 1024) }, "protocol"],
	]) {
		assert.throws(() => documentOf(resource(more)), { name: "WebMcpError", code });
	}
});

test("an app gets those rights that it asks for and the page allows", () => {
	const _meta = {
		ui: { permissions: { camera: {}, microphone: {}, geolocation: true }, prefersBorder: false },
	};
	const { permissions, prefersBorder } = documentOf(resource({ _meta }), [
		"camera",
		"clipboardWrite",
		"geolocation",
	]);
	assert.deepEqual(permissions, ["camera"]);
	assert.equal(prefersBorder, false);
	assert.deepEqual(documentOf(resource({ _meta })).permissions, []);
	assert.equal(documentOf(resource({ _meta: { ui: { prefersBorder: "no" } } })).prefersBorder, undefined);
});

test("only JSON is a message, and only so much of it", () => {
	const circle = {};
	circle.self = circle;
	let wide = "x".repeat(100);
	for (let depth = 0; depth < 20; depth += 1) wide = [wide, wide, wide, wide];
	let deep = 1;
	for (let depth = 0; depth < 1000; depth += 1) deep = [deep];
	for (const value of [
		new Map(),
		new Date(),
		new Uint8Array(1),
		new Blob([]),
		1n,
		{ a: [new Set()] },
		circle,
		wide,
		deep,
		"x".repeat(101),
		{ ["x".repeat(101)]: 1 },
		new Array(2 ** 31),
	]) {
		assert.equal(isPlain(value, 100), false);
	}
	assert.equal(isPlain(wide), false, "what stands in it a thousand times counts so");
	assert.equal(isPlain({ a: [1, "x", null, true, { b: undefined }] }), true);
	assert.equal(isPlain("x".repeat(4 * 1024 * 1024)), false);
});

test("messages are told apart, and what is none has no meaning", () => {
	const is = (data) => read(data)?.kind;
	assert.equal(is({ jsonrpc: "2.0", id: 1, method: "m" }), "request");
	assert.equal(is({ jsonrpc: "2.0", id: "a", method: "m", params: {} }), "request");
	assert.equal(is({ jsonrpc: "2.0", method: "m" }), "notification");
	assert.equal(is({ jsonrpc: "2.0", id: 1, result: {} }), "answer");
	assert.equal(is({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "" } }), "answer");
	assert.equal(is({ jsonrpc: "2.0", id: 1, method: "m", params: [] }), "malformed");
	assert.equal(is({ jsonrpc: "2.0", id: 1, method: 7 }), "malformed");
	assert.equal(is({ jsonrpc: "2.0", id: 1, method: "m".repeat(200) }), "malformed");
	for (const data of [
		undefined,
		null,
		"text",
		[],
		{},
		{ id: 1, method: "m" },
		{ jsonrpc: "1.0", id: 1, method: "m" },
		{ jsonrpc: "2.0", id: null, method: "m" },
		{ jsonrpc: "2.0", id: 1.5, method: "m" },
		{ jsonrpc: "2.0", id: {}, method: "m" },
		{ jsonrpc: "2.0", id: "x".repeat(300), method: "m" },
		{ jsonrpc: "2.0", id: 1 },
		{ jsonrpc: "2.0", method: 7 },
	]) {
		assert.equal(read(data), undefined, JSON.stringify(data));
	}
});

test("only plain addresses of the web are opened, written as the browser understands them", () => {
	assert.equal(linkOf("https://x.example/a b").href, "https://x.example/a%20b");
	assert.equal(linkOf("HTTP://X.example").href, "http://x.example/");
	assert.equal(linkOf("https://аpple.example").host, "xn--pple-43d.example", "letters that look like others");
	assert.ok(!/[^\x21-\x7e]/.test(linkOf("https://x.example/\u202Egpj.exe#\u2066").href));
	assert.deepEqual(partsOf(linkOf("https://x.example:8080/a?b#c")), ["https://", "x.example:8080", "/a?b#c"]);
	for (const url of [
		"javascript:alert(1)",
		" javascript:alert(1)",
		"java\nscript:alert(1)",
		"data:text/html,hi",
		"blob:https://x.example/1",
		"file:///etc/passwd",
		"vbscript:x",
		"about:blank",
		"ui://server/app",
		"mailto:a@x.example",
		"//x.example",
		"/relative",
		"https://bank.example@evil.example",
		"https://user:secret@x.example",
		`https://x.example/${"a".repeat(3000)}`,
		"",
		7,
		null,
		{ href: "https://x.example" },
	]) {
		assert.throws(() => linkOf(url), { code: -32602 }, String(url));
	}
});

test("files have names that are names, types that are types, and bytes", async () => {
	const of = (contents) => filesOf({ contents });
	const embedded = (more) => ({
		type: "resource",
		resource: { uri: "file:///a/b.csv", text: "1,2", ...more },
	});
	const [file] = of([embedded({ mimeType: "text/csv" })]);
	assert.equal(file.name, "b.csv");
	assert.equal(file.type, "text/csv");
	assert.equal(await file.content.text(), "1,2");
	const [bytes] = of([embedded({ text: undefined, blob: "AQI=" })]);
	assert.deepEqual([...new Uint8Array(await bytes.content.arrayBuffer())], [1, 2]);
	assert.deepEqual(
		of([{ type: "resource_link", uri: "https://x.example/c.pdf?d", mimeType: "application/pdf" }]),
		[{ name: "c.pdf", type: "application/pdf", uri: "https://x.example/c.pdf?d" }],
	);
	for (const [uri, name] of [
		["file:///../../.bashrc", "bashrc"],
		["file:///a%2F..%2Fb", "a_.._b"],
		["file:///photo\u202Egpj.exe", "photo_gpj.exe"],
		["file:///", "file"],
		["x:%00%0A", "x_"],
		["%", "_"],
		[`file:///${"a".repeat(500)}.txt`, `${"a".repeat(96)}.txt`],
	]) {
		assert.equal(of([embedded({ uri })])[0].name, name, uri);
	}
	assert.equal(of([embedded({ mimeType: "text/html\r\nx: y" })])[0].type, "application/octet-stream");
	for (const contents of [
		undefined,
		[],
		[7],
		[{ type: "text", text: "x" }],
		[{ type: "resource" }],
		[{ type: "resource", resource: { uri: "x" } }],
		[embedded({ text: undefined, blob: "???" })],
		Array(21).fill(embedded({})),
	]) {
		assert.throws(() => of(contents), { code: -32602 });
	}
});

test("what comes faster than is bearable does not pass, and much of it is a flood", () => {
	let now = 0;
	const pace = new Pace(3, 2, 4, () => now);
	assert.deepEqual(
		[1, 2, 3, 4].map(() => pace.take()),
		[true, true, true, false],
	);
	now = 1000;
	assert.deepEqual(
		[1, 2, 3].map(() => pace.take()),
		[true, true, false],
	);
	now = 100_000;
	assert.deepEqual(
		[1, 2, 3, 4].map(() => pace.take()),
		[true, true, true, false],
	);
	assert.equal(pace.isFlooded, false);
	for (let more = 0; more < 2; more += 1) pace.take();
	assert.equal(pace.isFlooded, true);
});

test("an app is told what has changed, and nothing else", () => {
	const told = [];
	let width = 400;
	const context = new Context(
		{ locale: "fr" },
		undefined,
		() => ({ theme: "light", locale: "en", containerDimensions: { width } }),
		(changes) => told.push(changes),
	);
	const whole = context.whole();
	assert.equal(whole.locale, "fr", "what the page says outweighs what is found out");
	assert.equal(whole.displayMode, "inline");
	context.refresh();
	assert.deepEqual(told, []);
	width = 300;
	context.refresh();
	context.change({ theme: "dark" });
	assert.deepEqual(told, [{ containerDimensions: { width: 300 } }, { theme: "dark" }]);
});

test("style variables that the specification does not have are left out", () => {
	const variables = {
		"--color-text-primary": "black",
		"--font-heading-3xl-line-height": "1",
		"--border-radius-full": "9px",
		"--shadow-hairline": "none",
		"--color-text-strange": "red",
		"--mine": "1",
		color: "red",
	};
	const context = new Context(
		{ styles: { variables } },
		undefined,
		() => ({}),
		() => undefined,
	);
	assert.deepEqual(Object.keys(context.whole().styles.variables), Object.keys(variables).slice(0, 4));
});

test("a tool's definition is told where it is one, and else left out", () => {
	const info = (definition) =>
		new Context(
			{},
			{ name: "t", definition },
			() => ({}),
			() => undefined,
		).whole().toolInfo;
	const inputSchema = { type: "object", properties: {} };
	assert.deepEqual(info({ name: "t", inputSchema, title: 7, outputSchema: 7, icons: "x" }), {
		tool: { name: "t", inputSchema },
	});
	for (const odd of [
		undefined,
		{ name: "t" },
		{ name: 7, inputSchema },
		{ name: "t", inputSchema: { type: "array" } },
	]) {
		assert.equal(info(odd), undefined);
	}
});

test("what the page says of the width leaves the height to what is found, and the other way round", () => {
	const size = (containerDimensions) => {
		const found = { containerDimensions: { width: 400, maxHeight: 600 } };
		return new Context(
			{ containerDimensions },
			undefined,
			() => found,
			() => undefined,
		).whole().containerDimensions;
	};
	assert.deepEqual(size(undefined), { width: 400, maxHeight: 600 });
	assert.deepEqual(size({ width: 300 }), { maxHeight: 600, width: 300 });
	assert.deepEqual(size({ maxWidth: 300 }), { maxHeight: 600, maxWidth: 300 });
	assert.deepEqual(size({ height: 200 }), { width: 400, height: 200 });
	assert.deepEqual(size({ maxHeight: 900 }), { width: 400, maxHeight: 900 });
});
