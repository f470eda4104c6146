/** Forms, documents and charts of several series, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
let opened;
let page;

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
	await page.evaluate(() => {
		window.heard = [];
		for (const name of ["submit", "headingclick", "pointselect"])
			document
				.querySelector("#main")
				.addEventListener(name, ({ detail }) => window.heard.push([name, detail]));
	});
});
afterEach(async () => {
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

const mount = (type, data) =>
	page.evaluate(
		([type, data]) => {
			const container = document.querySelector("#main");
			window.cleanup = window.kit.mountWidget(container, type, data, [window.kit.native]);
			return window.cleanup.ready;
		},
		[type, data],
	);
const change = (data) => page.evaluate((data) => window.cleanup.update(data), data);
const heard = () => page.evaluate(() => window.heard.splice(0));
const main = () => page.locator("#main");

const ORDER = {
	type: "object",
	required: ["name", "size"],
	properties: {
		name: { type: "string", title: "Your name", maxLength: 20, description: "As on the list" },
		size: { enum: ["small", 5, "large"] },
		amount: { type: "integer", minimum: 1, maximum: 9 },
		price: { type: "number" },
		gift: { type: "boolean" },
		day: { type: "string", format: "date" },
		colours: { type: "array", items: { type: "string" } },
		at: { type: "object", properties: { street: { type: "string" }, __proto__: { type: "string" } } },
	},
};

test("a form has a field for each property, told what it is, and sends values of the schema", async () => {
	await mount("form", { title: "Order", schema: ORDER, values: { amount: 2 }, submit: "Order now" });
	await page.getByLabel("Your name").fill("Ann");
	await page.getByLabel("Size").selectOption("5");
	await page.getByLabel("Price").fill("1 234,5");
	await page.getByLabel("Gift").check();
	await page.getByLabel("Day").fill("2026-11-25");
	await page.getByLabel("Colours").fill("red\n\nblue");
	await page.getByLabel("At – street").fill("Mill Lane");
	assert.equal(
		await page
			.getByLabel("Your name")
			.getAttribute("aria-describedby")
			.then((id) => page.locator(`#${id}`).innerText()),
		"As on the list",
	);
	await page.getByRole("button", { name: "Order now" }).press("Enter");
	const values = {
		name: "Ann",
		size: 5,
		amount: 2,
		price: 1234.5,
		gift: true,
		day: "2026-11-25",
		colours: ["red", "blue"],
		at: { street: "Mill Lane" },
	};
	assert.deepEqual(await heard(), [["submit", { values }]]);
	assert.equal(await page.getByRole("status").innerText(), "Sent.");
});

test("a form of names alone asks for each as what its name says", async () => {
	const fields = [
		"Full name",
		"E-mail",
		"Geburtstag",
		"start_time",
		"website",
		"Passwort",
		"Update",
		"Mailing list",
		"",
		{ a: 1 },
		"E-mail",
	];
	await mount("form", { title: "Sign up", fields });
	const asked = await page
		.locator(".wm-form input")
		.evaluateAll((all) => all.map((input) => `${input.labels[0]?.textContent.trim()}: ${input.type}`));
	assert.deepEqual(asked.slice(0, 8), [
		...["Full name: text", "E-mail: email", "Geburtstag: date", "Start time: time", "Website: url"],
		...["Passwort: password", "Update: text", "Mailing list: text"],
	]);
	await page.getByLabel("Full name").fill("Ann");
	await page.getByRole("button", { name: "Send" }).click();
	assert.equal((await heard())[0][1].values["Full name"], "Ann");
});

test("a form says what is missing or wrong and sends nothing before it is right", async () => {
	await mount("form", { schema: ORDER });
	const send = page.getByRole("button", { name: "Send" });
	await send.click();
	await page.getByLabel("Your name").fill("Ann");
	await page.getByLabel("Size").selectOption("small");
	for (const [text, problem] of [
		["many", "This is no number."],
		["2,5", "A whole number."],
		["0", "At least 1."],
		["12", "At most 9."],
	]) {
		await page.getByLabel("Amount").fill(text);
		await send.click();
		assert.equal(await page.getByLabel("Amount").evaluate((input) => input.validationMessage), problem);
	}
	assert.deepEqual(await heard(), []);
	await page.getByLabel("Amount").fill("3");
	await send.click();
	const [[, { values }]] = await heard();
	assert.deepEqual(values, { name: "Ann", size: "small", amount: 3, gift: false });
});

test("a form keeps what was typed when other fields come, and takes any schema", async () => {
	const schema = { properties: { a: { type: "string" } } };
	await mount("form", { schema });
	await page.getByLabel("A").fill("typed");
	await change({ schema: { properties: { ...schema.properties, b: { type: "number" } } } });
	assert.equal(await page.getByLabel("A").inputValue(), "typed");
	assert.equal(await page.getByLabel("B").count(), 1);
	for (const odd of [
		5,
		[],
		"x",
		{ properties: 5 },
		{ properties: { "<img src=x>": 5, "": { enum: [{}, null] } } },
	]) {
		await change({ schema: odd });
		await page.getByRole("button").click();
	}
	assert.equal(await main().locator("img").count(), 0);
});

test("a document has an outline that leads to its headings by keyboard", async () => {
	const content = "# One\n\n<img src=x onerror='window.hit=1'>a\n\n## Two [x](javascript:1)\n\nb\n\n# Three";
	await mount("document", { title: "Report", content });
	const outline = page.getByRole("navigation", { name: "Outline" });
	assert.deepEqual(await outline.getByRole("button").allInnerTexts(), ["One", "Two x", "Three"]);
	await outline.getByRole("button", { name: "Three" }).press("Enter");
	assert.equal(await page.evaluate(() => document.activeElement.textContent), "Three");
	assert.deepEqual(await heard(), [["headingclick", { text: "Three", level: 1 }]]);
	await change({ content, outline: false });
	assert.equal(await outline.count(), 0);
	assert.equal(await main().locator("img, a[href]").count(), 0);
	await change({ content: 5 });
	await change({});
});

test("a chart of several series carries all numbers, reads those that people write, and tells what is pressed", async () => {
	const data = [
		{ label: "north", values: ["1 234,5", "€ 3k", "n/a"] },
		{ label: "south", values: [2, -5, 7], color: "url(javascript:1)" },
	];
	for (const type of ["bar", "line", "area", "pie", "donut"]) {
		for (const more of [{}, { stacked: true }, { log: true, unit: "€" }]) {
			await mount("chart-rich", { title: "Sales", type, labels: ["a", "b"], data, ...more });
			await page.waitForSelector("canvas[style]");
		}
	}
	const cells = await main()
		.locator("tbody td")
		.evaluateAll((all) => all.map(({ dataset }) => dataset.value));
	assert.deepEqual(cells, ["1234.5", "2", "3000", "-5", undefined, "7"]);
	assert.deepEqual(await main().locator("thead th").allTextContents(), ["north", "south"]);
	assert.deepEqual(await main().locator("tbody th").allTextContents(), ["a", "b", "3"]);
	await mount("chart-rich", { type: "bar", labels: ["a"], data: [{ label: "n", values: [4] }] });
	await page.waitForTimeout(600);
	const box = await main().locator("canvas").boundingBox();
	await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.6);
	assert.deepEqual(await heard(), [["pointselect", { label: "a", series: "n", value: 4 }]]);
	for (const odd of [
		{},
		{ data: 5 },
		{ data: [{ values: Array(9000).fill(1) }, 5, null] },
		{ labels: 5, data: [{}] },
	]) {
		await change(odd);
	}
	await mount("chart", { bars: [["x", 3]] });
	await page.waitForTimeout(600);
	const bar = await main().locator("canvas").boundingBox();
	await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height * 0.6);
	assert.deepEqual(await heard(), [["pointselect", { label: "x", value: 3 }]]);
	await change({
		bars: [
			["x", 3],
			["y", 4],
			["z", 5],
		],
	});
	await main().locator("canvas").focus();
	for (const key of ["ArrowRight", "ArrowRight", "Enter", "ArrowLeft", "ArrowLeft", "Enter"])
		await page.keyboard.press(key);
	assert.deepEqual(await heard(), [
		["pointselect", { label: "y", value: 4 }],
		["pointselect", { label: "z", value: 5 }],
	]);
});

test("what a person says by a widget is proposed as a wish, and nothing else is", async () => {
	await page.evaluate(() => {
		const { kit } = window;
		const schema = { type: "object", properties: { name: { type: "string" }, seats: { type: "integer" } } };
		const values = { name: "Ann\u202e\n<b>ignore all</b>", seats: 3 };
		const buttons = [{ label: "Show the cheaper ones", action: "cheap" }];
		const canvas = kit.stubCanvas([
			{ id: "w_form", type: "form", data: { title: "Booking", schema, values } },
			{ id: "w_chat", type: "chat-input", data: { value: "y".repeat(3000) } },
			{ id: "w_do", type: "actions", data: { buttons } },
			{ id: "w_table", type: "data-table", data: { rows: [{ pet: "cat" }] } },
		]);
		window.wishes = [];
		const main = document.querySelector("#main");
		window.undo = kit.mountCanvas(main, canvas, [kit.native]);
		window.stop = kit.proposeWishes(main, (wish) => window.wishes.push(wish));
		window.also = kit.proposeWishes(main, ({ text }) => window.wishes.push(text), { actions: ["rowclick"] });
		kit.proposeWishes(main, () => {
			throw new Error("host");
		})();
	});
	const wishes = () => page.evaluate(() => window.wishes.splice(0));
	await main().locator('[data-widget-id="w_form"] button').click();
	const [form] = await wishes();
	assert.deepEqual(form, {
		text: "Booking: name Ann <b>ignore all</b>, seats 3",
		action: "submit",
		payload: { values: { name: "Ann\u202e<b>ignore all</b>", seats: 3 } },
		widgetId: "w_form",
	});
	await main().getByRole("button", { name: "Show the cheaper ones" }).click();
	assert.equal((await wishes())[0].text, "Show the cheaper ones");
	await main().getByRole("button", { name: "Send" }).last().click();
	assert.equal((await wishes())[0].text.length, 1000);
	await main().getByText("cat").click();
	assert.deepEqual(await wishes(), ["data-table: pet cat"]);
	await page.evaluate(() => {
		window.stop();
		window.also();
		window.stop();
	});
	await main().getByRole("button", { name: "Show the cheaper ones" }).click();
	await main().getByText("cat").click();
	assert.deepEqual(await wishes(), []);
	await page.evaluate(() => window.undo());
});

test("what takes its time says so, once it has taken some, and only then", async () => {
	const texts = await page.evaluate(async () => {
		const { kit } = window;
		const renderer = async (container) => {
			await new Promise((done) => setTimeout(done, 700));
			container.textContent = "there";
		};
		const container = document.querySelector("#main");
		const mounted = kit.mountWidget(container, "slow", {}, [{ name: "s", getWidget: () => ({ renderer }) }]);
		const box = container.firstElementChild;
		const now = () => [box.getAttribute("aria-busy"), getComputedStyle(box, "::before").visibility];
		const first = now();
		await new Promise((done) => setTimeout(done, 450));
		const then = now();
		await mounted.ready;
		const last = [box.getAttribute("aria-busy"), box.textContent, box.className];
		mounted();
		return [first, then, last];
	});
	assert.deepEqual(texts, [
		["true", "hidden"],
		["true", "visible"],
		[null, "there", ""],
	]);
});
