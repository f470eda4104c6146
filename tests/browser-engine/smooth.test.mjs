/** Whether the page stays its own while the model loads, writes, and decides about tools: timers, frames, long tasks. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";

const WISH = "bar chart of rainfall: January 80, February 55, March 62";
let site;
let browser;

before(async () => {
	site = await serve();
	browser = await openPage(site.address);
	await browser.page.evaluate(async () => {
		/** Runs `work`; says how often the page's own timer and frames came meanwhile, and what kept them waiting. */
		const metered = async (work) => {
			const longTasks = [];
			const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries()));
			observer.observe({ type: "longtask" });
			const seen = { ticks: 0, frames: 0, gap: 0 };
			const began = performance.now();
			let last = began;
			const timer = setInterval(() => {
				const now = performance.now();
				seen.ticks += 1;
				seen.gap = Math.max(seen.gap, now - last);
				last = now;
			}, 10);
			let running = true;
			const frame = () => {
				seen.frames += 1;
				if (running) requestAnimationFrame(frame);
			};
			requestAnimationFrame(frame);
			// One of the page's own turns, so that the meter runs before the work does.
			await new Promise((resolve) => setTimeout(resolve));
			await work();
			seen.gap = Math.max(seen.gap, performance.now() - last);
			running = false;
			clearInterval(timer);
			const elapsed = performance.now() - began;
			// Long tasks are told a little after they have ended.
			await new Promise((resolve) => setTimeout(resolve, 300));
			observer.disconnect();
			const longest = Math.max(0, ...longTasks.map(({ duration }) => duration));
			return { ...seen, longTasks: longTasks.length, longest, elapsed };
		};
		Object.assign(globalThis, { metered, kit: await import("/index.js") });
		await globalThis.kit.init();
	});
});

after(async () => {
	await browser?.close();
	site?.close();
});

/** Measures a phase of the work in the Worker, and prints it. */
async function measured(t, work, argument) {
	const seen = await browser.page.evaluate(
		async ([source, argument]) => {
			const work = new Function(`return (${source})`)();
			return await globalThis.metered(() => work(argument));
		},
		[String(work), argument],
	);
	t.diagnostic(told(seen));
	return seen;
}

const told = ({ elapsed, ticks, frames, gap, longTasks, longest }) =>
	`${Math.round(elapsed)} ms: ${ticks} ticks, ${frames} frames, longest gap ${Math.round(gap)} ms; ` +
	`${longTasks} tasks over 50 ms, the longest ${Math.round(longest)} ms`;

/** A page that computes itself has no tick while it does; one that waits has them all along. */
function assertFree({ elapsed, ticks, frames, gap }, story) {
	assert.ok(gap < elapsed / 4, `for ${gap} of ${elapsed} ms the page stood still, ${story}`);
	assert.ok(ticks > elapsed / 100, `${ticks} ticks in ${elapsed} ms, ${story}`);
	assert.ok(frames > elapsed / 200, `${frames} frames in ${elapsed} ms, ${story}`);
}

test("the page's timers and frames go on while the model loads", async (t) => {
	const seen = await measured(t, async () => {
		globalThis.provider = new globalThis.kit.WasmProvider({ model: "/model.gguf", contextSize: 2048 });
		await globalThis.provider.initialize();
	});
	assertFree(seen, "while the model was loaded");
});

test("they go on while the model writes", async (t) => {
	const seen = await measured(t, async () => {
		const { createEngineClient } = await import("/worker/client.js");
		const engine = createEngineClient();
		await engine.load("/model.gguf", { contextSize: 512 });
		let pieces = 0;
		await engine.generate(
			{ prompt: "Once upon a time", maxTokens: 60 },
			{
				onText: () => {
					pieces += 1;
				},
			},
		);
		if (pieces < 30) throw new Error(`only ${pieces} pieces`);
		engine.dispose();
	});
	assertFree(seen, "while it wrote");
});

test("they go on while the model chooses a tool and the loop calls it", async (t) => {
	const seen = await measured(
		t,
		async (wish) => {
			const { autoui, createCanvasVanilla, runAgentLoop } = globalThis.kit;
			const canvas = createCanvasVanilla();
			autoui.attachCanvas(canvas);
			const { provider } = globalThis;
			const { toolCalls } = await runAgentLoop(wish, { provider, layers: [autoui.layer()] });
			if (toolCalls.length === 0) throw new Error("no tool was called");
			provider.dispose();
		},
		WISH,
	);
	assertFree(seen, "while it ran");
});

test("the same engine in the page itself makes it stand still, so the meter would show it", async (t) => {
	await browser.page.evaluate(async () => {
		const { EngineInstance } = await import("/worker/instance.js");
		globalThis.bytes = new Uint8Array(await (await fetch("/model.gguf")).arrayBuffer());
		const url = "/engine/engine-relaxed.wasm";
		globalThis.inPage = await EngineInstance.create([{ url, threads: 1 }], new AbortController().signal);
	});
	const seen = await measured(t, () => {
		const { bytes, inPage } = globalThis;
		inPage.loadBegin(bytes.length, false);
		inPage.loadChunk(bytes);
		inPage.loadEnd(512);
		inPage.begin({ op: "generate", prompt: "Once upon a time", maxTokens: 20 });
		while (inPage.step().phase !== "done");
	});
	assert.throws(() => assertFree(seen, "as it should"), /stood still/);
	assert.ok(seen.longest > seen.elapsed / 2, "what blocks the page is told as a long task");
});
