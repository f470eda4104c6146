/** The command that the harness starts: our client in a page of the browser that `run.mjs` has opened. */
import { chromium } from "playwright-core";
import { answerOf, asked, BROWSER, PAGE, report } from "./asked.mjs";

await report(async () => {
	const browser = await chromium.connect(process.env[BROWSER] ?? "");
	const page = await browser.newPage();
	page.on("console", (message) => console.error(message.text()));
	// A page cannot see where a redirect leads.
	await page.exposeFunction("answerOf", answerOf);
	await page.goto(process.env[PAGE] ?? "");
	// As a value, because a rejection comes through with words of Playwright's around it.
	const problem = await page.evaluate(async (task) => {
		const [mcp, auth, { act }] = await Promise.all([
			import(new URL("/pkg/mcp/index.js", location.href).href),
			import(new URL("/pkg/mcp-auth/index.js", location.href).href),
			import(new URL("/tests/conformance/steps.mjs", location.href).href),
		]);
		return act({ ...mcp, ...auth }, task, window.answerOf).catch((error) => String(error?.message ?? error));
	}, asked());
	// Ends the page with all that is open in it; the browser goes on.
	await browser.close();
	if (problem !== undefined) throw new Error(problem);
});
