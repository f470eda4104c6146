/** A database in a page without a bundler: where its library comes from, and the real model that asks a dropped file. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { openPage, serve } from "../browser-engine/site.mjs";

const CSP =
	"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' data:; object-src 'none'";
const FOLDERS = {
	"/library/": `${inRoot("node_modules", "@sqlite.org", "sqlite-wasm")}/`,
	"/composer/": `${inRoot("composer")}/`,
};
const BUILDINGS = ["Nordhaus", "Südhaus", "Altbau"];
/** As a spreadsheet writes it where commas are decimal. */
const FLATS = Array.from({ length: 120 }, (_, at) => ({
	building: BUILDINGS[at % 3],
	rooms: 2 + (at % 4),
	rent: 400.5 + ((at * 37) % 500),
}));
const CSV = `building;rooms;rent\r\n${FLATS.map(({ building, rooms, rent }) => `${building};${rooms};${String(rent).replace(".", ",")}\r\n`).join("")}`;

const open = [];
async function pageOf(policy) {
	const site = await serve(FOLDERS, { "content-security-policy": policy });
	const { page, close } = await openPage(site.address);
	open.push(close, () => site.close());
	await page.evaluate(async () => {
		const { openDatabase } = await import("/sqlite/index.js");
		const problemOf = (work) =>
			work.then(
				() => undefined,
				({ code, message }) => ({ code, message }),
			);
		Object.assign(window, { openDatabase, problemOf });
	});
	return page;
}

let page;
before(async () => {
	page = await pageOf(CSP);
});
after(async () => {
	for (const close of open) await close();
});

test("a library that is missing is named with what installs it, and one that is none with its address", async () => {
	const [missing, elsewhere, other] = await page.evaluate(() =>
		Promise.all(
			[{}, { library: "/nowhere.mjs" }, { library: "/composer/index.js" }].map((options) =>
				window.problemOf(window.openDatabase(options)),
			),
		),
	);
	assert.deepEqual([missing.code, elsewhere.code, other.code], Array(3).fill("unsupported"));
	assert.match(missing.message, /npm install @sqlite\.org\/sqlite-wasm/);
	assert.match(elsewhere.message, /\/nowhere\.mjs .*serve index\.mjs and the folder sqlite-wasm/);
	assert.match(other.message, /\/composer\/index\.js starts no SQLite/);
});

test("where scripts must be trusted, the page starts the Worker", async () => {
	const page = await pageOf(`${CSP}; require-trusted-types-for 'script'; trusted-types page`);
	const { refused, rows } = await page.evaluate(async () => {
		const { openDatabase, problemOf } = window;
		const library = "/library/index.mjs";
		const refused = await problemOf(openDatabase({ library }));
		const policy = window.trustedTypes.createPolicy("page", { createScriptURL: (address) => address });
		const worker = () => new Worker(policy.createScriptURL("/sqlite/worker.js"), { type: "module" });
		const database = await openDatabase({ library, worker });
		await database.addFile({ name: "a.csv", text: "a,b\n1,x\n" });
		return { refused, rows: (await database.query("SELECT * FROM a")).rows };
	});
	assert.equal(refused.code, "unsupported");
	assert.match(refused.message, /give the option "worker"/);
	assert.deepEqual(rows, [{ a: 1, b: "x" }]);
});

test("the model in the page asks a dropped file, and draws what it was told", async () => {
	const shown = await page.evaluate(async (csv) => {
		const kit = await import("/index.js");
		await kit.init();
		const { adapter } = await import("/composer/index.js");
		const provider = new kit.WasmProvider({ model: "/model.gguf", adapters: [adapter] });
		const database = await window.openDatabase({ library: "/library/index.mjs" });
		const canvas = kit.createCanvasVanilla();
		kit.autoui.attachCanvas(canvas);
		await database.addFile(new File([csv], "flats.csv"));
		const ask = async (wish) => {
			canvas.clear();
			const layers = [kit.autoui.layer(), database.layer()];
			const { text, toolCalls } = await kit.runAgentLoop(wish, { provider, layers, maxIterations: 8 });
			const calls = toolCalls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`);
			return { text, calls, widgets: canvas.blocks.map(({ type, data }) => ({ type, data })) };
		};
		const first = await ask("average rent by building");
		await database.addFile({ name: "owners.csv", text: "owner,age\nAnn,40\nBen,50\nCleo,33\n" });
		const second = await ask("how many flats are there per building?");
		return { first, second };
	}, CSV);
	const per = (of) =>
		[...BUILDINGS]
			.sort()
			.map((building) => [building, of(FLATS.filter((flat) => flat.building === building))]);
	const mean = (flats) => flats.reduce((sum, { rent }) => sum + rent, 0) / flats.length;
	for (const [{ text, calls, widgets }, expected] of [
		[shown.first, per(mean)],
		[shown.second, per((flats) => flats.length)],
	]) {
		const story = `${text} ${calls.slice(-2).join("\n")}`;
		assert.deepEqual(
			widgets.map(({ type }) => type),
			["chart"],
			story,
		);
		const told = widgets[0].data.bars.toSorted();
		assert.deepEqual(
			told.map(([label]) => label),
			expected.map(([label]) => label),
			story,
		);
		for (const [at, [, value]] of told.entries()) assert.ok(Math.abs(value - expected[at][1]) < 0.01, story);
	}
	assert.ok(
		shown.second.calls.some((call) => call.includes("owners")),
		"it has heard of the other file",
	);
});
