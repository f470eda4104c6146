/** `<auto-ui-share>`: the question about what somebody has shared, in a page of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsPage } from "./pages/elements/support.mjs";

const { open } = elementsPage();
const linkOf = (skill) => Buffer.from(JSON.stringify(skill)).toString("base64url");
const skillOf = (title, more = {}) => ({
	meta: { title, ...more },
	content: { blocks: [{ type: "stat", data: { label: title, value: "1" } }] },
});

/** A page with nothing but the element. */
async function opened() {
	const found = await open({ html: "<auto-ui-share></auto-ui-share>" });
	await found.page.waitForFunction(() => window.deepAll("[part=open-file]").length > 0);
	/** Begins to open; what comes of it is in `window.results`. */
	const begin = (...links) =>
		found.page.evaluate((links) => {
			const element = document.querySelector("auto-ui-share");
			window.results ??= [];
			window.all = Promise.all(
				links.map(async (link) => window.results.push([link.slice(0, 4), await element.open(link)])),
			);
		}, links);
	const ended = () => found.page.evaluate(() => window.all.then(() => window.results));
	return { ...found, begin, ended };
}

test("what is shared is agreed to by nothing but its button: not by Enter, which was meant for what was there before", async () => {
	const { page, problems, close, begin, ended } = await opened();
	await begin(linkOf(skillOf("One")));
	await page.locator("dialog.asking[open]").waitFor();
	assert.equal(await page.evaluate(() => window.deepFocus().localName), "h2");
	for (const key of ["Enter", "Space", "Enter"]) await page.keyboard.press(key);
	assert.ok(await page.locator("dialog.asking[open]").isVisible());
	await page.keyboard.press("Escape");
	assert.deepEqual(
		(await ended()).map(([, isOpened]) => isOpened),
		[false],
	);
	await begin(linkOf(skillOf("One")));
	await page.getByTestId("accept").click();
	assert.deepEqual(
		(await ended()).map(([, isOpened]) => isOpened),
		[false, true],
	);
	assert.deepEqual(problems, []);
	await close();
});

test("of several links that are opened at once each has its question, and each opening an end", async () => {
	const { page, problems, close, begin, ended } = await opened();
	await begin(...["One", "Two", "Three", "Four"].map((title) => linkOf(skillOf(title))), "no link at all");
	const title = page.getByTestId("title");
	for (const [name, part] of [
		["One", "refuse"],
		["Two", "accept"],
		["Three", "refuse"],
		["Four", "accept"],
	]) {
		await title.getByText(name, { exact: true }).waitFor();
		await page.getByTestId(part).click();
	}
	assert.deepEqual(
		(await ended()).map(([, isOpened]) => isOpened),
		[false, true, false, true, false],
	);
	assert.deepEqual(problems, []);
	await close();
});

test("an opening ends also where the element leaves the page, or was never in one", async () => {
	const { page, problems, close, begin, ended } = await opened();
	await begin(linkOf(skillOf("One")), linkOf(skillOf("Two")));
	await page.locator("dialog.asking[open]").waitFor();
	await page.evaluate(() => document.querySelector("auto-ui-share").remove());
	assert.deepEqual(
		(await ended()).map(([, isOpened]) => isOpened),
		[false, false],
	);
	const apart = await page.evaluate(
		(link) => document.createElement("auto-ui-share").open(link),
		linkOf(skillOf("X")),
	);
	assert.equal(apart, false);
	assert.deepEqual(problems, []);
	await close();
});

test("the title and both buttons stay in sight, however long the rest is, and the rest can be read by keyboard", async () => {
	for (const viewport of [
		{ width: 1000, height: 700 },
		{ width: 320, height: 480 },
	]) {
		const { page, problems, close, begin, ended } = await opened();
		await page.setViewportSize(viewport);
		await begin(linkOf(skillOf("The title", { description: "word ".repeat(900) })));
		await page.locator("dialog.asking[open]").waitFor();
		const inSight = () =>
			page.evaluate(() =>
				["[part=title]", "[part=accept]", "[part=refuse]"].map((query) => {
					const [found] = window.deepAll(query);
					const { left, top, width, height } = found.getBoundingClientRect();
					const at = found.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
					return found === at || found.contains(at);
				}),
			);
		assert.deepEqual(await inSight(), [true, true, true], JSON.stringify(viewport));
		await page.locator(".asked").focus();
		await page.keyboard.press("End");
		await page.waitForFunction(() => {
			const [part] = window.deepAll(".asked");
			return part.scrollTop + part.clientHeight > part.scrollHeight - 3;
		});
		assert.deepEqual(await inSight(), [true, true, true], "scrolled to its end");
		await page.getByTestId("refuse").click();
		await ended();
		assert.deepEqual(problems, []);
		await close();
	}
});
