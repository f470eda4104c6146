/** One visit to a client's page: what it loads and how long things take. */

const TASK = { calls: 1000, atOnce: 4, warmUps: 200, connects: 50 };

/**
 * What is loaded, step by step.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {{url: string, forget(): void, asked(): string[]}} site
 * @param {import("./clients.mjs").Client} client
 * @param {string} url
 */
export async function loaded(browser, site, { folder, eras }, url) {
	site.forget();
	const { page, close } = await opened(browser, site, folder);
	await page.evaluate(
		async ([url, era]) => {
			const client = openMcp(url, era);
			await client.connect();
			await client.list();
			await client.call("small", {});
			window.client = client;
		},
		[url, eras[0]],
	);
	const used = site.asked();
	await page.evaluate(async () => {
		const { structuredContent } = await window.client.call("table", {});
		if (structuredContent.rows.length !== 10) throw new Error("That is not the table.");
	});
	const validated = site.asked();
	await close();
	return { used, validated };
}

/**
 * What a page measures that nobody watches: with Playwright in between, each request costs ten times what the clients differ by.
 *
 * @param {import("playwright-core").CDPSession} control the browser's
 * @param {{url: string}} site
 * @param {string} folder
 * @param {Awaited<ReturnType<typeof import("./server.mjs").serveMcp>>} mcp
 * @param {"legacy" | "modern"} era
 */
export async function timed(control, site, folder, mcp, era) {
	const { browserContextId } = await control.send("Target.createBrowserContext");
	const task = encodeURIComponent(JSON.stringify({ url: mcp.url, measuring: mcp.measuring, era, ...TASK }));
	const measured = mcp.measured();
	await control.send("Target.createTarget", {
		url: `${site.url}/${folder}/index.html#${task}`,
		browserContextId,
	});
	const { problem, ...times } = await measured;
	await control.send("Target.disposeBrowserContext", { browserContextId });
	if (problem !== undefined) throw new Error(`${folder}, ${era}: ${problem}`);
	return times;
}

/** A page that nobody has seen before. @param {import("playwright-core").Browser} browser @param {{url: string}} site @param {string} folder */
async function opened(browser, site, folder) {
	const context = await browser.newContext();
	const page = await context.newPage();
	const problems = [];
	page.on("pageerror", (error) => problems.push(String(error)));
	await page.goto(`${site.url}/${folder}/index.html`);
	await page.waitForFunction(() => "openMcp" in window);
	return {
		page,
		close: async () => {
			await context.close();
			if (problems.length > 0) throw new Error(problems.join(" "));
		},
	};
}
