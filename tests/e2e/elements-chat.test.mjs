/** `<auto-ui-chat>`: what is said while it is written, stopped, answered anew, edited, asked about, attached; by mouse and by keyboard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsPage, focused, tell } from "./pages/elements/support.mjs";

const { open, talk } = elementsPage();

/** Opens a chat, and a canvas beside it. */
async function chat(workspace, asked = {}, options) {
	const opened = await talk({ tags: "chat,canvas", ...asked }, options, workspace);
	const { page } = opened;
	const wish = async (text) => {
		await page.getByTestId("wish-input").fill(text);
		await page.getByTestId("wish-input").press("Enter");
	};
	const rest = () => page.getByTestId("stop").waitFor({ state: "hidden" });
	return {
		...opened,
		wish,
		rest,
		said: page.getByTestId("said"),
		replies: page.getByTestId("reply"),
		wishes: page.getByTestId("wish"),
	};
}

test("an answer is Markdown while it is written, and what is complete is not drawn anew", async () => {
	const { page, problems, wish, rest, said, close } = await chat();
	await wish("tell");
	await tell(page, "writes", "# Head\n\nA **bold** word.\n\n```js\nconst a = 1;\n```\n\nand th");
	await said.locator("h1").waitFor();
	await page.evaluate(() => {
		[window.head] = window.deepAll("[part=said] h1");
	});
	assert.equal(await said.getAttribute("aria-busy"), "true");
	await tell(page, "writes", "en | x\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
	await said.locator("table td").first().waitFor();
	await tell(page, "says", await page.evaluate(() => window.talk.workspace.conversation.thread.last.text));
	await rest();
	assert.equal(await page.evaluate(() => window.head.isConnected), true);
	assert.equal(await said.getAttribute("aria-busy"), "false");
	assert.deepEqual(
		await said
			.locator("h1, strong, pre code, li, td")
			.allInnerTexts()
			.then((all) => all.map((text) => text.trim())),
		["Head", "bold", "const a = 1;", "one", "two", "1", "2"],
	);
	assert.deepEqual(problems, []);
	await close();
});

const HOSTILE = `<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><svg onload="window.ran = 3"></svg>
[link](javascript:window.ran=4) ![p](https://a.example/pixel.png) <iframe srcdoc="<script>parent.ran=5</script>"></iframe>
<a href="data:text/html,x" onclick="window.ran=6">data</a> <form action="https://a.example"><input name=a></form>
<style>body { display: none }</style><b title=">" onclick="window.ran=11" <i onfocus=x>b</b><auto-ui-app></auto-ui-app><div class="composer" id="main" style="position:fixed">div</div>

| <img src=x onerror="window.ran = 7"> | b |
|---|---|
| <b onmouseover="window.ran=8">c</b> | d |

\`\`\`html" onmouseover="window.ran=9
<script>window.ran = 10</script>
\`\`\`
`;

test("whatever a model writes, in whichever pieces it comes, runs nothing, loads nothing and looks like nothing of the page", async () => {
	const { page, problems, wish, rest, said, close } = await chat();
	const loaded = [];
	page.on("request", (request) => loaded.push(request.url()));
	await wish("attack <b onclick=1>me</b>");
	for (let at = 0; at < HOSTILE.length; at += 17) await tell(page, "writes", HOSTILE.slice(at, at + 17));
	await tell(page, "says", HOSTILE);
	await rest();
	await said.locator("table").waitFor();
	for (const link of await said.locator("a").all())
		assert.match((await link.getAttribute("href")) ?? "https://", /^https?:/);
	for (const one of await said.locator("*").all()) await one.dispatchEvent("mouseover");
	const found = await page.evaluate(() => {
		const [said] = window.deepAll("[part=said]");
		const bad = said.querySelectorAll(
			"script, img, svg, iframe, form, input, style, auto-ui-app, [style], [id], [onclick], [onerror], [onmouseover]",
		);
		return [
			window.ran,
			[...bad].map(({ outerHTML }) => outerHTML),
			[...said.querySelectorAll("[class]")].map(({ localName }) => localName),
		];
	});
	assert.deepEqual(found.slice(0, 2), [undefined, []]);
	assert.ok(
		found[2].every((name) => name === "code" || name === "span"),
		found[2].join(),
	);
	assert.equal(await page.getByTestId("wish").locator("b").count(), 0);
	assert.deepEqual(
		loaded.filter((url) => url.includes("a.example")),
		[],
	);
	assert.deepEqual(problems, [], "nothing of it came as far as the page's policy");
	await close();
});

test("an answer whose lines end as Windows ends them is written once", async () => {
	const { page, wish, said, close } = await chat();
	await wish("tell");
	for (const piece of ["one\r", "\n\r\ntwo\r\n\r\n", "three\r\n\r\nfour\r\n\r\n", "five"]) {
		await tell(page, "writes", piece);
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
	}
	await said.getByText("five").waitFor();
	assert.deepEqual(await said.locator("p").allInnerTexts(), ["one", "two", "three", "four", "five"]);
	await close();
});

test("stop is there while a run goes on, by button and by Escape; the focus stays in the chat", async () => {
	const { page, problems, wish, rest, replies, close } = await chat();
	assert.equal(await page.getByTestId("stop").isVisible(), false);
	await wish("one");
	await tell(page, "writes", "So far");
	await page.getByTestId("stop").focus();
	await page.keyboard.press("Enter");
	await rest();
	assert.equal(await focused(page), "wish-input");
	await replies.first().getByText("So far").waitFor();
	assert.equal(await replies.first().getAttribute("data-state"), "stopped");
	await wish("two");
	await page.getByTestId("stop").waitFor();
	await page.keyboard.press("Escape");
	await rest();
	assert.equal(await replies.nth(1).getAttribute("data-state"), "stopped");
	assert.deepEqual(problems, []);
	await close();
});

test("an answer that is given anew stands beside the first; its widget takes the place of the first one's", async () => {
	const { page, problems, wish, rest, replies, said, close } = await chat();
	const show = (value) =>
		tell(page, "calls", [
			`c${value}`,
			"autoui_webmcp_widget_display",
			{ name: "stat", params: { label: "n", value } },
		]);
	const shown = (value) => page.locator("auto-ui-canvas .wm-stat-value", { hasText: value }).waitFor();
	await wish("number");
	await show("11");
	await tell(page, "says", "first");
	await rest();
	await shown("11");
	await replies.getByTestId("retry").focus();
	await page.keyboard.press("Enter");
	assert.equal(await focused(page), "wish-input", "what was pressed is gone, the focus is not");
	await show("22");
	await tell(page, "says", "second");
	await rest();
	await shown("22");
	assert.equal(await page.locator("auto-ui-canvas .wm-stat-value").count(), 1);
	await said.getByText("second").waitFor();
	assert.equal(await replies.getByTestId("version").innerText(), "2 of 2");
	await replies.getByTestId("version-before").focus();
	await page.keyboard.press("Enter");
	await said.getByText("first").waitFor();
	assert.equal(await focused(page), "version-after", "there is no version before the first");
	await page.keyboard.press("Enter");
	await said.getByText("second").waitFor();
	assert.equal(await focused(page), "version-before");
	assert.deepEqual(problems, []);
	await close();
});

test("a wish is edited where it stands, and what followed can be gone back to", async () => {
	const { page, problems, wish, rest, wishes, said, close } = await chat();
	for (const at of ["1", "2"]) {
		await wish(`wish ${at}`);
		await tell(page, "says", `answer ${at}`);
		await rest();
	}
	await wishes.first().getByTestId("edit").focus();
	await page.keyboard.press("Enter");
	assert.equal(await focused(page), "Your wish");
	await page.keyboard.press("Escape");
	assert.equal(await focused(page), "edit");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+a");
	await page.keyboard.type("wish 1b");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await tell(page, "says", "answer 1b");
	await rest();
	assert.notEqual(await focused(page), "body");
	await said.getByText("answer 1b").waitFor();
	assert.equal(await wishes.count(), 1);
	await wishes.first().getByTestId("version-before").click();
	await said.getByText("answer 2").waitFor();
	assert.deepEqual(await wishes.locator(".wished").allInnerTexts(), ["wish 1", "wish 2"]);
	assert.deepEqual(problems, []);
	await close();
});

test("what is typed while a run goes on is kept, sent to it, and marked until it is read", async () => {
	const { page, wish, rest, wishes, close } = await chat();
	await wish("look");
	await wish("and briefly");
	await wishes.getByText("The model reads this at its next step.").waitFor();
	await page.getByTestId("wish-input").fill("half a tho");
	await tell(page, "calls", ["c1", "desk_webmcp_look", { place: "here" }]);
	await tell(page, "says", "done");
	await rest();
	assert.equal(await wishes.getByText("The model reads this at its next step.").count(), 0);
	assert.equal(await page.getByTestId("wish-input").inputValue(), "half a tho");
	await close();
});

test("a call is a card with its arguments, its result and its time; one that fails says why", async () => {
	const { page, wish, rest, close } = await chat();
	await wish("look");
	await tell(page, "thinks", "I should <b>look</b>.");
	await tell(
		page,
		"calls",
		["c1", "desk_webmcp_look", { place: "<i>here</i>" }],
		["c2", "desk_webmcp_fail", {}],
	);
	await tell(page, "says", "done");
	await rest();
	const steps = page.getByTestId("steps");
	await steps.locator("summary").click();
	assert.equal(await steps.locator("summary").innerText(), "How it was done");
	const [look, fail] = await steps.getByTestId("step").all();
	assert.match(await look.innerText(), /desk_webmcp_look.*\d+ ms.*place: <i>here<\/i>.*"did":"look"/s);
	assert.match(await fail.innerText(), /it is broken/);
	const thoughts = page.getByTestId("reasoning");
	assert.equal(await thoughts.getAttribute("open"), null, "thoughts are folded");
	await thoughts.locator("summary").click();
	assert.equal(await thoughts.locator("p").innerText(), "I should <b>look</b>.");
	await close();
});

test("what an answer suggests is said by a press, as it stands there, until something else is said", async () => {
	const { page, wish, rest, said, wishes, close } = await chat();
	const suggestions = page.getByTestId("suggestion");
	await wish("the pages");
	await tell(page, "says", "Which one do you mean?", "Total pages", "<b>Highest</b> pages");
	await suggestions.first().waitFor();
	assert.deepEqual(await suggestions.allInnerTexts(), ["Total pages", "<b>Highest</b> pages"]);
	await suggestions.nth(1).focus();
	await page.keyboard.press("Enter");
	await suggestions.first().waitFor({ state: "detached" });
	assert.equal(await wishes.last().locator(".wished").innerText(), "<b>Highest</b> pages");
	assert.equal(await focused(page), "wish-input", "who has pressed goes on in the field");
	await tell(page, "says", "90");
	await rest();
	assert.equal(await said.last().innerText(), "90");
	assert.equal(await suggestions.count(), 0);
	// A page that keeps a wish back keeps one back that was suggested.
	await wish("and the genres");
	await tell(page, "says", "Which?", "Genres");
	await suggestions.first().waitFor();
	await page.evaluate(() => document.addEventListener("auto-ui-wish", (event) => event.preventDefault()));
	await suggestions.first().click();
	assert.equal(await wishes.count(), 3);
	await close();
});

test("while a wish waits for a model in the page to read, the status line says how far that is", async () => {
	const { page, wish, rest, close } = await chat();
	const told = page.getByTestId("status");
	await wish("hello");
	const reads = (tenths) =>
		page.evaluate((tenths) => {
			const { model } = window.talk.workspace;
			model.reading = tenths;
			model.tell();
		}, tenths);
	await reads(4);
	await told.getByText("The model reads what it needs for that: 40 % …").waitFor();
	await reads(undefined);
	await told
		.getByText("Asking the model …")
		.or(told.getByText(/Step 1/))
		.waitFor();
	await tell(page, "says", "hi");
	await rest();
	await reads(4);
	assert.doesNotMatch(await told.innerText(), /reads/, "what it reads ahead of wishes is not told");
	await close();
});

test("a call waits for the person by keyboard alone: approve one, deny one with a reason, and the focus is never lost", async () => {
	const { page, problems, wish, rest, close } = await chat({ settings: { ask: "destructive" } });
	await wish("pay");
	await tell(
		page,
		"calls",
		["c1", "desk_webmcp_pay", { amount: 1 }],
		["c2", "desk_webmcp_pay", { amount: 2 }],
	);
	await page.getByTestId("approval").first().waitFor();
	await page.waitForFunction(() => window.deepFocus()?.getAttribute("part") === "approval");
	await page.getByTestId("status").getByText("2 calls need your approval").waitFor();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	assert.equal(await focused(page), "approve");
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => window.deepFocus()?.getAttribute("part") === "approval");
	await page.keyboard.press("Tab");
	await page.keyboard.type("too dear");
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => window.talk.model.asked.length === 2);
	await tell(page, "says", "one paid");
	await rest();
	assert.deepEqual(await page.evaluate(() => window.talk.calls), [["pay", { amount: 1 }]]);
	assert.match(await page.evaluate(() => JSON.stringify(window.talk.model.asked[1].messages)), /too dear/);
	assert.equal(await focused(page), "wish-input");
	assert.deepEqual(problems, []);
	await close();
});

test("who is typing is not torn away by a call that waits", async () => {
	const { page, wish, close } = await chat({ settings: { ask: "always" } });
	await wish("pay");
	await page.getByTestId("wish-input").fill("meanwhile");
	await tell(page, "calls", ["c1", "desk_webmcp_pay", { amount: 1 }]);
	await page.getByTestId("approval").waitFor();
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
	assert.equal(await focused(page), "wish-input");
	await close();
});

/** Gives files as a person does who chooses them. */
const attach = (page, ...files) =>
	page
		.locator("auto-ui-chat input[type=file]")
		.setInputFiles(
			files.map(({ name, type, text }) => ({ name, mimeType: type, buffer: Buffer.from(text) })),
		);

test("pictures, tables and texts come with a wish; what is too large, no text or too long is told", async () => {
	const { page, problems, rest, wishes, close } = await chat();
	const told = page.locator("auto-ui-chat .told");
	await attach(
		page,
		{ name: "a.png", type: "image/png", text: "png" },
		{ name: "t.csv", type: "text/csv", text: "city,people\nLyon,520" },
		{ name: "z.zip", type: "application/zip", text: "PK\u0000\u0001" },
		{ name: "long.txt", type: "text/plain", text: "x".repeat(30_000) },
	);
	await told.getByText("z.zip is neither a picture nor a text.").waitFor();
	assert.match(await told.innerText(), /Of long\.txt the model reads the first 20,000 characters\./);
	await page
		.locator("auto-ui-chat input[type=file]")
		.setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(5_000_001) });
	await told.getByText("huge.png is too large: at most 5 MB.").waitFor();
	await page.getByRole("button", { name: "Remove long.txt" }).focus();
	await page.keyboard.press("Enter");
	assert.equal(await focused(page), "wish-input");
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => window.talk.model.asked.length === 1);
	const asked = await page.evaluate(() => JSON.stringify(window.talk.model.asked[0].messages));
	assert.match(asked, /"type":"image","data":"cG5n"/);
	assert.match(asked, /t\.csv:\\ncity,people\\nLyon,520/);
	assert.doesNotMatch(asked, /long\.txt/);
	await tell(page, "says", "seen");
	await rest();
	assert.deepEqual(await wishes.locator(".files li").allInnerTexts(), ["a.png", "t.csv"]);
	assert.deepEqual(problems, []);
	await close();
});

test("files that are dropped or pasted are taken, and a page may take them as data instead", async () => {
	const { page, close } = await chat();
	await page.evaluate(() => {
		const chat = document.querySelector("auto-ui-chat");
		chat.takeFile = async ({ name }) => (name.endsWith(".csv") ? `${name} is a table now.` : undefined);
		const data = new DataTransfer();
		data.items.add(new File(["a,b"], "t.csv", { type: "text/csv" }));
		data.items.add(new File(["note"], "n.txt", { type: "text/plain" }));
		chat.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
		window.dropping = chat.hasAttribute("dropping");
		chat.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	});
	await page.locator("auto-ui-chat .told").getByText("t.csv is a table now.").waitFor();
	assert.equal((await page.locator("auto-ui-chat .files li").innerText()).trim(), "n.txt");
	assert.equal(await page.evaluate(() => window.dropping), true);
	await page.evaluate(() => {
		const data = new DataTransfer();
		data.items.add(new File(["more"], "p.md", { type: "text/markdown" }));
		const [field] = window.deepAll("[part=wish-input]");
		field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, composed: true }));
	});
	await page.locator("auto-ui-chat .files li").nth(1).waitFor();
	await close();
});

test("how a file was read stands where it was attached, and is changed there in one click", async () => {
	const { page, problems, close } = await chat();
	await page.evaluate(async () => {
		const { kit } = window;
		const asked = [];
		const added = (options = {}) => ({
			table: "t",
			rows: 2,
			columns: [
				{ name: "town", type: "text" },
				{ name: "share", type: "number", unit: "%" },
			],
			dialect: {
				format: "delimited",
				delimiter: ";",
				decimal: ".",
				header: 3,
				skipped: { rows: 2, texts: ["a", "b"] },
				encoding: "windows-1252",
				isEncodingGuessed: true,
				doubtful: ["share"],
				...options,
				...(options.header === false && { header: 0 }),
			},
		});
		const source = {
			layer: () => ({}),
			tables: () => [],
			subscribe: () => () => {},
			addFile: async (file, options) => {
				if (file.name === "odd.csv" && !options?.encoding) throw new Error("odd.csv cannot be read.");
				return added();
			},
			readAgain: async (table, options) => {
				asked.push([table, options]);
				if (options.delimiter === "|") throw new Error("It has no rows.");
				return added({ ...options, doubtful: undefined });
			},
		};
		const talk = await kit.talking({ openData: async () => source });
		Object.assign(window, { talk, asked });
		for (const element of document.querySelector("main").children) element.workspace = talk.workspace;
		await kit.ready();
		document.querySelector("auto-ui-chat").take([new File(["a"], "t.csv"), new File(["a"], "odd.csv")]);
	});
	const lines = page.locator("auto-ui-chat [part=reading]");
	await lines.nth(1).waitFor();
	assert.match(
		await lines.nth(0).locator("summary").innerText(),
		/^t\.csv: semicolon-separated, decimal point, names in row 3, 2 rows above left out, encoding windows-1252, guessed, share may be meant otherwise · Change$/,
	);
	await lines.nth(0).locator("summary").click();
	assert.match(await lines.nth(0).innerText(), /town \(texts\) · share \(numbers, %\)/);
	await lines.nth(0).getByLabel("Decimals").selectOption("decimal comma");
	await lines.nth(0).getByText("decimal comma, names").waitFor();
	await lines.nth(0).getByLabel("Names of columns").selectOption("no names");
	await lines.nth(0).getByText("decimal comma, no names").waitFor();
	await lines.nth(0).getByLabel("Between cells").selectOption("separated by |");
	await page.locator("auto-ui-chat .told").getByText("It has no rows.").waitFor();
	assert.deepEqual(await page.evaluate(() => window.asked), [
		["t", { decimal: "," }],
		["t", { decimal: ",", header: false }],
		["t", { decimal: ",", header: false, delimiter: "|" }],
	]);
	// What could not be read may be written in another encoding.
	assert.match(await lines.nth(1).locator("summary").innerText(), /^odd\.csv: could not be read · Change$/);
	await lines.nth(1).locator("summary").click();
	await lines.nth(1).getByLabel("Encoding").selectOption("shift_jis");
	await lines.nth(1).getByText("odd.csv: semicolon-separated").waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("a page may keep a wish from being sent, and what was typed is then still there", async () => {
	const { page, wish, wishes, close } = await chat();
	await page.evaluate(() => {
		window.heard = [];
		document.addEventListener("auto-ui-wish", (event) => {
			window.heard.push(event.detail.text);
			if (event.detail.text === "no") event.preventDefault();
		});
	});
	await wish("no");
	assert.equal(await wishes.count(), 0);
	assert.equal(await page.getByTestId("wish-input").inputValue(), "no");
	await wish("yes");
	await wishes.getByText("yes").waitFor();
	assert.deepEqual(await page.evaluate(() => window.heard), ["no", "yes"]);
	await close();
});

test("where the browser hears, and the page lets it, a person speaks a wish in the page's language", async () => {
	const speech = () => {
		window.SpeechRecognition = class extends EventTarget {
			start() {
				window.heard = this;
			}
			stop() {
				this.dispatchEvent(new Event("end"));
			}
		};
	};
	const { page, close } = await open({ html: "<auto-ui-chat voice></auto-ui-chat>", lang: "de", wait: "" });
	await page.evaluate(speech);
	await page.evaluate(async () => {
		await window.kit.load();
		await window.kit.ready();
	});
	await page.getByTestId("wish-input").fill("Zeige");
	await page.getByTestId("voice").click();
	assert.equal(await page.getByTestId("voice").getAttribute("aria-pressed"), "true");
	await page.evaluate(() =>
		window.heard.dispatchEvent(
			Object.assign(new Event("result"), { results: [[{ transcript: "das Wetter" }]] }),
		),
	);
	assert.equal(await page.getByTestId("wish-input").inputValue(), "Zeige das Wetter");
	assert.equal(await page.evaluate(() => window.heard.lang), "de");
	await page.getByTestId("voice").click();
	await page.waitForFunction(
		() => window.deepAll("[part=voice]")[0].getAttribute("aria-pressed") === "false",
	);
	await close();
	const without = await open({ html: "<auto-ui-chat></auto-ui-chat>" });
	assert.equal(
		await without.page.getByTestId("voice").count(),
		0,
		"nobody is heard where the page did not say so",
	);
	await without.close();
});
