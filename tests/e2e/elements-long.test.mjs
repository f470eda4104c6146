/** `<auto-ui-chat>` with long conversations: ten thousand messages, the way back and forth, and texts that grow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsPage, focused, tell } from "./pages/elements/support.mjs";

const { talk } = elementsPage();

/** Opens a chat, and what types a wish. */
async function chat() {
	const opened = await talk({ tags: "chat,canvas" });
	const wish = async (text) => {
		await opened.page.getByTestId("wish-input").fill(text);
		await opened.page.getByTestId("wish-input").press("Enter");
	};
	return { ...opened, wish };
}

test("ten thousand messages are no more in the page than two hundred, and one more costs about what it costs after a hundred", async () => {
	const { page, problems, close } = await chat();
	const measured = (count) =>
		page.evaluate(async (count) => {
			const { conversation } = window.talk.workspace;
			conversation.restore(window.kit.messages(count));
			const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
			await frame();
			const times = [];
			for (let at = 0; at < 30; at++) {
				const last = conversation.thread.last.id;
				const begun = performance.now();
				conversation.thread.add({
					role: "person",
					id: `n${count}-${at}`,
					parent: last,
					at: 1,
					text: "one more",
				});
				window.deepAll("[part=log]")[0].getBoundingClientRect();
				times.push(performance.now() - begun);
				await frame();
			}
			const rows = window.deepAll("[part=wish], [part=reply]").length;
			return { time: times.toSorted((a, b) => a - b)[15], rows, elements: window.deepAll("*").length };
		}, count);
	await measured(100);
	const [few, many] = [await measured(100), await measured(10_000)];
	console.log(
		`one more message: after 100 ${few.time.toFixed(2)} ms, after 10,000 ${many.time.toFixed(2)} ms; ${many.elements} elements`,
	);
	assert.ok(many.rows <= 200, `${many.rows} messages are in the page`);
	assert.ok(many.elements < few.elements * 2.5, `${few.elements} and ${many.elements} elements`);
	assert.ok(many.time < few.time * 5 + 1, `${few.time} and ${many.time} ms`);
	assert.deepEqual(problems, []);
	await close();
});

test("earlier messages come when they are wanted, what is read stays where it is, and the way back is there", async () => {
	const { page, close } = await chat();
	await page.evaluate(() => window.talk.workspace.conversation.restore(window.kit.messages(10_000)));
	await page.waitForFunction(() => window.deepAll("[part=wish], [part=reply]").length >= 50);
	await page.waitForFunction(() => window.deepAll("[part=said] p").length >= 25);
	const log = page.getByTestId("log");
	await log.evaluate((element) => {
		element.scrollTop = 0;
	});
	const earlier = page.getByRole("button", { name: "Show earlier messages" });
	const place = () =>
		page.locator("[data-id=m9950]").evaluate((element) => element.getBoundingClientRect().top);
	const before = await place();
	await earlier.focus();
	await page.keyboard.press("Enter");
	await page.locator("[data-id=m9900]").waitFor({ state: "attached" });
	await page.waitForFunction(() => window.deepAll("[part=said] p").length >= 50);
	assert.ok(Math.abs((await place()) - before) <= 2, "what was read has moved");
	assert.equal(await page.evaluate(() => window.deepFocus().textContent), "Show earlier messages");
	await page.getByRole("button", { name: "Latest" }).focus();
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => {
		const [log] = window.deepAll("[part=log]");
		return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
	});
	assert.equal(await focused(page), "wish-input");
	const latest = page.getByRole("button", { name: "Latest" });
	await latest.waitFor({ state: "detached" });
	// It does not go away under the keys of who has reached it, though the end comes into sight meanwhile.
	await log.evaluate((element) => {
		element.scrollTop = 0;
	});
	await latest.focus();
	await log.evaluate(async (element) => {
		element.scrollTop = element.scrollHeight;
		for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
	});
	assert.equal(await page.evaluate(() => window.deepFocus().textContent), "↓ Latest");
	await page.keyboard.press("Tab");
	assert.equal(await focused(page), "wish-input");
	await latest.waitFor({ state: "detached" });
	await close();
});

test("a text that grows is followed, and is not where a person has scrolled away", async () => {
	const { page, wish, close } = await chat();
	await page.evaluate(() => window.talk.workspace.conversation.restore(window.kit.messages(40)));
	await wish("tell");
	const gap = () =>
		page.getByTestId("log").evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
	for (let at = 0; at < 5; at++) await tell(page, "writes", `Paragraph ${at}\n\n`.repeat(10));
	await page.waitForFunction(() => window.deepAll("[part=said] p").length > 45);
	await page.waitForFunction(() => {
		const [log] = window.deepAll("[part=log]");
		return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
	});
	await page.getByTestId("log").evaluate((log) => {
		log.scrollTop = 100;
	});
	await page.getByRole("button", { name: "Latest" }).waitFor();
	await tell(page, "writes", "More\n\n".repeat(20));
	await page.getByText("More", { exact: true }).nth(15).waitFor({ state: "attached" });
	assert.ok((await gap()) > 200);
	assert.equal(await page.getByTestId("log").evaluate((log) => log.scrollTop), 100);
	await close();
});
