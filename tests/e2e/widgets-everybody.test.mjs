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
