/** The Tool Execution API from a Service Worker: pages answer under their site's own addresses, whoever of them is there. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { holdsToCriteria } from "../js/support/tool-api.mjs";
import { TOOLS } from "../js/support/tool-api-criteria.mjs";
import { launch } from "./support/chromium.mjs";

const pkg = fileURLToPath(new URL("../../pkg", import.meta.url));
const WORKER = `import { serveFromPages } from "/pkg/hosts/service-worker.js";
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", serveFromPages({ findMs: 1500 }));`;
const KINDS = { js: "text/javascript", wasm: "application/wasm" };
let server, browser, context, origin;

before(async () => {
	server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url, "http://localhost");
		const kind = KINDS[pathname.split(".").at(-1)] ?? "text/html";
		response.setHeader("content-type", kind);
		if (pathname === "/worker.js") return response.end(WORKER);
		if (!pathname.startsWith("/pkg/")) return response.end("<!doctype html><title>page</title>");
		const body = await readFile(join(pkg, pathname.slice(4))).catch(() => undefined);
		response.statusCode = body ? 200 : 404;
		return response.end(body);
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${server.address().port}`;
	browser = await launch();
	context = await browser.newContext();
});
after(async () => {
	await browser?.close();
	server?.close();
	server?.closeAllConnections();
});

/** Opens a page that the worker controls; with `label` it answers for tools, and says so in what they return. */
async function open(label) {
	const page = await context.newPage();
	await page.goto(`${origin}/`);
	await page.evaluate(async () => {
		await navigator.serviceWorker.register("/worker.js", { type: "module" });
		await navigator.serviceWorker.ready;
		if (!navigator.serviceWorker.controller) {
			await new Promise((resolve) =>
				navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
			);
		}
	});
	if (label === undefined) return page;
	await page.evaluate(
		async ({ tools, label }) => {
			const { answerFromPage, createToolApi } = await import("/pkg/tool-api/index.js");
			const text = (words) => [{ type: "text", text: words }];
			const call = async (name, args, request) => {
				if (name === "fails") return [text("no luck"), true];
				if (name === "throws") throw new Error("no disk");
				if (name === "traced") return [text("ok"), false, "abc-123"];
				if (name === "untraced") return [text("ok"), false, ""];
				if (name === "echo" && args.msg === "who") return [text(label), false];
				return [text(`${name} ${JSON.stringify(args)} ${request.method}`), false, null];
			};
			const options = { tools, call, allowExecute: true, security: "document", onError: () => undefined };
			window.stop = answerFromPage(createToolApi(options));
		},
		{ tools: TOOLS, label },
	);
	return page;
}

const ask = (page, method, path, { headers, body } = {}) =>
	page.evaluate(
		async ({ method, path, headers, body }) => {
			const response = await fetch(`/explorer${path}`, { method, headers, body });
			return {
				status: response.status,
				headers: Object.fromEntries(response.headers),
				text: await response.text(),
			};
		},
		{ method, path, headers, body },
	);
const json = { "content-type": "application/json" };
const who = async (page) => {
	const { status, text } = await ask(page, "POST", "/tools/echo/call", {
		headers: json,
		body: '{"msg":"who"}',
	});
	return status === 200 ? JSON.parse(text).content[0].text : status;
};

test("without a page that answers, the addresses say so", async () => {
	const page = await open();
	const reply = await ask(page, "GET", "/tools");
	assert.equal(reply.status, 503);
	assert.match(reply.text, /^\{"error":"No open page answers/);
	await page.close();
});

test("the documents' criteria hold from a Service Worker", async () => {
	const page = await open("one");
	await holdsToCriteria((...asked) => ask(page, ...asked), "Service Worker");
	// The page for people comes from the worker, too, and asks it.
	const explorer = await context.newPage();
	await explorer.goto(`${origin}/explorer/`);
	await explorer.getByText(`${TOOLS.length} tools`).waitFor();
	await explorer.close();
	await page.close();
});

test("of several pages one answers, and when it is gone another; a worker that was stopped has lost nothing", async () => {
	const [one, two, other] = [await open("one"), await open("two"), await open()];
	assert.match(String(await who(other)), /^(one|two)$/);
	await one.close();
	assert.equal(await who(other), "two");
	const session = await context.newCDPSession(two);
	await session.send("ServiceWorker.enable");
	await session.send("ServiceWorker.stopAllWorkers");
	assert.equal(await who(other), "two");
	await two.evaluate(() => window.stop());
	assert.equal(await who(other), 503);
	await two.close();
	await other.close();
});

test("a form of another site calls nothing", async () => {
	const [page, other] = [await open("one"), await open()];
	await page.evaluate(() => window.stop());
	await page.evaluate(async (tools) => {
		const { answerFromPage, createToolApi } = await import("/pkg/tool-api/index.js");
		window.called = 0;
		const call = () => {
			window.called += 1;
			return [[], false];
		};
		answerFromPage(
			createToolApi({
				tools,
				call,
				allowExecute: true,
				security: { anyType: true, strictJson: false, checkArguments: false },
			}),
		);
	}, TOOLS);
	const evil = await context.newPage();
	await evil.goto(`http://localhost:${new URL(origin).port}/`);
	await evil.evaluate((action) => {
		const form = Object.assign(document.createElement("form"), {
			action,
			method: "post",
			enctype: "text/plain",
		});
		document.body.append(form);
		form.submit();
	}, `${origin}/explorer/tools/free/call`);
	await evil.waitForURL(/call$/);
	await evil.getByText("Pages of other sites may not do this.").waitFor();
	assert.equal(await page.evaluate(() => window.called), 0);
	assert.equal((await ask(page, "POST", "/tools/free/call", { headers: json, body: "{}" })).status, 200);
	await Promise.all([evil, page, other].map((one) => one.close()));
});
