/** Shapes of which no weights can be had here, on tiny random files: browsers compute what the tests against llama.cpp checked. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { ISOLATED, openPage, serve } from "./site.mjs";
import { tinyModels } from "./tiny.mjs";

const golden = JSON.parse(readFileSync(inRoot("engine", "tests", "golden", "scores.json"), "utf8"));
const QUOTE = '<|"|>';
let tiny;
let site;
let browser;

before(async () => {
	tiny = await tinyModels();
	site = await serve({ "/tiny/": tiny.folder }, ISOLATED);
	browser = await openPage(site.address);
	await browser.page.evaluate(async () => {
		const { createEngineClient } = await import("/worker/client.js");
		/** Loads a tiny model into one of the builds, and gives what `use` makes of it. */
		globalThis.withModel = async (shape, build, use) => {
			const urls = { relaxed: `/engine/engine-${build}.wasm` };
			const engine = createEngineClient(build === "threads" ? {} : { wasmUrls: urls });
			try {
				const threads = build === "threads" ? 2 : 1;
				await engine.load(`/tiny/${shape}.gguf`, { contextSize: 512, keep: false, threads });
				return await use(engine);
			} finally {
				engine.dispose();
			}
		};
	});
});

after(async () => {
	await browser?.close();
	site?.close();
	tiny?.remove();
});

test("every shape that is written has its figure", () => {
	const names = readdirSync(tiny.folder).map((name) => name.replace(".gguf", ""));
	// Of a shape that is known by another name, and what changes it.
	const shapes = names.filter((name) => name !== "taught" && name !== "adapter");
	assert.deepEqual(shapes.sort(), Object.keys(golden.logProb).sort());
});

for (const [shape, expected] of Object.entries(golden.logProb)) {
	test(`${shape}: each build finds a text as likely as the native one does`, async () => {
		for (const build of ["simd128", "relaxed", "threads"]) {
			const { logProb } = await browser.page.evaluate(
				([shape, build, prefix, text]) =>
					globalThis.withModel(
						shape,
						build,
						async (engine) => (await engine.score({ prefixes: [prefix], text }))[0],
					),
				[shape, build, golden.prefix, golden.text],
			);
			// Rounding in another order moves random models by up to 0.16 hundredths.
			assert.ok(Math.abs(logProb / expected - 1) < 0.004, `${build}: ${logProb}, native ${expected}`);
		}
	});
}

test("gemma4-e2b: a call in its own notation is whole", async () => {
	const parameters = {
		type: "object",
		properties: { city: { type: "string", minLength: 2, maxLength: 12 }, unit: { enum: ["c", "f"] } },
		required: ["city", "unit"],
	};
	const { text, stopReason } = await browser.page.evaluate(
		([prompt, parameters, quote]) =>
			globalThis.withModel("gemma4-e2b", "relaxed", (engine) => {
				const calls = [{ name: "weather_mcp_now", parameters }];
				return engine.generate({ prompt, calls, quote, maxTokens: 60, temperature: 1.5, seed: 3 });
			}),
		[golden.prefix, parameters, QUOTE],
	);
	assert.equal(stopReason, "grammar");
	const [head, city, between, unit, tail] = text.split(QUOTE);
	assert.deepEqual([head, between, tail], ["weather_mcp_now{city:", ",unit:", "}"]);
	assert.ok([...city].length >= 2 && [...city].length <= 12 && ["c", "f"].includes(unit), text);
});
