/** Widgets in the page: drawing many, changing one, many that stream; beside lit-html and React, in Chromium. */
import { launch, openPage } from "../e2e/support/chromium.mjs";
import { serveSite } from "../e2e/support/site.mjs";
import { median } from "./measure.mjs";

const ROUNDS = 7;
const COUNT = 1_000;

const site = await serveSite(new URL("pages/dom/", import.meta.url));
const browser = await launch();
try {
	const { page } = await openPage(browser);
	await page.goto(site.url);
	await page.waitForFunction(() => window.bench);
	const names = await page.evaluate(() => window.bench.names);
	const times = new Map(names.map((name) => [name, []]));
	for (let round = 0; round < ROUNDS; round++) {
		for (const name of names) {
			const one = await page.evaluate(([name, count]) => window.bench.timed(name, count), [name, COUNT]);
			// The first round compiles.
			if (round > 0) times.get(name).push(one);
		}
	}
	for (const [what, key] of [
		[`drawing ${COUNT} cards`, "drawn"],
		[`changing one of ${COUNT}`, "change"],
	]) {
		console.log(`\n${what}`);
		const base = median(times.get(names[0]).map((one) => one[key]));
		for (const name of names) {
			const each = median(times.get(name).map((one) => one[key]));
			console.log(
				`  ${name.padEnd(20)} ${each.toFixed(2)} ms (n=${ROUNDS - 1})  ×${(each / base).toFixed(2)}`,
			);
		}
	}
	for (const type of ["stat", "chart"]) {
		const { frames, median, p95 } = await page.evaluate(
			([type]) => window.bench.streaming(type, 50, 4_000),
			[type],
		);
		console.log(
			`\n50 widgets '${type}' that change in every frame: ${frames} frames, ${median.toFixed(1)} ms each (p95 ${p95.toFixed(1)})`,
		);
	}
	console.log("\na table that is scrolled");
	for (const [count, pixels] of [
		[200, 40],
		[100_000, 40],
		[100_000, 4_000],
	]) {
		const { frames, gap, work } = await page.evaluate(
			([count, pixels]) => window.bench.scrolling(count, pixels, 4_000),
			[count, pixels],
		);
		console.log(
			`  ${count} rows, ${pixels} px a frame: ${frames} frames, ${gap.median.toFixed(1)} ms each (p95 ${gap.p95.toFixed(1)}), ` +
				`of which script and layout ${work.median.toFixed(1)} (p95 ${work.p95.toFixed(1)})`,
		);
	}
} finally {
	await browser.close();
	await site.close();
}
