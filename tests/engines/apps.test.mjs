/** Apps of MCP servers in Firefox and WebKit: one that uses its own document, two of other people's making, and one that is hostile. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { appPage, startApps } from "../e2e/support/apps.mjs";
import { PEERS, peerApp } from "../e2e/support/apps-peer.mjs";
import { engines } from "./support/each.mjs";

const [apps, own, hostile] = await Promise.all([startApps(), appPage("own.html"), appPage("attack.html")]);
after(() => apps.close());

for (const { name, open } of engines) {
	describe(name, () => {
		/** @type {import("./support/driven.mjs").Driven} */
		let page;
		before(async () => {
			page = await open();
		});
		after(() => page?.close());
		beforeEach(async () => {
			await page.goto(apps.host);
			await until("document.documentElement.dataset.ready");
			apps.asked.splice(0);
		});

		/** Waits until an expression of the page holds; returns its value. */
		const until = (/** @type {string} */ of) =>
			page.run(`for (let left = 800; ; left--) {
				const value = ${of};
				if (value) return value;
				if (left === 0) throw new Error("It never was: " + ${JSON.stringify(of)} + JSON.stringify(globalThis.host?.heard));
				await new Promise((done) => setTimeout(done, 25));
			}`);
		const show = (/** @type {string} */ html, options = {}) =>
			page.run(`globalThis.host.show(${JSON.stringify(html)}, ${JSON.stringify(options)})`);
		/** What an app has written to its log under a name. */
		const logged = async (/** @type {string} */ of) =>
			(await until(`globalThis.host.log().find((data) => ${JSON.stringify(of)} in Object(data))`))[of];

		test("an app may lead to places of its own document", async () => {
			const more = `<a href="#list">To the list</a><script>
				addEventListener("hashchange", () => log({ went: location.hash }));
				document.querySelector("a").click();
			</script></body>`;
			await show(own.replace("</body>", more));
			assert.equal(await logged("went"), "#list");
			assert.equal((await logged("hostContext")).theme, "light");
		});

		for (const line of Object.keys(PEERS))
			test(`an app that is written with the App class of ext-apps ${line} calls a tool`, async () => {
				const html = await peerApp(
					line,
					`const app = new peer.App({ name: "peer", version: "1.2.3" }, {});
					await app.connect();
					const called = await app.callServerTool({ name: "count", arguments: { shelf: "P" } });
					await app.sendLog({ level: "info", data: { called } });`,
				);
				await show(html, { functions: ["callTool"] });
				assert.equal((await logged("called")).structuredContent.items.length, 3);
			});

		test("a hostile app gets nothing of the host, of others, of the browser or of the network", async () => {
			// WebKit takes a file that may not be saved for another address, and the app for one that has left.
			const html = hostile.replaceAll("EVIL", apps.evil).replace(/"a file": .*$/m, "");
			await show(html, { functions: ["callTool", "onMessage"] });
			const got = await logged("got");
			assert.ok(Object.keys(got).length > 35);
			assert.deepEqual(
				Object.entries(got).filter(([, what]) => what !== null),
				[],
			);
			assert.deepEqual(apps.asked, []);
			assert.deepEqual(
				await page.run(
					`return globalThis.host.heard.filter(({ name }) => ["callTool", "onMessage"].includes(name))`,
				),
				[],
			);
		});
	});
}
