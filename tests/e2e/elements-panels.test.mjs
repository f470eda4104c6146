/** Models that are chosen, downloaded, paused and cancelled, and the settings: each by its own element. */
import assert from "node:assert/strict";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { elementsPage, focused } from "./pages/elements/support.mjs";
import { realModel } from "./support/model.mjs";

const { open, talk } = elementsPage();

/** Serves the real model's file as slowly as the test lets it: `give(bytes)` lets so many more through. */
async function slowModel() {
	const path = realModel();
	const { size } = statSync(path);
	const asked = [];
	let [allowed, wake] = [0, () => undefined];
	const server = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-expose-headers", "*");
		if (request.method === "OPTIONS") {
			response.setHeader("access-control-allow-headers", "range");
			return void response.writeHead(204).end();
		}
		const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
		asked.push(from);
		const head = { etag: '"model"', "content-length": size - from };
		response.writeHead(from > 0 ? 206 : 200, {
			...head,
			...(from > 0 && { "content-range": `bytes ${from}-${size - 1}/${size}` }),
		});
		let at = from;
		for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 20 })) {
			while (at + chunk.length > allowed && !response.destroyed)
				await new Promise((resolve) => {
					wake = resolve;
				});
			if (response.destroyed) return;
			response.write(chunk);
			at += chunk.length;
		}
		response.end();
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", done));
	return {
		url: `http://127.0.0.1:${server.address().port}/model.gguf`,
		size,
		asked,
		give: (bytes) => {
			allowed = bytes;
			wake();
		},
		close: () => {
			allowed = Number.POSITIVE_INFINITY;
			wake();
			server.closeAllConnections();
			return new Promise((done) => server.close(done));
		},
	};
}

const MB = 1_000_000;
const state = (page) => page.getByTestId("state");

test("a model's download shows how far it is; it is paused, gone on with where it was, and cancelled, which leaves nothing", async (t) => {
	const model = await slowModel();
	t.after(model.close);
	const { page, problems, close } = await open({
		html: `<auto-ui-model-loader model="${model.url}"></auto-ui-model-loader>`,
	});
	model.give(20 * MB);
	await state(page)
		.getByText(/(1\d|20) MB of \d+ MB/)
		.waitFor();
	await page.getByTestId("pause").waitFor();
	await page.waitForTimeout(1200);
	model.give(30 * MB);
	await page
		.locator("small")
		.getByText(/MB per second · [\d,.]+ seconds left|kB per second/)
		.waitFor();
	const part = () => page.getByTestId("progress").evaluate((bar) => bar.value);
	assert.ok((await part()) > 0.05 && (await part()) < 0.2, String(await part()));
	await page.getByTestId("pause").focus();
	await page.keyboard.press("Enter");
	await state(page).getByText("The download is paused; what is here is kept.").waitFor();
	assert.equal(await focused(page), "resume");
	assert.ok((await part()) > 0.05);
	await page.getByRole("group").getByText("1 model stored").waitFor();
	await page.keyboard.press("Enter");
	await page.getByTestId("pause").waitFor();
	assert.equal(await focused(page), "pause");
	model.give(40 * MB);
	await state(page)
		.getByText(/([23]\d|40) MB of \d+ MB/)
		.waitFor();
	assert.ok(model.asked.at(-1) > 10 * MB, `it went on from ${model.asked}`);
	await page.getByTestId("cancel").focus();
	await page.keyboard.press("Enter");
	await state(page).getByText("The model is not loaded.").waitFor();
	await page.waitForFunction(() => window.deepAll("[part=stored]").length === 0);
	assert.equal(await focused(page), "again");
	const before = model.asked.length;
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => window.deepAll("[part=pause]").length === 1);
	await state(page)
		.getByText(/\d MB of \d+ MB/)
		.waitFor();
	assert.deepEqual(model.asked.slice(before), [0], "nothing was left to go on from");
	assert.deepEqual(problems, []);
	await close();
});

test("a model of another's is downloaded once the person has agreed to its licence, and not before", async (t) => {
	const model = await slowModel();
	t.after(model.close);
	const { page, problems, close } = await talk({
		tags: "model-loader,model-select",
		html: '<auto-ui-model-loader></auto-ui-model-loader><auto-ui-model-select presets="small none"></auto-ui-model-select>',
	});
	await page.evaluate((url) => {
		const preset = { url, bytes: 253e6, license: { name: "Own-1.0", url: "https://a.example/licence" } };
		window.talk.workspace.model.offer({ presets: { small: preset } });
	}, model.url);
	await page.getByTestId("preset").selectOption("small");
	const consent = page.getByTestId("consent");
	await consent.waitFor();
	assert.match(
		await consent.innerText(),
		/downloaded from 127\.0\.0\.1:\d+ \(253 MB\).*Its licence: Own-1\.0/s,
	);
	assert.equal(await consent.locator("a").getAttribute("href"), "https://a.example/licence");
	assert.equal(model.asked.length, 0);
	await page.getByTestId("refuse").focus();
	await page.keyboard.press("Enter");
	await consent.waitFor({ state: "detached" });
	assert.equal(model.asked.length, 0);
	assert.notEqual(await focused(page), "body");
	assert.doesNotMatch(await state(page).innerText(), /undefined|null|Error/);
	await page.getByTestId("again").click();
	await consent.waitFor();
	await page.getByTestId("download").click();
	model.give(20 * MB);
	await state(page)
		.getByText(/(1\d|20) MB of \d+ MB/)
		.waitFor();
	assert.deepEqual(model.asked, [0]);
	assert.deepEqual(problems, []);
	await close();
});

test("a model that is not there is told in words, and can be tried again", async () => {
	const { page, close } = await open({
		html: '<auto-ui-model-loader model="/nowhere/model.gguf"></auto-ui-model-loader>',
	});
	await state(page).locator(".dot[data-phase=error]").waitFor();
	assert.match(await state(page).innerText(), /HTML page.*address of the .gguf file/);
	await page.getByTestId("again").waitFor();
	await close();
});

test("where the code of the loader comes last, its model is loaded all the same", async () => {
	const { page, close } = await open({ html: "<auto-ui-chat></auto-ui-chat><div></div>" });
	await page.evaluate(async () => {
		await document.querySelector("auto-ui-chat").workspace.begin();
		document.querySelector("div").innerHTML =
			'<auto-ui-model-loader model="/nowhere/model.gguf"></auto-ui-model-loader>';
	});
	await page.evaluate(() => import("/nothing").catch(() => undefined));
	await page.evaluate(async () => {
		const { workspace } = document.querySelector("auto-ui-chat");
		workspace.model.offer({ source: "/nowhere/model.gguf" });
	});
	await page.waitForFunction(
		() => document.querySelector("auto-ui-chat").workspace.model.state.phase === "error",
	);
	await close();
});

test("the model is chosen by keyboard: on the machine, behind a proxy, in the page", async () => {
	const { page, problems, close } = await talk({ tags: "model-select,model-loader" });
	await page.getByTestId("kind").focus();
	await page.keyboard.press("ArrowDown");
	await page.getByTestId("localModel").waitFor();
	await state(page).getByText("Name the model of your server.").waitFor();
	await page.getByTestId("localModel").fill("qwen3:8b");
	await page.keyboard.press("Tab");
	await state(page).getByText("qwen3:8b at http://localhost:11434").waitFor();
	await page.evaluate(() =>
		window.talk.workspace.change({ kind: "remote", remoteUrl: "https://p.example/" }),
	);
	await page.getByTestId("remoteUrl").waitFor();
	assert.equal(await page.getByTestId("kind").inputValue(), "remote");
	assert.equal(await page.getByTestId("remoteUrl").inputValue(), "https://p.example/");
	// A choice that a hand has made before is shown when the code makes it again.
	for (const kind of ["remote", "page", "remote", "local"]) await page.getByTestId("kind").selectOption(kind);
	await page.evaluate(() => window.talk.workspace.change({ kind: "remote" }));
	await page.waitForFunction(() => window.deepAll("[part=kind]")[0].value === "remote");
	assert.deepEqual(problems, []);
	await close();
});

test("the loader follows its model: attribute and property, another one, none, and the first one again", async () => {
	const { page, problems, close } = await open({ html: "<auto-ui-model-loader></auto-ui-model-loader>" });
	const shown = (words) => state(page).getByText(words).waitFor();
	const set = (what) =>
		page.evaluate((what) => Object.assign(document.querySelector("auto-ui-model-loader"), what), what);
	await shown("No model came with this page");
	await page.evaluate(() =>
		document.querySelector("auto-ui-model-loader").setAttribute("model", "/nowhere/first.gguf"),
	);
	await shown("GGUF");
	await set({ model: "gemma-270m" });
	await page.getByTestId("consent").waitFor();
	assert.equal(await page.getAttribute("auto-ui-model-loader", "model"), "gemma-270m");
	await set({ model: "/nowhere/second.gguf" });
	await page.getByTestId("consent").waitFor({ state: "detached" });
	await shown("GGUF");
	await set({ model: undefined });
	await shown("No model came with this page");
	// Both at once are one change, and a model without adapter takes none over from the one before.
	const offered = await page.evaluate(async () => {
		const loader = document.querySelector("auto-ui-model-loader");
		const offers = [];
		const { model } = loader.workspace;
		const offer = model.offer.bind(model);
		model.offer = (options) => {
			offers.push(options);
			offer(options);
		};
		loader.setAttribute("adapter", "/nowhere/adapter.gguf");
		loader.model = "gemma-270m";
		await Promise.resolve();
		await Promise.resolve();
		loader.removeAttribute("adapter");
		await Promise.resolve();
		await Promise.resolve();
		return offers;
	});
	assert.deepEqual(offered, [
		{ source: "gemma-270m", adapters: [{ url: "/nowhere/adapter.gguf" }] },
		{ source: "gemma-270m", adapters: undefined },
	]);
	await page.getByTestId("consent").waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("of presets it is told what they are good for, what they cost, and which one suits this device", async () => {
	const { page, problems, close } = await talk({
		html: '<div></div><auto-ui-model-select presets="gemma-270m qwen-0.5b qwen-1.5b"></auto-ui-model-select>',
	});
	const options = page.locator("auto-ui-model-select").locator("[name=preset] option");
	await options.filter({ hasText: "recommended here" }).waitFor({ state: "attached" });
	const told = (await options.allInnerTexts()).map((text) => text.replace(", recommended here", ""));
	assert.deepEqual(told, [
		"The page's own",
		"Fast and simple (gemma-270m, 253 MB)",
		"Answers simple questions (qwen-0.5b, 491 MB)",
		"Understands questions (qwen-1.5b, 1.1 GB)",
	]);
	assert.deepEqual(problems, []);
	await close();
});

test("a better model than the chosen one is a press away, and no longer once it is chosen", async () => {
	const { page, problems, close } = await talk({
		tags: "model-loader,model-select",
		html: '<auto-ui-model-loader></auto-ui-model-loader><auto-ui-model-select presets="gemma-270m qwen-1.5b"></auto-ui-model-select>',
	});
	const better = page.locator("auto-ui-model-select").getByTestId("better");
	await better.waitFor();
	assert.match(await better.innerText(), /^Take the better model: .*\(.*B\)/);
	await better.focus();
	await page.keyboard.press("Enter");
	await better.waitFor({ state: "detached" });
	const preset = await page.evaluate(() => window.talk.workspace.settings.preset);
	assert.ok(["gemma-270m", "qwen-1.5b"].includes(preset), preset);
	await page.getByTestId("consent").waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("where the browser has a model of its own it can be chosen, and it is downloaded once the person agrees", async () => {
	const { page, problems, close } = await talk({
		tags: "model-loader,model-select",
		html: "<auto-ui-model-loader></auto-ui-model-loader><auto-ui-model-select></auto-ui-model-select>",
	});
	const kinds = page.locator("auto-ui-model-select").locator("[name=kind] option");
	const offers = async () => (await kinds.allInnerTexts()).includes("The browser's own");
	const put = () =>
		page.evaluate(() => {
			const select = document.createElement("auto-ui-model-select");
			document.querySelector("auto-ui-model-select").replaceWith(select);
			select.workspace = window.talk.workspace;
		});
	await page.evaluate(() => delete globalThis.LanguageModel);
	await put();
	await kinds.first().waitFor({ state: "attached" });
	assert.equal(await offers(), false);
	await page.evaluate(() => {
		const create = async ({ monitor }) => {
			const events = new EventTarget();
			monitor(events);
			events.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded: 0.5 }));
			return { clone: async () => undefined, destroy: () => (globalThis.isGone = true) };
		};
		globalThis.LanguageModel = { availability: async () => "downloadable", create };
	});
	await put();
	await kinds.filter({ hasText: "The browser's own" }).waitFor({ state: "attached" });
	await page.getByTestId("kind").selectOption("browser");
	await page.getByTestId("consent").getByText("which all pages share").waitFor();
	await page.getByTestId("download").click();
	await page.waitForFunction(() => window.talk.workspace.model.state.phase === "ready");
	assert.equal(await page.evaluate(() => window.talk.workspace.settings.kind), "browser");
	await page.getByTestId("kind").selectOption("page");
	await page.waitForFunction(() => globalThis.isGone);
	assert.deepEqual(problems, []);
	await close();
});

test("the chosen model is one value: set by code, changed by hand with an event that passes shadow trees, and listed", async () => {
	const { page, problems, close } = await talk({
		html: '<div></div><auto-ui-model-select presets="gemma-270m gemma-e2b"></auto-ui-model-select>',
	});
	const select = page.locator("auto-ui-model-select");
	const chosen = () =>
		select.evaluate(({ value, workspace: { settings } }) => [
			value,
			settings.kind,
			settings[{ page: "preset", local: "localModel", remote: "remoteModel" }[settings.kind]],
		]);
	await page.evaluate(() => {
		window.changes = [];
		for (const name of ["input", "change"])
			document.body.addEventListener(
				name,
				({ target, type }) =>
					target.localName === "auto-ui-model-select" && window.changes.push(`${type} ${target.value}`),
			);
	});
	assert.deepEqual(await select.evaluate(({ models, value }) => [models.map((one) => one.value), value]), [
		["", "gemma-270m", "gemma-e2b"],
		"",
	]);
	for (const [value, kind] of [
		["opus", "remote"],
		["gpt-5", "remote"],
		["claude-next", "remote"],
		["gemma-e2b", "page"],
		["llama3.2", "local"],
		["own:8b", "local"],
		["gemma-270m", "page"],
		["https://a.example/tiny.gguf?download=true", "page"],
		["", "page"],
	]) {
		await select.evaluate((element, value) => Object.assign(element, { value }), value);
		assert.deepEqual(await chosen(), [value, kind, value], value);
	}
	await select.evaluate((element) => element.setAttribute("value", "haiku"));
	assert.deepEqual((await chosen()).slice(0, 2), ["haiku", "remote"]);
	assert.deepEqual(await page.evaluate(() => window.changes), [], "nobody has chosen by hand");
	await page.getByTestId("kind").selectOption("page");
	await page.getByTestId("preset").selectOption("gemma-270m");
	await page.waitForFunction(() => window.changes.at(-1) === "change gemma-270m");
	const models = ["sonnet", { value: "big", label: "The big one", kind: "local" }, "gemma-270m"];
	await select.evaluate((element, models) => Object.assign(element, { models, value: "big" }), models);
	const list = page.getByTestId("models");
	await list.waitFor();
	assert.deepEqual(await list.locator("option").allInnerTexts(), ["sonnet", "The big one", "gemma-270m"]);
	assert.deepEqual([await list.inputValue(), ...(await chosen())], ["big", "big", "local", "big"]);
	await list.selectOption("sonnet");
	await page.waitForFunction(() => window.changes.at(-1) === "change sonnet");
	await select.evaluate((element) => Object.assign(element, { value: "not-listed" }));
	await page.waitForFunction(() => window.deepAll("[part=models] option").length === 4);
	assert.equal(await list.inputValue(), "not-listed");
	// Another workspace has chosen another model.
	await select.evaluate(async (element) => {
		element.workspace = new window.kit.Workspace({ settings: { kind: "local", localModel: "theirs" } });
		await element.ready;
	});
	assert.equal((await chosen())[0], "theirs");
	assert.deepEqual(problems, []);
	await close();
});

test("the settings are shown as they are, changed by hand and by code, and the theme is the page's", async () => {
	const { page, problems, close } = await talk({ tags: "settings" });
	await page.getByTestId("ask").selectOption("always");
	assert.equal(await page.evaluate(() => window.talk.workspace.settings.ask), "always");
	await page.evaluate(() => window.talk.workspace.change({ ask: "destructive" }));
	await page.waitForFunction(() => window.deepAll("[part=ask]")[0].value === "destructive");
	await page.getByTestId("theme-choice").selectOption("dark");
	assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
	assert.equal(await page.evaluate(() => localStorage.getItem("webmcp-theme")), "dark");
	await page.getByTestId("theme-choice").selectOption("system");
	assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), undefined);
	assert.deepEqual(problems, []);
	await close();
});
