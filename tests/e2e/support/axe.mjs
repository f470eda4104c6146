/** axe-core in a page of the tests. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds in the page, but for what a whole page has and a part of one has not. @param {import("playwright-core").Page} page */
export async function found(page) {
	await page.evaluate(AXE);
	return page.evaluate(async () => {
		const rules = Object.fromEntries(
			["region", "page-has-heading-one"].map((rule) => [rule, { enabled: false }]),
		);
		const { violations } = await window.axe.run(document, { rules });
		return violations.flatMap(({ id, nodes }) =>
			nodes
				.slice(0, 3)
				.map(
					({ html, failureSummary, target }) =>
						`${id}: ${target.flat().join(" ")} ${html.slice(0, 160)} (${failureSummary.slice(0, 300)})`,
				),
		);
	});
}
