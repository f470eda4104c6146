/** Shared canvases in Chromium: from a link to another page, as a file without network, as a picture and as a QR code. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { encode as matrixOf } from "uqr";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

let site;
let browser;
let folder;

before(async () => {
	site = await serveSite("share");
	browser = await launch();
	folder = await mkdtemp(join(tmpdir(), "webmcp-share-"));
});
after(async () => {
	await browser?.close();
	await site?.close();
	if (folder) await rm(folder, { recursive: true, force: true });
});

const RED =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const HOSTILE = '</script><script>window.ran = 1</script><img src=x onerror="window.ran = 2">';
const WIDGETS = [
	["stat", { label: "Visitors", value: "1,204", trend: "8 %", trendDir: "up" }],
	[
		"chart",
		{
			title: "Sales",
			type: "bar",
			bars: [
				["north", 12],
				["south", 7],
			],
		},
	],
	[
		"data-table",
		{
			title: "Cities",
			rows: [
				{ city: "Lyon", people: 520 },
				{ city: "Nice", people: 340 },
			],
		},
	],
	["diagram", { source: "flowchart LR\n  wish --> widget" }],
	["image", { src: RED, alt: "a red dot" }],
	[
		"form",
		{ title: "Book", schema: { type: "object", properties: { who: { type: "string", title: "Who" } } } },
	],
	["text", { content: `**Bold** ${HOSTILE}` }],
	["js-sandbox", { title: HOSTILE, code: "document.body.textContent = 6 * 7" }],
];

/** The page with all of them on its canvas, drawn. */
async function filled(widgets = WIDGETS) {
	const opened = await openPage(browser, { viewport: { width: 1100, height: 900 }, reducedMotion: "reduce" });
	const { page } = opened;
	await page.goto(site.url);
	await page.waitForFunction(() => "share" in window);
	await page.evaluate((widgets) => {
		for (const [type, data] of widgets) window.canvas.addWidget(type, data, { serverName: "autoui" });
	}, widgets);
	await page.waitForFunction(
		(count) =>
			document.querySelectorAll(".wm-frame").length === count &&
			!document.querySelector(".wm-loading") &&
			[...document.querySelectorAll(".wm-diagram")].every((one) =>
				one.shadowRoot?.querySelector("svg text, svg foreignObject"),
			),
		widgets.length,
	);
	return { ...opened, page };
}

/** Where the frames lie, and what is in them. */
const seen = (page) =>
	page.locator(".wm-frame").evaluateAll((frames) =>
		frames.map((frame) => {
			const { left, top, width, height } = frame.getBoundingClientRect();
			return {
				box: [left, top, width, height].map(Math.round),
				text: frame.innerText.replace(/\s+/g, " ").trim(),
			};
		}),
	);

test("a canvas is on another page once the person there has agreed, and looks the same", async () => {
	const from = await filled();
	const link = await from.page.evaluate(async () => {
		window.canvas.setLayout("grid");
		const details = { title: "Board", servers: [{ url: "https://m.example/mcp" }] };
		return window.share.encodeHyperSkill(window.share.toHyperSkill(window.canvas, details), undefined, {
			short: true,
		});
	});
	assert.ok(link.startsWith(`${site.url}?hs=`));
	const to = await openPage(browser, { viewport: { width: 1100, height: 900 }, reducedMotion: "reduce" });
	await to.page.goto(link);
	await to.page.waitForFunction(() => "asked" in window);
	const question = await to.page.evaluate(async () => (await window.asked).question);
	assert.equal(question.title, "Board");
	assert.deepEqual(question.runsCode, ["js-sandbox"]);
	assert.deepEqual(question.servers, [{ url: "https://m.example/mcp" }]);
	const state = () => to.page.evaluate(() => [window.canvas.blockCount, window.connected.length]);
	assert.deepEqual(await state(), [0, 0]);
	const { opened, problems } = await to.page.evaluate(async () => {
		(await window.asked).answer(true);
		return window.opened;
	});
	assert.ok(opened);
	assert.deepEqual(problems, []);
	assert.deepEqual(await state(), [WIDGETS.length, 1]);
	await to.page.waitForFunction(() =>
		document.querySelector(".wm-diagram")?.shadowRoot?.querySelector("svg"),
	);
	await to.page.waitForFunction(() => document.querySelector(".wm-chart canvas"));
	await from.page.waitForFunction(() => document.querySelector("#main").dataset.layout === "grid");
	assert.deepEqual(await seen(to.page), await seen(from.page));
	assert.deepEqual(from.problems.concat(to.problems), []);
	await from.close();
	await to.close();
});

test("a saved page shows the widgets without network, runs nothing, and is read again", async () => {
	const { page, problems, close } = await filled();
	await page.locator("input[name=who]").fill('Ann "A" <b>');
	await page.evaluate(() => {
		const main = document.querySelector("#main");
		const widget = document.createElement("p");
		widget.innerHTML =
			'<a href="javascript:window.ran = 3" onclick="window.ran = 4">link</a><script>window.ran = 5</' +
			"script>";
		main.firstElementChild.append(widget);
	});
	// That this test writes a handler is reported; that the package does anything with it would be reported again.
	assert.equal(problems.filter((problem) => !problem.startsWith("Executing inline event handler")).length, 0);
	problems.length = 0;
	const html = await page.evaluate(() => {
		const main = document.querySelector("#main");
		document.documentElement.dataset.theme = "dark";
		document.documentElement.style.setProperty("--color-accent", "rgb(1, 2, 3)");
		window.skill = window.share.toHyperSkill(window.canvas, { title: "A <b> & </title>" });
		return window.share.toPage(main, window.skill);
	});
	assert.ok(
		await page.evaluate(
			async (html) => JSON.stringify(await window.share.readSkillFile(html)) === JSON.stringify(window.skill),
			html,
		),
	);
	const before = await seen(page);
	const file = join(folder, "saved.html");
	await writeFile(file, html);
	const context = await browser.newContext({ offline: true, viewport: { width: 1100, height: 900 } });
	const saved = await context.newPage();
	const requests = [];
	saved.on("request", (request) => requests.push(request.url()));
	await saved.goto(pathToFileURL(file).href);
	assert.deepEqual(
		requests.filter((url) => !url.startsWith("data:")),
		[pathToFileURL(file).href],
	);
	assert.equal(await saved.title(), "A <b> & </title>");
	await saved.evaluate(() => {
		for (const link of document.querySelectorAll("a")) link.click();
	});
	assert.equal(await saved.evaluate(() => window.ran), undefined);
	const scripts = await saved.evaluate(() => [...document.scripts].map(({ type }) => type));
	assert.deepEqual(scripts, ["application/json"]);
	assert.equal(await saved.locator("[onclick], [onerror]").count(), 0);
	const after = await seen(saved);
	assert.equal(after.length, WIDGETS.length);
	for (const [at, { text, box }] of after.entries()) {
		// What a diagram shows is behind a shadow root in the page.
		assert.equal(text.replace(/^wish widget /, ""), before[at].text, WIDGETS[at][0]);
		for (const [side, length] of box.slice(2).entries())
			assert.ok(
				Math.abs(length - before[at].box[2 + side]) <= 3,
				`${WIDGETS[at][0]}: ${box} ${before[at].box}`,
			);
	}
	assert.equal(await saved.locator("input[name=who]").inputValue(), 'Ann "A" <b>');
	assert.match(await saved.locator(".wm-diagram").innerText(), /wish\s+widget/);
	const images = await saved.evaluate(() => {
		const coloursOf = (image) => {
			const canvas = document.createElement("canvas");
			[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
			const context = canvas.getContext("2d");
			context.drawImage(image, 0, 0);
			const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
			return new Set(pixels).size;
		};
		return [...document.images].map((image) => [
			image.closest(".wm-frame").dataset.widgetType,
			coloursOf(image),
		]);
	});
	assert.deepEqual(
		images.map(([type]) => type),
		["chart", "image"],
	);
	assert.ok(images[0][1] > 10, `the chart has ${images[0][1]} colours`);
	assert.equal(
		await saved.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-accent")),
		"rgb(1, 2, 3)",
	);
	assert.deepEqual(problems, []);
	await context.close();
	await close();
});

/** What a picture shows within the frames, as the number of colours there. */
const coloursIn = (page) =>
	page.evaluate(async () => {
		const main = document.querySelector("#main");
		const blob = await window.share.toPicture(main);
		const bitmap = await createImageBitmap(blob);
		const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
		const context = canvas.getContext("2d");
		context.drawImage(bitmap, 0, 0);
		const outer = main.getBoundingClientRect();
		const scale = bitmap.width / main.scrollWidth;
		const colours = [...document.querySelectorAll(".wm-frame")].map((frame) => {
			const { left, top, width, height } = frame.getBoundingClientRect();
			const inner = [left - outer.left, top - outer.top, width, height].map((length) =>
				Math.round(length * scale),
			);
			const { data } = context.getImageData(inner[0] + 8, inner[1] + 8, inner[2] - 16, inner[3] - 16);
			return [frame.dataset.widgetType, new Set(new Uint32Array(data.buffer)).size];
		});
		return { type: blob.type, scale, height: bitmap.height / scale, shown: main.scrollHeight, colours };
	});

test("a picture shows every widget, twice as large as the page", async () => {
	const { page, problems, close } = await filled();
	const { type, scale, height, shown, colours } = await coloursIn(page);
	assert.equal(type, "image/png");
	assert.equal(scale, 2);
	assert.equal(Math.round(height), shown);
	assert.equal(colours.length, WIDGETS.length);
	for (const [widget, count] of colours) assert.ok(count > 5, `${widget} has ${count} colours`);
	assert.deepEqual(problems, []);
	await close();
});

test("a link's QR code is an image that a page under a strict policy shows, module by module", async () => {
	const { page, problems, close } = await filled(WIDGETS.slice(0, 1));
	const { link, size, modules } = await page.evaluate(async () => {
		const { share, canvas } = window;
		const link = await share.encodeHyperSkill(share.toHyperSkill(canvas), undefined, { short: true });
		const image = new Image();
		image.src = `data:image/svg+xml,${encodeURIComponent(await share.toQrCode(link))}`;
		await image.decode();
		const size = Number(/viewBox="0 0 (\d+)/.exec(decodeURIComponent(image.src))[1]);
		const drawing = document.createElement("canvas");
		[drawing.width, drawing.height] = [size * 4, size * 4];
		const context = drawing.getContext("2d");
		context.drawImage(image, 0, 0, size * 4, size * 4);
		const isDark = (x, y) => context.getImageData(x * 4 + 2, y * 4 + 2, 1, 1).data[0] < 128;
		const modules = Array.from({ length: size }, (_, y) =>
			Array.from({ length: size }, (_, x) => isDark(x, y)),
		);
		return { link, size, modules };
	});
	const { data } = matrixOf(link, { ecc: "L", border: 4 });
	assert.equal(size, data.length);
	assert.deepEqual(modules, data);
	assert.deepEqual(problems, []);
	await close();
});

test("what is no mounted canvas, or no HyperSkill, is refused in words", async () => {
	const { page, close } = await filled(WIDGETS.slice(0, 1));
	const said = await page.evaluate(async () => {
		const { share, canvas } = window;
		const skill = share.toHyperSkill(canvas);
		const main = document.querySelector("#main");
		const calls = [
			...[undefined, null, 7, "main", {}].flatMap((wrong) => [
				() => share.toPage(wrong, skill),
				() => share.toPicture(wrong),
			]),
			...[undefined, null, 7, {}, { meta: {}, content: {} }].map((wrong) => () => share.toPage(main, wrong)),
		];
		return Promise.all(
			calls
				.map(async (call) => call())
				.map((done) =>
					done.then(
						() => "",
						({ code }) => code,
					),
				),
		);
	});
	assert.equal(said.length, 15);
	assert.ok(
		said.every((code) => code === "invalid_argument"),
		said.join(),
	);
	await close();
});
