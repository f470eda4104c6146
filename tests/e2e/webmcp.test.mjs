/**
 * `document.modelContext` by one suite: the polyfill's, with the browser's own switched off, and the browser's own, where it has the API of
 * Chromium 155 and later (`CHROME_WEBMCP` names such a one where the installed is older).
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { modes, openWith } from "./support/webmcp/browser.mjs";
import * as cases from "./support/webmcp/cases.mjs";
import * as forms from "./support/webmcp/forms.mjs";
import { FRAMES } from "./support/webmcp/frames.mjs";

/** By the file that the page takes them from. */
const FILES = { "/cases.mjs": cases, "/forms.mjs": forms };
/** The cases that a mode can bear. */
function* all(mode) {
	for (const [file, groups] of Object.entries(FILES)) {
		for (const [group, list] of Object.entries(groups)) {
			if (group === "DEADLY" && mode === "native") continue;
			for (const [index, one] of list.entries()) yield { ...one, file, group, index };
		}
	}
}

for (const mode of await modes()) {
	describe(`document.modelContext, ${mode}`, () => {
		let opened;
		before(async () => {
			opened = await openWith(mode);
		});
		after(() => opened?.close());

		for (const { file, group, index, name, expected, native } of all(mode)) {
			test(name, async () => {
				const observed = await opened.page.evaluate(
					async ([file, group, index]) => {
						const { [group]: list } = await import(file);
						return list[index].run(...(list[index].args ?? []));
					},
					[file, group, index],
				);
				assert.deepEqual(observed, mode === "native" && native !== undefined ? native : expected);
			});
		}

		for (const { name, body, headers, nest, run, expected, native } of FRAMES) {
			test(name, async () => {
				const { site, page } = opened;
				const { a, b } = site;
				site.body["/frames"] = typeof body === "function" ? body(b, a) : body;
				Object.assign(site.headers, headers);
				site.body["/nest"] = nest?.(a) ?? "";
				await page.goto(`${a}/frames`);
				// Frames have what they need when their scripts have run, and the documents know of each other.
				const frames = () => page.frames().filter((one) => !/^about:/.test(one.url()));
				await Promise.all(frames().map((one) => one.waitForFunction(() => window.ready)));
				await page.waitForTimeout(100);
				const frame = (wanted) => page.frames().find((one) => one.name() === wanted);
				const popup = async () => {
					const [other] = await Promise.all([
						page.waitForEvent("popup"),
						page.evaluate(() => {
							window.opened = window.open("/popup");
						}),
					]);
					await other.waitForFunction(() => window.ready);
					return other;
				};
				const observed = await run({ page, frame, popup, a, b });
				assert.deepEqual(observed, mode === "native" && native !== undefined ? native : expected);
			});
		}
	});
}
