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
	await page.waitForFunction(() => document.querySelector(".wm-note")?.textContent === "143 of 1,000 rows.");
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
		"\uFEFFname,n,more",
		'"\'=HYPERLINK(""http://x"")",-5,"a,b\n""c"""',
		"+1,2.5,| pipe \\",
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

const status = () => main().getByRole("navigation").locator("span").innerText();
const firsts = async () =>
	Number((await drawn().first().locator("td").first().innerText()).replace(/\D/g, ""));

test("pages are turned by button and keyboard, the ends keep the focus, and what is sorted or filtered begins anew", async () => {
	await mount({ title: "Many", count: 62, pageSize: 10 });
	const previous = page.getByRole("button", { name: "Previous" });
	const next = page.getByRole("button", { name: "Next" });
	await page.getByRole("navigation", { name: "Pages of Many" }).waitFor();
	assert.deepEqual([await status(), await drawn().count(), await firsts()], ["Page 1 of 7", 10, 0]);
	assert.equal(await previous.getAttribute("aria-disabled"), "true");
	assert.equal(await next.getAttribute("aria-disabled"), null);
	await previous.click({ force: true });
	assert.equal(await status(), "Page 1 of 7");
	await next.focus();
	for (const key of ["Enter", "Space", "Enter", "Enter", "Enter", "Enter", "Enter"])
		await page.keyboard.press(key);
	assert.deepEqual([await status(), await drawn().count(), await firsts()], ["Page 7 of 7", 2, 60]);
	assert.equal(await next.getAttribute("aria-disabled"), "true");
	assert.ok(
		await next.evaluate((one) => document.activeElement === one),
		"who has come to the end stands there",
	);
	assert.equal(await main().locator("table").getAttribute("aria-rowcount"), "63");
	assert.deepEqual(await drawn().evaluateAll((all) => all.map((row) => row.getAttribute("aria-rowindex"))), [
		"62",
		"63",
	]);
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("Enter");
	assert.deepEqual([await status(), await firsts()], ["Page 6 of 7", 50]);
	// One row of the page is on the way, and arrow keys lead to its others.
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("ArrowDown");
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-rowindex")), "53");
	await page.locator(".wm-sort").first().click();
	await page.locator(".wm-sort").first().click();
	assert.deepEqual([await status(), await firsts()], ["Page 1 of 7", 61]);
	await next.click();
	await page.getByRole("searchbox").fill("w");
	assert.deepEqual([await status(), await drawn().count()], ["Page 1 of 7", 10]);
	await page.getByRole("searchbox").fill("w3");
	assert.deepEqual([await status(), await drawn().count()], ["Page 1 of 1", 9]);
	assert.equal(await main().locator(".wm-note").innerText(), "9 of 62 rows.");
	await page.getByRole("searchbox").fill("");
	const [, csv] = await exported("CSV");
	assert.equal(csv.trim().split("\r\n").length, 63, "all pages are taken along");
});

test("new data keeps the page while there is one, and a table that fits on a page has none", async () => {
	const rows = (count) => Array.from({ length: count }, (_, n) => ({ n }));
	const update = (data) => page.evaluate((data) => window.cleanup.update(data), data);
	await mount({ rows: rows(30), pageSize: 10 });
	await page.getByRole("button", { name: "Next" }).click();
	await update({ rows: rows(45), pageSize: 10 });
	assert.deepEqual([await status(), await firsts()], ["Page 2 of 5", 10]);
	await page.getByRole("button", { name: "Next" }).click();
	await update({ rows: rows(12), pageSize: 10 });
	assert.deepEqual([await status(), await firsts()], ["Page 2 of 2", 10]);
	await update({ rows: rows(10), pageSize: 10 });
	assert.equal(await main().getByRole("navigation").count(), 0);
	assert.equal(await drawn().count(), 10);
	for (const [pageSize, count] of [
		...[
			[1, 5],
			["7", 7],
			[0, 30],
			[-5, 30],
			["x", 30],
			[{ a: 1 }, 30],
			[null, 30],
			[[9], 30],
		],
	]) {
		await update({ rows: rows(30), pageSize });
		assert.equal(await drawn().count(), count, JSON.stringify(pageSize));
	}
});

test("of a page with hundreds of rows those are drawn that are seen, and each second one is tinted wherever one scrolls", async () => {
	await mount({ count: 1000, pageSize: 400, striped: true });
	await page.getByRole("button", { name: "Next" }).click();
	await page.waitForFunction(() => document.querySelectorAll("tbody tr[data-index]").length < 80);
	assert.equal(await firsts(), 400);
	const wrong = () =>
		drawn().evaluateAll((all) => {
			const tints = [0, 1].map(
				(odd) =>
					new Set(
						all
							.filter(({ dataset }) => Number(dataset.index) % 2 === odd)
							.map((row) => getComputedStyle(row).backgroundColor),
					),
			);
			return tints.some(({ size }) => size !== 1) || [...tints[0]].join() === [...tints[1]].join();
		});
	assert.equal(await wrong(), false);
	await main()
		.locator(".wm-table")
		.evaluate((region) => {
			region.scrollTop = region.scrollHeight;
		});
	await page.waitForFunction(() =>
		[...document.querySelectorAll("tbody tr[data-index]")].some(({ dataset }) => dataset.index === "399"),
	);
	assert.equal(await drawn().last().getAttribute("aria-rowindex"), "801");
	assert.equal(await wrong(), false);
	await page.getByRole("button", { name: "Previous" }).click();
	await page.waitForFunction(() => document.querySelector("tbody tr[data-index]").dataset.index === "0");
	assert.equal(await firsts(), 0);
});

test("less room, no tint and another word where nothing is are what was asked for, and text", async () => {
	const high = async () => (await drawn().first().boundingBox()).height;
	const EVIL = "<img src=x onerror='window.hit=1'>";
	await mount({ rows: [{ a: 1 }, { a: 2 }] });
	const usual = await high();
	await mount({ rows: [{ a: 1 }, { a: 2 }], compact: true });
	assert.ok((await high()) < usual - 3);
	await mount({ rows: [{ a: 1 }, { a: 2 }], compact: "yes", striped: { a: 1 } });
	assert.equal(await high(), usual);
	assert.equal(await main().locator(".wm-striped").count(), 0);
	await mount({ rows: [], emptyMessage: EVIL });
	assert.equal(await main().locator(".wm-note").innerText(), EVIL);
	await mount({ rows: [], emptyMessage: { a: EVIL } });
	assert.match(await main().locator(".wm-note").innerText(), /^\{"a":/);
	for (const emptyMessage of ["", null, []]) {
		await mount({ rows: [], emptyMessage });
		const said = await main().locator(".wm-note").innerText();
		assert.equal(said, Array.isArray(emptyMessage) ? "[]" : "There are no rows.");
	}
	assert.equal(await main().locator("img").count(), 0);
	assert.equal(await page.evaluate(() => window.hit), undefined);
});

test("links lead to safe addresses alone, are on the way of their row, and their press is none of the row's", async () => {
	const there = `${new URL(page.url()).origin}/?there`;
	const EVIL = "<img src=x onerror='window.hit=1'>";
	const UNSAFE = [
		"javascript:window.hit=1",
		" java\nscript:window.hit=1",
		"data:text/html,x",
		"/relative",
		5,
	];
	await mount({
		columns: [
			{ key: "site", label: "Site", type: "link" },
			{ key: "name", label: "Name" },
		],
		rows: [
			{ site: there, name: "one" },
			{ site: { href: there, label: EVIL }, name: there },
			...UNSAFE.map((href) => ({ site: { href, label: EVIL } })),
			...UNSAFE.map((site) => ({ site })),
			{ site: { href: { a: 1 }, label: { b: 2 } } },
			{ site: { href: "mailto:a@example.com", label: ["x"] } },
		],
	});
	const links = main().locator("a");
	const told = await links.evaluateAll((all) =>
		all.map((link) => [
			link.textContent,
			...["href", "target", "rel"].map((name) => link.getAttribute(name)),
		]),
	);
	const kept = ["_blank", "noopener noreferrer"];
	assert.deepEqual(told, [
		[there, there, ...kept],
		[EVIL, there, ...kept],
		['["x"]', "mailto:a@example.com", ...kept],
	]);
	const onWay = await links.evaluateAll((all) => all.map((link) => link.tabIndex));
	assert.deepEqual(onWay, [0, -1, -1], "the tabulator leads to those of one row");
	assert.equal(await main().locator("img").count(), 0);
	await page.evaluate(() => {
		window.heard = [];
		document.addEventListener("rowclick", ({ detail }) => window.heard.push(detail.row.name));
	});
	const opens = async (act) => {
		const [other] = await Promise.all([page.context().waitForEvent("page"), act()]);
		assert.equal(await other.evaluate(() => window.opener), null);
		assert.equal(other.url(), there);
		await other.close();
	};
	await opens(() => links.first().click());
	await page.locator(".wm-sort").last().focus();
	await page.keyboard.press("Tab");
	assert.equal(await page.evaluate(() => document.activeElement.localName), "tr");
	await page.keyboard.press("Tab");
	assert.ok(await links.first().evaluate((one) => document.activeElement === one));
	await opens(() => page.keyboard.press("Enter"));
	assert.deepEqual(await page.evaluate(() => window.heard), []);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Tab");
	assert.ok(await links.nth(1).evaluate((one) => document.activeElement === one));
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("Enter");
	await main().getByText("one", { exact: true }).click();
	assert.deepEqual(await page.evaluate(() => window.heard), [there, "one"]);
	assert.equal(await page.evaluate(() => window.hit), undefined);
});

test("who stands on a link of very many rows stands on no other one when they scroll", async () => {
	const rows = Array.from({ length: 2000 }, (_, n) => ({ site: `https://example.com/${n}` }));
	await mount({ columns: [{ key: "site", label: "Site", type: "link" }], rows });
	const link = main().locator("a").nth(5);
	const address = await link.getAttribute("href");
	await link.focus();
	for (const top of [200, 600, 4_000, 40_000]) {
		await main()
			.locator(".wm-table")
			.evaluate((region, top) => region.scrollTo({ top }), top);
		await page.waitForTimeout(100);
		const on = await page.evaluate(() => document.activeElement?.getAttribute("href") ?? "none");
		assert.ok(on === address || on === "none", `${on} at ${top}`);
	}
	const seen = await main().locator("a").first().getAttribute("href");
	assert.notEqual(seen, "https://example.com/0");
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
