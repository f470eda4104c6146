/** The elements in pages of React 19, Vue and Svelte, built by Vite: properties arrive as what they are, events are heard, taken down is taken down. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

const FRAMEWORKS = ["react", "vue", "svelte"];

let browser;
before(async () => {
	browser = await launch();
});
after(() => browser?.close());

for (const name of FRAMEWORKS)
	describe(name, () => {
		let site;
		before(async () => {
			site = await serveSite(`elements-${name}`);
		});
		after(() => site?.close());

		test("properties are set and changed, events are heard, and what goes and comes again shows what it showed", async (t) => {
			const { page, problems, close } = await openPage(browser);
			t.after(close);
			page.setDefaultTimeout(10_000);
			await page.goto(site.url);
			await page.getByText("It is 1").waitFor();
			await page.getByRole("button", { name: "Dearer" }).click();
			await page.getByText("It is 2").waitFor();
			await page.getByText("tea").click();
			await page.waitForFunction(() => window.desk.heard.includes("tea"));
			await page.getByTestId("wish-input").fill("hello");
			await page.getByTestId("wish-input").press("Enter");
			await page.getByTestId("said").locator("strong").getByText("hello").waitFor();
			assert.equal(await page.innerText("output"), "hello");
			const given = await page.evaluate(() => {
				const [chat, canvas] = ["auto-ui-chat", "auto-ui-canvas"].map((tag) => document.querySelector(tag));
				return [
					chat.workspace === window.desk.workspace,
					canvas.workspace === window.desk.workspace,
					canvas.hasAttribute("no-toolbar"),
					chat.hasAttribute("voice"),
					chat.hasAttribute("workspace"),
				];
			});
			assert.deepEqual(given, [true, true, true, false, false]);
			await page.getByRole("button", { name: "Toggle" }).click();
			await page.getByTestId("wish-input").waitFor({ state: "detached" });
			await page.getByRole("button", { name: "Toggle" }).click();
			await page.getByTestId("said").locator("strong").getByText("hello").waitFor();
			assert.deepEqual(problems, []);
		});

		if (name === "svelte")
			test("the published selector and loader of models are bound, as documented, by another import", async (t) => {
				const { page, problems, close } = await openPage(browser);
				t.after(close);
				page.setDefaultTimeout(10_000);
				await page.goto(site.url);
				const choice = page.getByTestId("models");
				await choice.waitFor();
				const isBound = (value) =>
					page.waitForFunction(
						(value) =>
							document.querySelector("samp").textContent === value &&
							document.querySelector("auto-ui-model-select").value === value &&
							document.querySelector("auto-ui-model-select").workspace.model.settings !== undefined,
						value,
					);
				await isBound("sonnet");
				assert.equal(await page.locator("auto-ui-model-loader").count(), 0);
				await choice.selectOption("gemma-270m");
				await isBound("gemma-270m");
				await page.getByTestId("consent").getByText("huggingface.co").waitFor();
				await page.getByRole("button", { name: "Opus" }).click();
				await isBound("opus");
				assert.equal(await choice.inputValue(), "opus");
				assert.equal(await page.locator("auto-ui-model-loader").count(), 0);
				await page.getByTestId("remoteUrl").waitFor();
				await page.getByRole("button", { name: "Selector" }).click();
				await choice.waitFor({ state: "detached" });
				await page.getByRole("button", { name: "Selector" }).click();
				await isBound("opus");
				assert.deepEqual(problems, []);
			});
	});
