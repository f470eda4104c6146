/**
 * The same `stat` widget, shown by everybody who may: our own loop, the browser's WebMCP (or the polyfill's), Chrome DevTools, an MCP client on the
 * desktop, and curl. And what others offer, taken in by our loop.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { serveToolApi } from "../../pkg/hosts/node.js";
import { createRelay, serveRelay } from "../../pkg/hosts/relay.js";
import { createToolApi } from "../../pkg/tool-api/index.js";
import { modes, openWith } from "./support/webmcp/browser.mjs";

const run = promisify(execFile);

for (const mode of await modes()) {
	describe(`doors, ${mode}`, () => {
		let opened, relay, page, site;
		before(async () => {
			opened = await openWith(mode);
			({ page, site } = opened);
			site.body["/doors"] = '<div id="canvas"></div><iframe name="guest" src="/guest"></iframe>';
			relay = await createRelay({ origins: [site.a], port: 0 });
			await page.goto(`${site.a}/doors`);
			await page.frame("guest").waitForFunction(() => window.ready);
			await page.waitForFunction(() => window.ready);
			await page.evaluate(
				async ({ url, token }) => {
					const kit = await import("/pkg/index.js");
					const doors = await import("/pkg/webmcp/index.js");
					await kit.init();
					const canvas = kit.createCanvasVanilla();
					kit.autoui.attachCanvas(canvas);
					kit.mountCanvas(document.getElementById("canvas"), canvas, [kit.autoui]);
					const asked = [];
					const guard = doors.createToolGuard({
						ask: ({ door, tool }) => asked.push(`${door} ${tool.name}`) > 0,
					});
					const exposed = doors.exposeNative(kit.autoui, { canvas, guard });
					const link = doors.connectRelay(kit.autoui, { url, token, canvas, guard });
					await exposed.settled();
					Object.assign(window, { kit, doors, canvas, guard, exposed, link, asked });
				},
				{ url: relay.url, token: relay.token },
			);
			await page.waitForFunction(() => window.link.state === "connected");
		});
		after(async () => {
			await opened?.close();
			await relay?.close();
		});

		const params = (label) => ({ name: "stat", params: { label, value: "42" } });
		/** The stat that came is on the page, as a person sees it. */
		async function isShown(label) {
			const widget = page.locator('[data-widget-type="stat"]', { hasText: label });
			await widget.waitFor();
			assert.match(await widget.innerText(), /42/);
		}

		test("our own loop shows it", async () => {
			const text = await page.evaluate(async (input) => {
				const replies = [
					{
						content: [{ type: "tool_use", id: "1", name: "autoui_webmcp_widget_display", input }],
						stopReason: "tool_use",
					},
					{ content: [{ type: "text", text: "Done." }], stopReason: "end_turn" },
				];
				const provider = { name: "scripted", model: "scripted", chat: async () => replies.shift() };
				return (await kit.runAgentLoop("show it", { provider, layers: [kit.autoui.layer()] })).text;
			}, params("By the loop"));
			assert.equal(text, "Done.");
			await isShown("By the loop");
		});

		test(`another document shows it by document.modelContext, reads it, changes it, and is told what is wrong`, async () => {
			const guest = page.frame("guest");
			const call = (name, input) =>
				guest.evaluate(
					async ([name, input]) => {
						const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
						return JSON.parse(await document.modelContext.executeTool(tool, input));
					},
					[name, input],
				);
			await call("autoui.widget_display", params("By WebMCP"));
			await isShown("By WebMCP");
			const id = await page.evaluate(() => canvas.blocks.find(({ data }) => data.label === "By WebMCP").id);
			await page.evaluate(() => exposed.settled());
			assert.equal((await call(`autoui.${id}.get`, {})).data.value, "42");
			await call(`autoui.${id}.update`, { label: "Renamed" });
			await isShown("Renamed");
			const wrong = await call("autoui.widget_display", { name: "stat", params: { value: [1] } });
			assert.ok(wrong.isError, JSON.stringify(wrong));
			assert.deepEqual(await call(`autoui.${id}.remove`, {}), { ok: true });
			assert.deepEqual(await page.evaluate(() => asked), [`native ${id}.remove`]);
			await page.locator('[data-widget-type="stat"]', { hasText: "Renamed" }).waitFor({ state: "detached" });
		});

		/** DevTools' domain is the browser's own. */
		const own = mode === "native" ? test : () => undefined;
		own("Chrome DevTools' domain lists and calls it", async () => {
			const session = await page.context().newCDPSession(page);
			const tools = [];
			session.on("WebMCP.toolsAdded", ({ tools: added }) => tools.push(...added));
			await session.send("WebMCP.enable");
			const tool = await (async () => {
				for (let at = 0; at < 50; at += 1) {
					const found = tools.find(({ name }) => name === "autoui.widget_display");
					if (found) return found;
					await page.waitForTimeout(20);
				}
				return undefined;
			})();
			assert.ok(tool, "it is told of");
			const responded = new Promise((resolve) => session.on("WebMCP.toolResponded", resolve));
			const { frameTree } = await session.send("Page.getFrameTree");
			await session.send("WebMCP.invokeTool", {
				frameId: frameTree.frame.id,
				toolName: tool.name,
				input: params("By DevTools"),
			});
			assert.equal((await responded).status, "Completed");
			await isShown("By DevTools");
		});

		test("an MCP client on the desktop shows it, by the relay", async () => {
			const server = new Server(
				{ name: "relay", version: "1" },
				{ capabilities: { tools: { listChanged: true } } },
			);
			const stop = serveRelay(server, relay);
			const client = new Client({ name: "desktop", version: "1" });
			const [one, other] = InMemoryTransport.createLinkedPair();
			await Promise.all([server.connect(one), client.connect(other)]);
			const names = (await client.listTools()).tools.map(({ name }) => name);
			assert.ok(names.includes("autoui.widget_display"), names.join());
			const { isError } = await client.callTool({
				name: "autoui.widget_display",
				arguments: params("By the desktop"),
			});
			assert.equal(isError, false);
			await isShown("By the desktop");
			stop();
			await client.close();
		});

		test("curl shows it, by the Tool Execution API", async () => {
			const api = createToolApi({
				tools: () => relay.tools(),
				call: async (name, args, { signal }) => {
					const { content, isError } = await relay.call(name, args, signal);
					return [content, isError];
				},
				allowExecute: true,
			});
			const served = await serveToolApi(api, { port: 0 });
			const { stdout } = await run("curl", [
				"--silent",
				"--header",
				"content-type: application/json",
				"--data",
				JSON.stringify(params("By curl")),
				`${served.url}/explorer/tools/autoui.widget_display/call`,
			]);
			assert.equal(JSON.parse(stdout).isError, false, stdout);
			await isShown("By curl");
			await served.close();
		});

		test("what came by which door is in the guard's log, and it all was the same widget", async () => {
			const log = await page.evaluate(() =>
				guard.log.map(({ door, tool, outcome }) => `${door} ${tool.replace(/w_\w+/, "W")} ${outcome}`),
			);
			const expected = [
				"native widget_display ok",
				"native W.get ok",
				"native W.update ok",
				// It ran, and said what was wrong.
				"native widget_display ok",
				"native W.remove ok",
				...(mode === "native" ? ["native widget_display ok"] : []),
				"relay widget_display ok",
				"relay widget_display ok",
			];
			assert.deepEqual(log, expected);
			const shapes = await page.evaluate(() => [
				...new Set(
					canvas.blocks.map(({ type, data }) => `${type} ${Object.keys(data).sort()} ${data.value}`),
				),
			]);
			assert.deepEqual(shapes, ["stat label,value 42"]);
		});

		test("a stranger's tool in a frame of another origin is called by our loop when the person lets it, and nothing of ours comes back", async () => {
			site.body["/import"] = `<iframe name="other" src="${site.b}/other" allow="tools"></iframe>`;
			await page.goto(`${site.a}/import`);
			await page.waitForFunction(() => window.ready);
			await page.frame("other").waitForFunction(() => window.ready);
			await page.frame("other").evaluate(
				(origin) =>
					document.modelContext.registerTool(
						{
							name: "weather",
							description: "The weather",
							inputSchema: { type: "object", properties: { city: { type: "string" } } },
							execute: async ({ city }) => ({ city, sky: "clear" }),
						},
						{ exposedTo: [origin] },
					),
				site.a,
			);
			const seen = await page.evaluate(async (b) => {
				const kit = await import("/pkg/index.js");
				const { exposeNative, importNative } = await import("/pkg/webmcp/index.js");
				await kit.init();
				await exposeNative(kit.autoui).settled();
				const imported = await importNative({ fromOrigins: [b] });
				const layer = imported.layer();
				const read = [];
				const replies = [
					{
						content: [{ type: "tool_use", id: "1", name: "page_webmcp_weather", input: { city: "Oslo" } }],
						stopReason: "tool_use",
					},
					{ content: [{ type: "text", text: "Clear." }], stopReason: "end_turn" },
				];
				const provider = {
					name: "scripted",
					model: "scripted",
					chat: async (messages) => {
						read.push(JSON.stringify(messages.at(-1)));
						return replies.shift();
					},
				};
				const options = { provider, layers: [layer] };
				const paused = await kit.runAgentLoop("weather in Oslo", options);
				const done = await kit.resumeAgentLoop(
					paused.state,
					options,
					paused.pending.map(({ id }) => ({ id, approved: true })),
				);
				return [layer.tools.map(({ name }) => name), paused.stopReason, done.text, read.at(-1)];
			}, site.b);
			assert.deepEqual(seen.slice(0, 3), [["weather"], "paused", "Clear."]);
			assert.match(seen[3], /clear/);
			assert.ok(seen[3].includes(site.b), "the model reads whose words they are");
		});

		test("windows call each other's tools by messages, of the origins that were named and no others", async () => {
			site.body["/messages"] =
				`<iframe name="other" src="${site.b}/other"></iframe><iframe name="child" src="/child"></iframe>`;
			await page.goto(`${site.a}/messages`);
			for (const name of ["other", "child"]) await page.frame(name).waitForFunction(() => window.ready);
			const seen = await page.evaluate(async (b) => {
				const { listenForAgentCalls } = await import("/pkg/webmcp/index.js");
				window.calls = [];
				window.stop = listenForAgentCalls(
					(name, args) => {
						window.calls.push(name);
						if (name === "fails") throw new Error("words");
						return { name, args, f() {} };
					},
					{ allowedOrigins: [b] },
				);
				const errors = [];
				for (const options of [
					undefined,
					{},
					{ allowedOrigins: [] },
					{ allowedOrigins: ["*"] },
					{ allowedOrigins: "https://x.example" },
				]) {
					try {
						listenForAgentCalls(() => 1, options);
					} catch ({ code }) {
						errors.push(code);
					}
				}
				return errors;
			}, site.b);
			assert.deepEqual(seen, Array(5).fill("invalid_argument"));
			const call = (name, args, options) =>
				page.frame(options.from).evaluate(
					async ([name, args, options]) => {
						const { callToolViaPostMessage } = await import("/pkg/webmcp/index.js");
						try {
							return await callToolViaPostMessage(name, args, { targetWindow: parent, ...options });
						} catch ({ code, message }) {
							return `${code}: ${message}`;
						}
					},
					[name, args, options],
				);
			const targetOrigin = site.a;
			assert.deepEqual(await call("t", { x: 1 }, { from: "other", targetOrigin }), {
				name: "t",
				args: { x: 1 },
			});
			assert.equal(
				await call("fails", {}, { from: "other", targetOrigin }),
				"tool_failed: 'fails' failed: words",
			);
			assert.equal(
				await call("t", {}, { from: "child", targetOrigin, timeout: 200 }),
				'tool_failed: Tool call "t" timed out after 200ms',
			);
			assert.match(await call("t", [1], { from: "other", targetOrigin }), /^invalid_argument/);
			const raw = await page.frame("other").evaluate(
				(target) =>
					new Promise((resolve) => {
						addEventListener("message", ({ data }) => resolve(data.error), { once: true });
						parent.postMessage({ type: "webmcp:call-tool", callId: "1", name: "t", args: [1] }, target);
					}),
				targetOrigin,
			);
			assert.equal(raw, "The arguments must be an object, not an array.");
			assert.match(await call("t", {}, { from: "other", targetOrigin: "*" }), /^invalid_argument/);
			assert.match(await call("t", {}, { from: "other" }), /^invalid_argument/);
			await page.evaluate(() => window.stop());
			assert.match(await call("t", {}, { from: "other", targetOrigin, timeout: 200 }), /timed out/);
			assert.deepEqual(await page.evaluate(() => window.calls), ["t", "fails"]);
		});
	});
}
