/** The table: many rows, the filter, and what is taken along, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
let opened;
let page;

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
});
afterEach(async () => {
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

const mount = (data) =>
	page.evaluate((data) => {
		const rows = data.count
			? Array.from({ length: data.count }, (_, n) => ({ n, word: `w${n % 7}` }))
			: data.rows;
		const shown = { ...data, rows };
		window.cleanup = window.kit.mountWidget(document.querySelector("#main"), "data-table", shown, [
			window.kit.native,
		]);
		return window.cleanup.ready;
	}, data);
const main = () => page.locator("#main");
const drawn = () => main().locator("tbody tr[data-index]");

test("of a hundred thousand rows those are drawn that are seen, from the first to the last", async () => {
	await mount({ title: "Many", count: 100_000 });
	const region = main().locator(".wm-table");
	await page.waitForFunction(() => document.querySelectorAll("tbody tr[data-index]").length < 60);
	assert.equal(await region.locator("table").getAttribute("aria-rowcount"), "100001");
	assert.equal(await drawn().first().locator("td").first().innerText(), "0");
	for (const [to, row] of [
		[1, 99_999],
		[0.5, undefined],
		[0, 0],
	]) {
		await region.evaluate((element, to) => {
			element.scrollTop = to * element.scrollHeight;
		}, to);
		await page.waitForFunction(
			([row]) => {
				const box = document.querySelector(".wm-table").getBoundingClientRect();
				const all = [...document.querySelectorAll("tbody tr[data-index]")];
				// What is seen is filled with rows, not with empty room.
				const seen = all.filter((one) => {
					const { top, bottom } = one.getBoundingClientRect();
					return bottom > box.top + 40 && top < box.bottom;
				});
				return seen.length > 5 && (row === null || all.some((one) => Number(one.dataset.index) === row));
			},
			[row ?? null],
		);
		assert.ok((await drawn().count()) < 80);
	}
	assert.equal(await drawn().first().getAttribute("aria-rowindex"), "2");
	await page.locator(".wm-sort").first().press("Enter");
	await page.locator(".wm-sort").first().press("Enter");
	await page.waitForFunction(
		() => document.querySelector("tbody tr[data-index] td").textContent.replace(/\D/g, "") === "99999",
	);
});

test("a filter leaves the rows that have the text, and an update keeps it", async () => {
	await mount({ count: 1000 });
	const filter = page.getByRole("searchbox", { name: "Filter" });
	await filter.pressSequentially("W3");
	await page.waitForFunction(() => document.querySelector(".wm-note")?.textContent === "143 of 1000 rows.");
	const words = await drawn().locator("td:nth-child(2)").allInnerTexts();
	assert.deepEqual([...new Set(words)], ["w3"]);
	await page.evaluate(() =>
		window.cleanup.update({
			rows: [
				{ n: 1, word: "w3" },
				{ n: 2, word: "w4" },
			],
		}),
	);
	assert.deepEqual(await drawn().locator("td:nth-child(2)").allInnerTexts(), ["w3"]);
	await page.evaluate(() => window.cleanup.update({ rows: Array(9).fill({ word: "w4" }) }));
	assert.equal(await drawn().count(), 0);
	await filter.fill("");
	assert.equal(await drawn().count(), 9);
});

const HOSTILE = [
	{ name: '=HYPERLINK("http://x")', n: -5, more: 'a,b\n"c"' },
	{ name: "+1", n: 2.5, more: "| pipe \\" },
	{ name: "@cmd", n: 1234567.891, more: null },
	{ name: "plain", n: 4, more: { a: 1 } },
	...Array.from({ length: 6 }, (_, n) => ({ name: `r${n}`, n, more: "" })),
];

async function exported(name) {
	await main()
		.locator("details")
		.evaluate((details) => {
			details.open = true;
		});
	const waiting = page.waitForEvent("download");
	await page.getByRole("button", { name, exact: true }).click();
	const download = await waiting;
	return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
}

test("a table leaves as CSV without formulas, as JSON and as Markdown, with what is shown", async () => {
	await mount({ title: "A/B: ..\\c", rows: HOSTILE });
	const [file, csv] = await exported("CSV");
	assert.equal(file, "A B c.csv");
	const lines = [
		"name,n,more",
		'"\'=HYPERLINK(""http://x"")",-5,"a,b\n""c"""',
		"'+1,2.5,| pipe \\",
		"'@cmd,1234567.891,",
		'plain,4,"{""a"":1}"',
	];
	assert.equal(csv.slice(0, lines.join("\r\n").length), lines.join("\r\n"));
	const [, json] = await exported("JSON");
	assert.deepEqual(JSON.parse(json), HOSTILE);
	await page.getByRole("searchbox").fill("pipe");
	const [, markdown] = await exported("Markdown");
	assert.equal(markdown, "| name | n | more |\n| --- | --: | --- |\n| +1 | 2.5 | \\| pipe \\\\ |\n");
});

test("a copy says whether it could be made", async () => {
	await mount({ rows: HOSTILE });
	await page.evaluate(() => {
		Object.defineProperty(navigator, "clipboard", {
			configurable: true,
			value: { writeText: async (text) => void Object.assign(window, { copied: text }) },
		});
		document.querySelector("details").open = true;
	});
	await page.getByRole("button", { name: "Copy" }).click();
	await page.getByRole("button", { name: "Copied" }).waitFor();
	assert.match(await page.evaluate(() => window.copied), /^name\tn\tmore\r\n/);
	await page.evaluate(() => {
		navigator.clipboard.writeText = async () => {
			throw new Error("no");
		};
	});
	await page.getByRole("button", { name: "Copied" }).click();
	await page.getByRole("button", { name: "Not allowed to copy" }).waitFor();
});

test("rows are pressed by keyboard: one of them is on the way, arrow keys lead to the others", async () => {
	await mount({ rows: [{ a: "x" }, { a: "y" }, { a: "z" }] });
	await page.evaluate(() => {
		window.heard = [];
		document.addEventListener("rowclick", ({ detail }) => window.heard.push(detail.row.a));
	});
	await page.locator(".wm-sort").focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press(" ");
	assert.deepEqual(await page.evaluate(() => window.heard), ["z", "y"]);
	assert.equal(await main().locator('tr[aria-selected="true"]').innerText(), "y");
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("Tab");
	assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "y");
});

test("what is selected in a table is pointed at in the chart that it is linked with, and the other way round", async () => {
	const bus = await page.evaluate(async () => {
		const { kit } = window;
		const canvas = kit.stubCanvas([
			{
				id: "w_table",
				type: "data-table",
				data: {
					rows: [
						{ pet: "dog", fee: 5 },
						{ pet: "cat", fee: 7 },
					],
				},
			},
			{
				id: "w_chart",
				type: "chart",
				data: {
					bars: [
						["dog", 5],
						["cat", 7],
					],
				},
			},
			{ id: "w_alone", type: "data-table", data: { rows: [{ pet: "dog" }] } },
		]);
		window.bus = kit.createBus();
		window.said = [];
		window.bus.subscribe(["rowclick", "pointselect"], ({ from, channel }) =>
			window.said.push([from, channel]),
		);
		window.bus.link(["w_table", "w_chart"]);
		window.undo = kit.mountCanvas(document.querySelector("#main"), canvas, [kit.native], { bus: window.bus });
		return window.bus.listPeers().map(({ id }) => id);
	});
	assert.deepEqual(bus, ["w_table", "w_chart", "w_alone"]);
	await page.waitForSelector("canvas[style]");
	await page.waitForTimeout(600);
	const table = main().locator('[data-widget-id="w_table"]');
	await table.getByText("cat").click();
	const pointed = () =>
		page.evaluate(() => {
			const canvas = document.querySelector("canvas");
			return canvas.getAttribute("data-pointed");
		});
	assert.equal(await pointed(), "cat");
	await main().locator("canvas").focus();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("Enter");
	assert.match(await table.locator('tr[aria-selected="true"]').innerText(), /dog/);
	assert.equal(await main().locator('[data-widget-id="w_alone"] tr[aria-selected]').count(), 0);
	await page.evaluate(() =>
		window.bus.send("host", "w_table", "data-update", { rows: [{ pet: "ant", fee: 1 }] }),
	);
	assert.match(await table.innerText(), /ant/);
	for (const odd of [5, null, "text", [1]]) {
		await page.evaluate((odd) => window.bus.send("host", "w_table", "data-update", odd), odd);
		await page.evaluate((odd) => window.bus.send("host", "w_chart", "anything", odd), odd);
	}
	assert.deepEqual(await page.evaluate(() => window.said), [
		["w_table", "rowclick"],
		["w_chart", "pointselect"],
	]);
	await page.evaluate(() => window.undo());
	assert.equal(await page.evaluate(() => window.bus.peerCount), 0);
});
