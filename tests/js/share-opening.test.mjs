/** Shared canvases on their way from a canvas to another one: what goes along, what is asked before, what is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import * as share from "../../pkg/share/index.js";

const HERE = "https://example.com/view";

/** A canvas, and the server that its widgets have to pass. */
async function place(widgets = []) {
	await kit.init();
	const canvas = kit.createCanvasVanilla();
	const server = kit.createWebMcpServer("autoui");
	for (const { recipe, renderer } of kit.nativeWidgets) server.registerWidget(recipe, renderer);
	server.attachCanvas(canvas);
	const ids = widgets.map(([type, data]) => canvas.addWidget(type, data, { serverName: "autoui" }).id);
	return { canvas, ids, servers: [server] };
}
const STAT = ["stat", { label: "L", value: "1" }];
const KV = ["kv", { rows: [["a", "b"]] }];
const refused = (work, words, code = "invalid_argument") =>
	assert.rejects(work, (error) => {
		assert.equal(error.name, "WebMcpError");
		assert.equal(error.code, code);
		assert.match(error.message, words);
		return true;
	});
/** What is read of a skill that somebody else has written. */
const read = (skill) => share.readShared(Buffer.from(JSON.stringify(skill)).toString("base64url"));
const asked = async (...blocks) => (await read({ meta: {}, content: { blocks } })).question;
const withoutNames = (blocks) =>
	blocks.map(({ id, links, group, ...rest }) => ({ ...rest, links: links?.length, group: group && true }));

test("a canvas comes back from its link: places in each layout, sizes, styles, links, groups, locks", async () => {
	const { canvas, ids } = await place([STAT, KV, STAT]);
	canvas.moveWidget(ids[0], 10, -20);
	canvas.resizeWidget(ids[1], 300, 200);
	canvas.styleWidget(ids[0], { "background-color": "#eee", "--color-accent": "red" });
	canvas.link([ids[0], ids[1]]);
	canvas.group([ids[1], ids[2]]);
	canvas.raise(ids[2]);
	canvas.setLayout("floating");
	canvas.moveWidget(ids[1], 400, 300);
	canvas.lock(ids[2]);
	const details = {
		...{ title: "Board", description: "d", tags: ["t"], llm: "m", localServers: ["autoui"], recipe: "# R" },
		...{ theme: { accent: "#06c" }, chatSummary: "s", provenance: { llm: "m" }, created: "2026-01-01" },
		servers: [{ url: "https://m.example/mcp", name: "m" }],
	};
	for (const short of [false, true]) {
		const skill = share.toHyperSkill(canvas, details);
		const link = await share.encodeHyperSkill(skill, HERE, { short });
		const other = await place([KV]);
		const { opened, problems, skill: read } = await share.openShared(link, { ...other, ask: () => true });
		assert.ok(opened);
		assert.deepEqual(problems, []);
		assert.deepEqual(read, skill);
		assert.equal(other.canvas.getSnapshot().layout, "floating");
		assert.deepEqual(withoutNames(other.canvas.blocks), withoutNames(canvas.blocks));
		const [one, two, three] = other.canvas.blocks;
		assert.equal(one.links[0], two.links[0]);
		assert.equal(two.group, three.group);
		assert.deepEqual(read.meta, {
			...{ title: "Board", description: "d", version: "1.0", created: "2026-01-01" },
			...{ mcp: "https://m.example/mcp", mcpName: "m", llm: "m", tags: ["t"], theme: { accent: "#06c" } },
			...{ chatSummary: "s", provenance: { llm: "m" } },
		});
		other.canvas.undo();
		assert.equal(other.canvas.getSnapshot().layout, "flow");
		assert.deepEqual(withoutNames(other.canvas.blocks), withoutNames((await place([KV])).canvas.blocks));
	}
});

test("ids and names of links are drawn anew: nobody poses as a widget that is there", async () => {
	const block = { id: "w_mine", type: "stat", data: STAT[1], links: ["l1"], group: "g1" };
	const link = `https://e.example/?hs=${Buffer.from(JSON.stringify({ meta: {}, content: { blocks: [block] } })).toString("base64")}`;
	const seen = new Set();
	for (let turn = 0; turn < 2; turn += 1) {
		const { canvas, servers } = await place();
		await share.openShared(link, { canvas, servers, ask: () => true });
		const [{ id, links, group }] = canvas.blocks;
		for (const name of [id, links[0], group]) seen.add(name);
	}
	assert.equal(seen.size, 6);
	assert.ok(!seen.has("w_mine") && !seen.has("l1") && !seen.has("g1"));
});

test("a person is asked before anything is shown or connected, and anything but true is a no", async () => {
	const { canvas: from } = await place([STAT]);
	const remote = [{ url: "https://m.example/mcp" }, { url: "http://other.example/" }];
	const link = await share.encodeHyperSkill(share.toHyperSkill(from, { title: "T", servers: remote }), HERE);
	for (const answer of [false, undefined, "yes", 1, Promise.resolve(false)]) {
		const { canvas, servers } = await place([KV]);
		const [before, connected] = [canvas.getSnapshot(), []];
		const ask = (question) => {
			assert.deepEqual(connected, []);
			assert.equal(canvas.getSnapshot(), before);
			assert.deepEqual(question.servers, remote);
			return answer;
		};
		const connect = (server) => connected.push(server);
		const { opened } = await share.openShared(link, { canvas, servers, ask, connect });
		assert.equal(opened, false);
		assert.deepEqual(connected, []);
		assert.equal(canvas.getSnapshot(), before);
	}
	await refused(
		() => share.openShared(link, { canvas: from, servers: [] }),
		/options.ask must be a function/,
	);
	const boom = new Error("closed");
	const ask = () => Promise.reject(boom);
	await assert.rejects(() => share.openShared(link, { canvas: from, servers: [], ask }), boom);
});

test("the question tells what runs code, which hosts are asked, and what somebody else could be taken for", async () => {
	const question = await asked(
		{ type: "js-sandbox", data: { code: "1" } },
		{ type: "notebook", data: { cells: [] } },
		{ type: "image", data: { src: "https://track.example:8443/p.png?x=1" } },
		{ type: "text", data: { content: "see ![x](HTTP:\\\\deep.example\\a) and https:/one.example" } },
		{ type: "gallery", data: { images: [{ src: " //bare.example/x" }, { src: "own/x.png" }] } },
		{ type: "stat", data: {} },
		{ type: "stat", data: {} },
	);
	assert.deepEqual(question.runsCode, ["js-sandbox", "notebook"]);
	assert.deepEqual(question.hosts, ["bare.example", "deep.example", "one.example", "track.example:8443"]);
	assert.deepEqual(question.widgets.at(-1), { type: "stat", count: 2 });
	assert.deepEqual(question.signature, { state: "none" });
	const { question: other } = await read({
		meta: { title: "\u202eevil\u0000\u2066 x", mcp: "https://x.example/a" },
		content: { blocks: [], localServers: ["a\u200bb"] },
	});
	assert.equal(other.title, "evil x");
	assert.deepEqual(other.localServers, ["a b"]);
	assert.deepEqual(other.servers, [{ url: "https://x.example/a" }]);
	assert.equal((await asked()).title, "Untitled");
});

test("widgets that their server refuses are told, the others are shown", async () => {
	const good = (at) => ({ type: "stat", data: { label: `L${at}`, value: "1" } });
	const blocks = Array.from({ length: 40 }, (_, at) => good(at));
	blocks[3] = { type: "stat", data: { label: 7 } };
	blocks[17] = { type: "image", data: { src: "javascript:alert(1)" } };
	blocks[20] = { type: "no-such-widget", data: {} };
	blocks[30] = { type: "image", data: { src: "javascript:alert(1)" }, serverName: "somebody" };
	blocks[39] = { type: "stat", data: STAT[1], style: { position: "fixed" } };
	const { canvas, servers } = await place();
	const skill = { meta: {}, content: { blocks } };
	const { problems } = await share.openShared(skill, { canvas, servers, ask: () => true });
	assert.deepEqual(
		problems.map(({ widget, type }) => [widget, type]),
		[
			[3, "stat"],
			[17, "image"],
			[20, "no-such-widget"],
			[30, "image"],
			[39, "stat"],
		],
	);
	const words = [/label/, /src/, /No server draws/, /src/, /'position' cannot be set/];
	for (const [at, { message }] of problems.entries()) assert.match(message, words[at]);
	assert.equal(canvas.blockCount, 35);
	assert.ok(canvas.blocks.every(({ serverName }) => serverName === "autoui"));
	const apart = kit.createCanvasVanilla();
	const found = await share.openShared(skill, { canvas: apart, servers, ask: () => true });
	assert.equal(found.problems.length, 5, "also where the canvas itself knows no server");
	assert.deepEqual(canvas.blocks[3].data, { label: "L4", value: "1" });
});

test("a server that cannot be connected is told, the widgets are shown", async () => {
	const { canvas, servers } = await place();
	const remote = [{ url: "https://one.example/" }, { url: "https://two.example/" }];
	const connected = [];
	const connect = async ({ url }) => {
		if (url.includes("one")) throw new Error("not there");
		connected.push(url);
	};
	const skill = { meta: {}, content: { blocks: [{ type: "stat", data: STAT[1] }], servers: remote } };
	const { problems } = await share.openShared(skill, { canvas, servers, ask: () => true, connect });
	assert.deepEqual(problems, [{ server: "https://one.example/", message: "not there" }]);
	assert.deepEqual(connected, ["https://two.example/"]);
	assert.equal(canvas.blockCount, 1);
});

test("what no canvas of anybody's may hold is refused before anybody is asked", async () => {
	const block = (fields) => ({ content: { blocks: [{ type: "stat", ...fields }] } });
	const server = (url) => ({ content: { blocks: [], servers: [{ url }] } });
	for (const [skill, words] of [
		[server("javascript:alert(1)"), /http or https address/],
		[server("file:///etc/passwd"), /http or https address/],
		[server("https://user:secret@x.example/"), /without user and password/],
		[server("https://user@x.example/"), /without user and password/],
		[server("ws://x.example/"), /http or https address/],
		[{ meta: { mcp: "data:text/html,x" }, content: { blocks: [] } }, /http or https address/],
		[{ content: { blocks: [], servers: Array(21).fill({ url: "https://x.example/" }) } }, /more than 20/],
		[{ content: { blocks: Array(501).fill({ type: "stat" }) } }, /more than 500/],
		[{ content: { blocks: [{}] } }, /blocks\[0\].type must be the name of a widget/],
		[block({ type: "" }), /type must be/],
		[block({ data: [] }), /data must be an object/],
		[block({ x: "1" }), /x must be a number of pixels/],
		[block({ width: 1e9 }), /width must be a number of pixels/],
		[block({ frames: { grid: { x: {} } } }), /frames.grid.x must be/],
		[block({ links: [1] }), /links\[0\] must be/],
		[block({ style: { color: {} } }), /style.color must be/],
		[{ content: { blocks: [], layout: "sideways" } }, /layout must be one of/],
		[{ meta: { title: "x".repeat(501) }, content: { blocks: [] } }, /title must be/],
		[{ meta: { signature: "x" }, content: { blocks: [] } }, /signature must be an object/],
	])
		await refused(() => read(skill), words);
	const secret = await read(server("https://user:secret@x.example/")).catch(({ message }) => message);
	assert.ok(!secret.includes("secret"));
	const { canvas } = await place();
	assert.throws(
		() => share.toHyperSkill(canvas, { servers: [{ url: "https://u:p@x.example" }] }),
		/without user/,
	);
});

test("keys that prototypes have are keys like any other, and change no object", async () => {
	const json =
		'{"meta":{"__proto__":{"polluted":1}},"content":{"blocks":[{"type":"json-viewer","data":{"data":{"__proto__":{"polluted":1},"constructor":1}}}]}}';
	const { skill } = await share.readShared(Buffer.from(json).toString("base64url"));
	assert.equal(JSON.stringify(skill), json);
	const again = await share.readShared(await share.encodeHyperSkill(skill, HERE, { short: true }));
	assert.equal(JSON.stringify(again.skill), json);
	const { canvas, servers } = await place();
	const { problems } = await share.openShared(again.skill, { canvas, servers, ask: () => true });
	assert.deepEqual(problems, []);
	assert.equal({}.polluted, undefined);
	assert.equal(skill.meta.polluted, undefined);
});

test("a long canvas is kept by a store, and its short link asks as well", async () => {
	const kept = new Map();
	const store = {
		async put(content) {
			const token = `t-${kept.size}`;
			kept.set(token, content);
			return token;
		},
		get: async (token) => kept.get(token),
	};
	const noise = Array.from({ length: 80_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
	const skill = {
		meta: { title: "Long" },
		content: { blocks: [{ type: "text", data: { content: noise } }] },
	};
	await refused(() => share.encodeHyperSkill(skill, HERE), /store/);
	const link = await share.storeHyperSkill(skill, store, "https://example.com/v?a=1#b");
	assert.equal(link, "https://example.com/v?n=t-0#b");
	const { canvas, servers } = await place();
	const opened = await share.openShared(link, {
		canvas,
		servers,
		store,
		ask: ({ title }) => title === "Long",
	});
	assert.deepEqual(opened.skill, skill);
	assert.equal(canvas.blocks[0].data.content, noise);
	await refused(
		() => share.readShared("https://example.com/v?n=none", { store }),
		/nothing under/,
		"not_found",
	);
	await refused(() => share.readShared(link), /options.store/);
	await refused(() => share.readShared("https://example.com/v?n=../x", { store }), /no parameter/);
	for (const token of ["a b", "", 7, "x".repeat(65)])
		await refused(() => share.storeHyperSkill(skill, { put: async () => token }, HERE), /token/);
	kept.set("t-0", "x".repeat(2_100_000));
	await refused(() => share.readShared(link, { store }), /more than 2000000/);
});

test("only colours of the page's tokens are taken from a theme", () => {
	const set = new Map([["--color-bg", "#000"]]);
	const style = {
		getPropertyValue: (name) => set.get(name) ?? "",
		setProperty: (name, value) => (value === "" ? set.delete(name) : set.set(name, value)),
	};
	const element = { style };
	const back = share.applyTheme(element, {
		...{ accent: "#06c", "color-bg": "white", "--color-text1": "rgb(0 0 0 / 50%)", "font-size": "99px" },
		...{ teal: "url(https://x.example)", amber: "red; position: fixed", surface: 7, "accent\u0000": "red" },
	});
	assert.deepEqual(share.themeOf(element), { bg: "white", accent: "#06c", text1: "rgb(0 0 0 / 50%)" });
	back();
	assert.deepEqual([...set], [["--color-bg", "#000"]]);
});
