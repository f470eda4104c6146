/** Pictures of each screen of the demo, with real widgets: light, dark, narrow, in German; in tests/e2e/screenshots, and the README's in www/pictures. Views that are named are the only ones: `npm run screenshots -- light dark`. */
import { mkdirSync } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { main, say } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

const WISHES = [
	"bar chart of trees planted: Monday 34, Tuesday 51, Wednesday 47, Thursday 62",
	"pie of drinks: tea 8, coffee 5, water 12",
	"average horsepower by year",
	"timeline: 1990 founded, 2005 first shop, 2020 sold",
	"alert: the printer is out of paper",
];

/** For these, each call waits for the person. */
const ASKED = "table of all cars";

const VIEWS = {
	light: { viewport: { width: 1360, height: 860 } },
	dark: { viewport: { width: 1360, height: 860 }, colorScheme: /** @type {const} */ ("dark") },
	narrow: { viewport: { width: 390, height: 844 } },
	german: { viewport: { width: 1360, height: 860 }, locale: "de-DE" },
};

const PANELS = ["sessions", "servers", "recipes", "settings"];

await main(async () => {
	const { env, model } = await setUp({ forTests: true });
	Object.assign(process.env, env);
	const { build } = await import("./build.mjs");
	await build();
	const { makeWish, modelReady, openDemo, openPanel, openSettings, serversReady } = await import(
		"../tests/e2e/support/demo.mjs"
	);
	const { approveAll, approveToTheEnd, approveUntil, nextCards, send } = await import(
		"../tests/e2e/support/approve.mjs"
	);
	const folder = inRoot("tests", "e2e", "screenshots");
	const pictures = inRoot("www", "pictures");
	for (const one of [folder, pictures]) mkdirSync(one, { recursive: true });
	const asked = process.argv.slice(2);
	for (const [name, context] of Object.entries(VIEWS)) {
		if (asked.length > 0 && !asked.includes(name)) continue;
		const { page, close } = await openDemo({ model, context });
		await modelReady(page, 120_000);
		await serversReady(page);
		for (const wish of WISHES) {
			await page.getByRole("tab", { includeHidden: true }).first().dispatchEvent("click");
			await makeWish(page, wish, 120_000, { clear: false });
		}
		await page.waitForTimeout(700);
		await page.screenshot({ path: `${folder}/${name}.png` });
		// With these the README opens.
		if (name === "light" || name === "dark")
			await page.screenshot({ path: `${pictures}/demo-${name}.jpg`, type: "jpeg", quality: 82 });
		if (name === "narrow") {
			await page.getByRole("tab").first().click();
			await page.screenshot({ path: `${folder}/narrow-chat.png` });
		}
		const picture = async (/** @type {string} */ what) => {
			await page.waitForTimeout(400);
			await page.screenshot({ path: `${folder}/${name}-${what}.png` });
		};
		for (const panel of PANELS) {
			await openPanel(page, panel);
			await picture(panel);
			await page.locator(`[data-panel=${panel}] > summary`).dispatchEvent("click");
		}
		// Where it is narrow they stand behind the other tab.
		await page.getByRole("tab", { includeHidden: true }).nth(1).dispatchEvent("click");
		await page.getByTestId("share").dispatchEvent("click");
		await picture("share");
		await page.keyboard.press("Escape");
		await page.getByTestId("tour").dispatchEvent("click");
		await picture("tour");
		await page.keyboard.press("Escape");
		await page.getByTestId("console").dispatchEvent("click");
		await page.getByTestId("line").first().dispatchEvent("click");
		await picture("console");
		await page.getByTestId("console").dispatchEvent("click");
		if (name === "german") {
			await close();
			continue;
		}
		await page.getByRole("tab", { includeHidden: true }).first().dispatchEvent("click");
		await openSettings(page);
		await page.getByLabel("Ask before tools run").selectOption("Every call");
		await picture("panel");
		await page.locator("[data-panel=model] > summary").click();
		await send(page, ASKED);
		await nextCards(page, 60_000);
		await picture("several");
		await approveUntil(page, "datasets_mcp_query_sql", 60_000);
		await picture("query");
		await approveAll(page);
		await approveUntil(page, "autoui_webmcp_widget_display", 60_000);
		await picture("widget");
		await page.getByTestId("deny-reason").last().fill("not now");
		await page.getByTestId("deny").last().click();
		await nextCards(page, 60_000);
		await page.getByTestId("reply").last().locator(".steps > summary").click();
		await picture("denied");
		await page.getByTestId("clear").dispatchEvent("click");
		await send(page, ASKED);
		await approveToTheEnd(page, 60_000);
		await picture("rows");
		say(`tests/e2e/screenshots/${name}*.png`);
		await close();
	}
});
