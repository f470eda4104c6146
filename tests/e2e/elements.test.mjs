/** Each element alone in a page of one tag, in each language, from right to left, in colours of the page's, and without a page. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { elementsPage } from "./pages/elements/support.mjs";

const { open, talk } = elementsPage();

/** What of each tells that it is there, in a page that has given it nothing. */
const ALONE = {
	app: "[part=wish-input]",
	canvas: "[part=board]",
	chat: "[part=wish-input]",
	console: "[part=sums]",
	doors: "[part=doors-state]",
	"model-loader": "[part=state]",
	"model-select": "[part=kind]",
	recipes: ".wm-recipes-name",
	servers: "[part=local-server]",
	settings: "[part=theme-choice]",
	share: "[part=open-file]",
	suggestions: "[role=group]",
	widget: ".wm-stat-value",
};
const markup = (tag) =>
	tag === "widget"
		? `<auto-ui-widget type="stat" data='{"label":"Sales","value":"7"}'></auto-ui-widget>`
		: `<auto-ui-${tag}></auto-ui-${tag}>`;

for (const [tag, found] of Object.entries(ALONE)) {
	test(`<auto-ui-${tag}> alone in a page that gave it nothing is there, and takes nothing else along`, async () => {
		const { page, problems, close } = await open({ html: markup(tag) });
		await page.waitForFunction((found) => window.deepAll(found).length > 0, found);
		const defined = await page.evaluate((tag) => {
			const all = [
				"app",
				"canvas",
				"chat",
				"console",
				"doors",
				"model-loader",
				"model-select",
				"recipes",
				"servers",
				"sessions",
				"settings",
				"share",
				"suggestions",
				"widget",
			];
			return all.filter((name) => customElements.get(`auto-ui-${name}`)).filter((name) => name !== tag);
		}, tag);
		const with_ = { recipes: ["widget"], servers: ["widget"], console: ["widget"] };
		if (tag !== "app") assert.deepEqual(defined, with_[tag] ?? []);
		assert.deepEqual(problems, []);
		await close();
	});
}

test("elements of one page that were given nothing share one workspace, whichever came first", async () => {
	const { page, close } = await open({ tags: "canvas,servers,chat,settings" });
	const same = await page.evaluate(() => {
		const [first, ...others] = [...document.querySelector("main").children].map(({ workspace }) => workspace);
		return others.every((one) => one === first);
	});
	assert.ok(same);
	await close();
});

test("what a page sets before the code is there holds", async () => {
	const { page, close } = await open({ tags: "chat,canvas,widget,console", wait: "" });
	await page.evaluate(async () => {
		const [chat, canvas, widget, console] = document.querySelector("main").children;
		window.talk = await window.kit.talking();
		for (const element of [chat, canvas, widget, console]) element.workspace = window.talk.workspace;
		chat.takeFile = async ({ name }) => `${name} is data now.`;
		canvas.bus = window.bus = {};
		widget.servers = [
			{
				name: "own",
				getWidget: () => ({
					renderer: (place) => {
						place.textContent = "drawn";
					},
				}),
			},
		];
		widget.data = { a: 1 };
		widget.type = "own";
		console.recording = { version: 1, runs: [], entries: [] };
		await window.kit.load();
		await window.kit.ready();
	});
	await page.getByText("drawn").waitFor();
	const kept = await page.evaluate(() => {
		const [chat, canvas, widget, console] = document.querySelector("main").children;
		return [
			[chat, canvas, widget, console].every(({ workspace }) => workspace === window.talk.workspace),
			canvas.bus === window.bus,
			typeof chat.takeFile,
			console.recording.version,
			widget.data,
		];
	});
	assert.deepEqual(kept, [true, true, "function", 1, { a: 1 }]);
	await close();
});

test("another workspace that is given later is shown in the place of the first, at any moment", async () => {
	const { page, problems, close } = await talk({ tags: "chat,console,recipes,canvas" });
	await page.evaluate(async () => {
		window.other = await window.kit.talking();
		window.other.workspace.conversation.restore(window.kit.messages(4));
		for (const element of document.querySelector("main").children) element.workspace = window.other.workspace;
		// One after the other, without waiting for the one before.
		for (const element of document.querySelector("main").children) element.workspace = window.talk.workspace;
		for (const element of document.querySelector("main").children) element.workspace = window.other.workspace;
		await window.kit.ready();
	});
	await page.waitForFunction(() => window.deepAll("[part=wish], [part=reply]").length === 4);
	assert.deepEqual(problems, []);
	await close();
});

test("a workspace that is given right after the page's own was asked for is the one that is shown", async () => {
	const { page, close } = await talk({ tags: "settings" });
	const isGiven = await page.evaluate(async () => {
		const settings = document.createElement("auto-ui-settings");
		document.querySelector("main").append(settings);
		const pages = settings.workspace;
		settings.workspace = window.talk.workspace;
		await settings.ready;
		return [pages !== window.talk.workspace, settings.workspace === window.talk.workspace];
	});
	assert.deepEqual(isGiven, [true, true]);
	await close();
});

test("a workspace that is given while another is made ready is the one whose widgets are shown", async () => {
	const { page, problems, close } = await talk({ tags: "canvas" });
	const counts = await page.evaluate(async () => {
		const [board] = document.querySelector("main").children;
		const [first, second] = [new window.kit.Workspace(), new window.kit.Workspace()];
		board.workspace = first;
		await board.ready;
		board.workspace = second;
		await Promise.all([first.ready, second.ready, board.ready]);
		const [server] = second.localServers;
		await server.executeTool("widget_display", { name: "stat", params: { label: "Mine", value: "1" } });
		return [first.canvas.blockCount, second.canvas.blockCount];
	});
	assert.deepEqual(counts, [0, 1]);
	await page.locator(".wm-stat-label", { hasText: "Mine" }).waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("the workspace that elements share takes no server away from one that the page has made", async () => {
	const { page, close } = await open({});
	const counts = await page.evaluate(async () => {
		const shared = new window.kit.Workspace({}, true);
		const mine = new window.kit.Workspace();
		const later = new window.kit.Workspace({}, true);
		await Promise.all([shared.ready, mine.ready, later.ready]);
		const [server] = mine.localServers;
		await server.executeTool("widget_display", { name: "stat", params: { label: "Mine", value: "1" } });
		return [shared, mine, later].map(({ canvas }) => canvas.blockCount);
	});
	assert.deepEqual(counts, [0, 1, 0]);
	await close();
});

test("a chat that is dropped into a page puts its widgets on the canvas that the page has mounted", async () => {
	const { page, problems, close } = await open({ html: "<auto-ui-chat></auto-ui-chat>", wait: "" });
	await page.evaluate(async () => {
		const { autoui, createCanvasVanilla, init, mountCanvas, load, ready } = window.kit;
		await init();
		const canvas = createCanvasVanilla();
		const board = document.createElement("section");
		document.querySelector("main").append(board);
		autoui.attachCanvas(canvas);
		mountCanvas(board, canvas, [autoui]);
		await load();
		await ready();
		const { workspace } = document.querySelector("auto-ui-chat");
		await workspace.ready;
		const [server] = workspace.localServers;
		await server.executeTool("widget_display", { name: "stat", params: { label: "Mine", value: "1" } });
	});
	await page.locator("section .wm-stat-label", { hasText: "Mine" }).waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("an element that is moved in the page, taken out and put in again shows what it showed", async () => {
	const { page, problems, close } = await talk({
		tags: "chat,canvas,console,servers,recipes,settings,model-select,model-loader",
	});
	await page.evaluate(async () => {
		window.talk.workspace.conversation.restore(window.kit.messages(6));
		window.talk.workspace.canvas.addWidget("stat", { label: "a", value: "1" });
		const main = document.querySelector("main");
		for (const element of [...main.children]) main.prepend(element);
		for (const element of [...main.children]) element.remove();
		window.gone = window.deepAll("auto-ui-chat").length;
		await Promise.resolve();
	});
	assert.equal(await page.evaluate(() => window.gone), 0);
	const left = await page.evaluate(() => {
		const { workspace } = window.talk;
		return [workspace.canvas.listeners?.size];
	});
	assert.ok(left[0] === undefined || left[0] === 0, `${left[0]} still listen to the canvas`);
	await close();
	const again = await talk({ tags: "chat,canvas" });
	await again.page.evaluate(async () => {
		window.talk.workspace.conversation.restore(window.kit.messages(6));
		window.talk.workspace.canvas.addWidget("stat", { label: "a", value: "1" });
		const main = document.querySelector("main");
		const all = [...main.children];
		for (const element of all) element.remove();
		for (const element of all.reverse()) main.append(element);
		await window.kit.ready();
	});
	await again.page.waitForFunction(
		() => window.deepAll("[part=wish]").length === 3 && window.deepAll(".wm-stat-value").length === 1,
	);
	assert.deepEqual(problems.concat(again.problems), []);
	await again.close();
});

const LANGUAGES = {
	en: ["Send", "Ask before tools run"],
	fr: ["Envoyer", "Demander avant d’appeler"],
	de: ["Senden", "Vor Aufrufen fragen"],
};

for (const [lang, [send]] of Object.entries(LANGUAGES)) {
	test(`what elements say themselves is in ${lang}, where the page is`, async () => {
		const { page, problems, close } = await open({
			lang,
			tags: "chat,settings,servers,console,model-select,model-loader,suggestions",
		});
		await page.getByTestId("send").getByText(send, { exact: true }).waitFor();
		const { words, said } = await page.evaluate(() => {
			const texts = [];
			const collect = (root) => {
				for (const element of root.querySelectorAll("*")) {
					// What widgets say is theirs, and so are names of products and addresses.
					if (element.localName === "auto-ui-widget") continue;
					for (const name of ["aria-label", "title", "placeholder"])
						if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
					for (const node of element.childNodes)
						if (node.nodeType === 3 && node.data.trim() !== "") texts.push(node.data.trim());
					if (element.shadowRoot) collect(element.shadowRoot);
				}
			};
			collect(document.querySelector("main"));
			return { words: texts, said: document.documentElement.lang };
		});
		assert.equal(said, lang);
		const { [lang]: own } = await import(`../../pkg/words/${lang}.js`);
		const { en } = await import("../../pkg/words/en.js");
		const forms = (table) =>
			Object.values(table).flatMap((phrase) =>
				typeof phrase === "string" ? [phrase] : Object.values(phrase),
			);
		const english = new Set(forms(en));
		for (const form of forms(own)) english.delete(form);
		assert.ok(words.length > 30, `${words.length} texts`);
		assert.deepEqual(
			words.filter((text) => english.has(text)),
			[],
		);
		assert.deepEqual(problems, []);
		await close();
	});
}

test("an element speaks the nearest language, and a host's table is said phrase by phrase", async () => {
	const { page, close } = await open({
		html: `<div lang="pt"><auto-ui-chat></auto-ui-chat></div><div lang="de"><auto-ui-settings></auto-ui-settings></div>`,
		wait: "",
	});
	await page.evaluate(async () => {
		window.kit.addWords("pt", { send: "Enviar <b>", attach: "Anexar" });
		await window.kit.load();
		await window.kit.ready();
	});
	assert.equal(await page.getByTestId("send").innerText(), "Enviar <b>");
	assert.equal(await page.getByTestId("stop").textContent(), "Stop");
	assert.equal(await page.getByTestId("attach").getAttribute("aria-label"), "Anexar");
	await page
		.getByText("Erscheinung")
		.or(page.getByText("Design"))
		.or(page.getByText("Darstellung"))
		.first()
		.waitFor();
	await close();
});

test("a page that changes its language changes what stands in it, and what was typed stays", async () => {
	const { page, problems, close } = await open({ lang: "en", tags: "chat,canvas" });
	await page.evaluate(async () => {
		const { workspace } = document.querySelector("auto-ui-chat");
		await workspace.ready;
		workspace.canvas.addWidget("stat", { label: "a", value: "1" });
		workspace.conversation.thread.add({ role: "person", id: "w", parent: undefined, at: 0, text: "a wish" });
	});
	await page.getByTestId("wish-input").fill("half a wish");
	await page.getByTestId("edit").getByText("Edit").waitFor();
	await page.getByRole("button", { name: "Undo" }).waitFor();
	await page.evaluate(() => Object.assign(document.documentElement, { lang: "de" }));
	await page.getByTestId("send").getByText("Senden", { exact: true }).waitFor();
	await page.getByRole("button", { name: "Rückgängig" }).waitFor();
	assert.equal(await page.getByTestId("edit").innerText(), "Bearbeiten");
	assert.equal(await page.getByTestId("wish-input").inputValue(), "half a wish");
	assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
	assert.deepEqual(problems, []);
	await close();
});

test("colours, radius and font are the page's to set, and parts are its to style", async () => {
	const { page, close } = await open({ tags: "chat", class: "themed" });
	const looks = await page.evaluate(() => {
		const chat = document.querySelector("auto-ui-chat");
		const [send] = window.deepAll("[part=send]");
		const [composer] = window.deepAll("[part=composer]");
		return [
			getComputedStyle(send).backgroundColor,
			getComputedStyle(chat).backgroundColor,
			getComputedStyle(composer).borderRadius,
		];
	});
	assert.deepEqual(looks, ["rgb(1, 2, 3)", "rgb(4, 5, 6)", "3px"]);
	await close();
});

test("where more contrast is wanted, quiet texts and borders have that of the text", async () => {
	const { page, close } = await open({ tags: "settings,chat" }, { contrast: "more" });
	const [quiet, text] = await page.evaluate(() => {
		const [label] = window.deepAll(".field");
		const colour = (name) => {
			const probe = document.createElement("i");
			probe.style.color = `var(${name})`;
			document.body.append(probe);
			return getComputedStyle(probe).color;
		};
		return [getComputedStyle(label).color, colour("--color-text1")];
	});
	assert.equal(quiet, text);
	await close();
});

for (const dir of ["ltr", "rtl"])
	for (const width of [360, 720])
		test(`nothing juts out of a page that is ${width} pixels wide, written ${dir}`, async () => {
			const { page, problems, close } = await talk(
				{
					dir,
					lang: "de",
					tags: "chat,console,servers,settings,model-select,model-loader,recipes,suggestions,canvas",
				},
				{ viewport: { width, height: 700 } },
			);
			await page.evaluate(() => {
				const { conversation, canvas, recorder } = window.talk.workspace;
				const many = window.kit.messages(2);
				many[0].text = "W".repeat(300);
				many[1].text = `${"x".repeat(300)}\n\n| a | b |\n|---|---|\n| ${"y".repeat(200)} | ${"z".repeat(200)} |\n\n\`\`\`\n${"code ".repeat(60)}\n\`\`\``;
				many[1].steps = [
					{ id: "1", name: "n".repeat(200), args: { a: "b".repeat(300) }, result: "c".repeat(400) },
				];
				conversation.restore(many);
				canvas.addWidget("stat", { label: "a".repeat(100), value: "1".repeat(60) });
				const { onLLMRequest, onEvent } = recorder.hear("w");
				onLLMRequest([{ role: "user", content: "p".repeat(500) }], []);
				onEvent({ type: "tool-start", call: { id: "1", name: "t".repeat(200), args: {} } });
			});
			await page.waitForFunction(
				() => window.deepAll("[part=said] table").length > 0 && window.deepAll("[part=line]").length === 2,
			);
			await page.evaluate(() => {
				for (const details of window.deepAll("details")) details.open = true;
			});
			const wide = await page.evaluate(() => {
				const found = [];
				for (const element of [document.documentElement, ...document.querySelector("main").children]) {
					const over = element.scrollWidth - element.clientWidth;
					if (over > 1 && getComputedStyle(element).overflowX !== "auto")
						found.push(`${element.localName} by ${over}`);
				}
				const board = document.querySelector("auto-ui-canvas");
				if (board.scrollWidth > board.clientWidth + 1) found.push("canvas");
				const [log] = window.deepAll("[part=log]");
				if (log.scrollWidth > log.clientWidth + 1) found.push(`log by ${log.scrollWidth - log.clientWidth}`);
				return found;
			});
			assert.deepEqual(wide, []);
			assert.deepEqual(problems, []);
			await close();
		});

test("every subpath can be imported where there is no page, as on a server", () => {
	const folder = fileURLToPath(new URL("../../pkg/elements/", import.meta.url));
	const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
	assert.ok(files.length >= 15, files.join());
	for (const file of files) {
		const code = `const m = await import(${JSON.stringify(folder + file)}); if (globalThis.customElements || globalThis.HTMLElement) throw 1; console.log(Object.keys(m).length);`;
		const said = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
			encoding: "utf8",
			cwd: folder,
		});
		assert.match(said, /^\d+\n$/, file);
	}
});
