/** Every widget's first example for people who see little or nothing: what axe-core finds, light, dark, and in colours that are forced. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { recipeExamples } from "./support/examples.mjs";
import { widgetsPage } from "./support/widgets-page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pages = widgetsPage();

for (const looks of [
	{ colorScheme: "light" },
	{ colorScheme: "dark" },
	{ colorScheme: "dark", forcedColors: "active" },
]) {
	test(`axe finds nothing in any widget: ${Object.values(looks).join(", ")}`, async () => {
		const { page, problems, close } = await pages.open({ ...looks, reducedMotion: "reduce" });
		await page.evaluate(AXE);
		await page.evaluate(() => document.body.style.setProperty("background", "var(--color-bg)"));
		const seen = new Set();
		const found = [];
		for (const { type, params } of await recipeExamples()) {
			if (seen.has(type)) continue;
			seen.add(type);
			const violations = await page.evaluate(
				async ([type, params]) => {
					window.cleanup?.();
					window.cleanup = window.kit.mountWidget(document.querySelector("#main"), type, params, [
						window.kit.native,
					]);
					await window.cleanup.ready;
					// The page around a widget is the host's; and what stands below an item of a tree is no part of its name.
					const off = ["region", "page-has-heading-one"];
					if (type === "tree") off.push("label-content-name-mismatch");
					const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
					const { violations } = await window.axe.run("#main", { rules });
					return violations.map(
						({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} (${nodes[0].failureSummary})`,
					);
				},
				[type, params],
			);
			for (const violation of violations) found.push(`${type}: ${violation}`);
		}
		assert.ok(seen.size >= 41, `${seen.size} widgets`);
		assert.deepEqual(found, []);
		assert.deepEqual(
			problems.filter((problem) => !/allow-scripts and allow-same-origin/.test(problem)),
			[],
		);
		await close();
	});
}

test("nothing of any example juts out of a narrow place, from left to right and from right to left", async () => {
	const { page, close } = await pages.open({ reducedMotion: "reduce" });
	const found = [];
	for (const direction of ["ltr", "rtl"]) {
		await page.evaluate((direction) => {
			document.documentElement.dir = direction;
			document.querySelector("#main").style.cssText = "width: 280px; overflow-x: clip";
		}, direction);
		for (const { type, params } of await recipeExamples()) {
			const wide = await page.evaluate(
				async ([type, params]) => {
					window.cleanup?.();
					const main = document.querySelector("#main");
					window.cleanup = window.kit.mountWidget(main, type, params, [window.kit.native]);
					await window.cleanup.ready;
					return main.scrollWidth - main.clientWidth;
				},
				[type, params],
			);
			if (wide > 0)
				found.push(`${type} ${direction}: ${wide} pixels of ${JSON.stringify(params).slice(0, 80)}`);
		}
	}
	assert.deepEqual(found, []);
	await close();
});

test("what a widget says by a fill is seen in colours that are forced, too", async () => {
	const { page, close } = await pages.open({ forcedColors: "active", reducedMotion: "reduce" });
	/** The colours in the middle of a box of the page, at these parts of its width. */
	const colours = async (selector, at, ...parts) => {
		const box = await page.locator(selector).nth(at).boundingBox();
		const picture = await page.screenshot({ clip: box });
		return page.evaluate(
			async ([data, parts]) => {
				const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
				const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
				const plane = new OffscreenCanvas(image.width, image.height).getContext("2d");
				plane.drawImage(image, 0, 0);
				const of = (part) => plane.getImageData(part * image.width, image.height / 2, 1, 1).data.join();
				return parts.map(of);
			},
			[picture.toString("base64"), parts],
		);
	};
	const mount = async (type) => {
		const { params } = (await recipeExamples()).find((one) => one.type === type);
		await page.evaluate(
			([type, params]) => {
				window.cleanup?.();
				window.cleanup = window.kit.mountWidget(document.querySelector("#main"), type, params, [
					window.kit.native,
				]);
				return window.cleanup.ready;
			},
			[type, params],
		);
	};
	await page.evaluate(() => document.querySelector("#main").style.setProperty("width", "300px"));
	await mount("progress");
	const [done, left] = await colours("progress", 0, 0.05, 0.97);
	assert.notEqual(done, left, "how far a bar is");
	await mount("carousel");
	const [[shown], [other]] = [await colours(".wm-dot", 0, 0.5), await colours(".wm-dot", 1, 0.5)];
	assert.notEqual(shown, other, "which slide is shown");
	await mount("calendar");
	const [dot] = await colours(".wm-calendar-dots b", 0, 0.5);
	const [paper] = await colours(".wm-calendar td", 3, 0.1);
	assert.notEqual(dot, paper, "that a day has something");
	await close();
});
