/** The demo in Firefox and WebKit: Gemma answers in the page, what came of it is kept, is shared, and needs no server any more. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { serveBuilt } from "../e2e/support/built.mjs";
import { averages } from "../e2e/support/draw.mjs";
import { realModel } from "../e2e/support/model.mjs";
import { datasets } from "../../www/server/datasets.mjs";
import { startDataServer } from "../../www/server/server.mjs";
import { buildDemo } from "../../www/serve.mjs";
import { engines } from "./support/each.mjs";

if (process.env.WEBMCP_DEMO !== "built") await buildDemo();
const cars = datasets().find(({ table }) => table === "cars")?.rows ?? [];
const data = await startDataServer({});
after(() => data.close());

for (const { name, open } of engines) {
	describe(name, () => {
		/** @type {import("./support/driven.mjs").Driven} */
		let page;
		/** @type {Awaited<ReturnType<typeof serveBuilt>>} */
		let demo;
		let isServing = true;
		before(async () => {
			demo = await serveBuilt({ model: realModel(), mcpServers: [data.url], port: 0 });
			page = await open();
		});
		after(async () => {
			await page?.close();
			if (isServing) await demo?.close();
		});

		/** Waits until an expression of the app holds; returns its value. A driver waits for no script for long, so it asks again and again. */
		async function until(/** @type {string} */ of, seconds = 110) {
			for (const ends = performance.now() + seconds * 1000; ; ) {
				const seen = await page.run(`for (let left = 200; ; left--) {
					const app = document.querySelector("auto-ui-app");
					const value = app?.workspace && app.shadowRoot && (${of});
					if (value) return { value };
					if (left === 0) return { stands: [app?.workspace?.model.state, app?.workspace?.servers.entries, document.body.innerText.slice(0, 100)] };
					await new Promise((done) => setTimeout(done, 50));
				}`);
				if ("value" in seen) return seen.value;
				if (performance.now() > ends) throw new Error(`It never was: ${of} ${JSON.stringify(seen.stands)}`);
			}
		}
		/** A model that is loaded for the first time is stored first, which takes Firefox minutes on a machine that is busy. */
		const ready = () =>
			until(
				`app.workspace.model.state.phase === "ready" && app.workspace.servers.areSettled && app.workspace.keeper`,
				300,
			);
		/** Types a wish, and gives what came of it and how long it took, milliseconds. */
		async function wish(/** @type {string} */ words) {
			await until(
				`app.shadowRoot.querySelector("auto-ui-chat").shadowRoot.querySelector("[part=wish-input]")`,
			);
			const began = performance.now();
			await page.run(`const app = document.querySelector("auto-ui-app");
				const field = app.shadowRoot.querySelector("auto-ui-chat").shadowRoot.querySelector("[part=wish-input]");
				field.value = ${JSON.stringify(words)};
				field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));`);
			const answer =
				await until(`!app.workspace.conversation.isRunning && app.workspace.conversation.thread.last.role === "agent" && {
				text: app.workspace.conversation.thread.last.text, failure: app.workspace.conversation.thread.last.failure,
				blocks: app.workspace.canvas.blocks.map(({ type, data }) => ({ type, data })) }`);
			return { ...answer, ms: performance.now() - began };
		}

		test("a question is answered by Gemma in the page with a chart of real rows", async (t) => {
			await page.goto(demo.url);
			await ready();
			const { text, failure, blocks, ms } = await wish("average horsepower by origin");
			assert.deepEqual([blocks.map(({ type }) => type), failure], [["chart"], undefined], text);
			const shown = Object.fromEntries(blocks[0].data.bars);
			assert.deepEqual(Object.keys(shown).sort(), Object.keys(averages(cars, "Horsepower", "Origin")).sort());
			t.diagnostic(`${name}: ${(ms / 1000).toFixed(1)} s from the first wish to its widget`);
			const again = await wish("number of cars by origin");
			t.diagnostic(`${name}: ${(again.ms / 1000).toFixed(1)} s from the second`);
		});

		test("it is there when the page is opened again", async () => {
			await page.run(`await document.querySelector("auto-ui-app").workspace.keeper.settled();`);
			await page.goto("about:blank");
			await page.goto(demo.url);
			await ready();
			assert.ok((await until("app.workspace.canvas.blockCount")) >= 1);
			assert.ok((await until("app.workspace.conversation.thread.path.length")) >= 2);
		});

		test("left in the middle of writing it opens again, and goes on when the person comes back", async () => {
			await page.run(`const { canvas } = document.querySelector("auto-ui-app").workspace;
				const write = () => canvas.updateWidget(canvas.blocks[0].id, { title: String(Math.random()) });
				window.writing = setInterval(write, 1);
				await new Promise((done) => setTimeout(done, 500));`);
			await page.goto("about:blank");
			await page.goto(demo.url);
			await ready();
			await page.run(`setTimeout(() => history.go(-2), 50);`);
			await new Promise((done) => setTimeout(done, 1000));
			await page.run(`clearInterval(window.writing);`);
			await until(`app.workspace.keeper?.role === "writer" && app.workspace.keeper.problem === undefined`);
			await ready();
			const { blocks, failure } = await wish("number of cars by origin");
			assert.deepEqual([blocks.at(-1)?.type, failure], ["chart", undefined]);
			await page.run(`await document.querySelector("auto-ui-app").workspace.keeper.settled();`);
		});

		test("a link asks before anything of it is shown", async () => {
			const link = await page.run(`const app = document.querySelector("auto-ui-app");
				const share = app.shadowRoot.querySelector("auto-ui-share");
				share.shadowRoot.querySelector("[part=share]").click();
				for (let left = 200; left > 0 && !share.shadowRoot.querySelector("dialog.sharing").open; left--) await new Promise((done) => setTimeout(done, 50));
				const { value } = share.shadowRoot.querySelector("[part=link]");
				share.shadowRoot.querySelector("dialog.sharing").close();
				app.workspace.clear();
				await app.workspace.keeper.settled();
				return value;`);
			assert.match(link, /[?&]hs=/);
			await page.goto("about:blank");
			await page.goto(link);
			const asking = `app.shadowRoot.querySelector("auto-ui-share").shadowRoot.querySelector("dialog.asking")`;
			await until(`${asking}.open`);
			assert.equal(await until("String(app.workspace.canvas.blockCount)"), "0");
			await page.run(
				`const app = document.querySelector("auto-ui-app"); ${asking}.querySelector("[part=accept]").click();`,
			);
			assert.ok((await until("app.workspace.canvas.blockCount")) >= 1);
		});

		test("without its server the page opens, and Gemma answers", async () => {
			await page.goto(demo.url);
			await ready();
			await page.run(`const { active } = await navigator.serviceWorker.ready;
				while (active.state !== "activated") await new Promise((done) => setTimeout(done, 50));`);
			await demo.close();
			isServing = false;
			await page.goto("about:blank");
			await page.goto(demo.url);
			await ready();
			const { text, failure, blocks } = await wish("pie of drinks: tea 8, coffee 5, water 12");
			assert.deepEqual([blocks.at(-1)?.type, failure], ["chart", undefined], text);
		});
	});
}
