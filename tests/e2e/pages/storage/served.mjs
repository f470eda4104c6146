/** Serves the page of the storage's tests, and opens it in tabs of a browser that stores on the disk. */
import { openProfile } from "../../support/chromium.mjs";
import { serveSite } from "../../support/site.mjs";

export async function openStorageSite() {
	const site = await serveSite("storage");
	const context = await openProfile();
	/** A new tab, ready; its errors are collected in `problems`. */
	async function tab(address = site.url) {
		const page = await context.newPage();
		const problems = [];
		page.on("pageerror", (error) => problems.push(String(error)));
		await page.goto(address);
		await page.waitForFunction(() => window.isReady);
		return Object.assign(page, { problems });
	}
	async function close() {
		await context.close();
		await site.close();
	}
	return { site, context, tab, close };
}

/** The database of a storage. */
export const databaseOf = (name = "main") => `webmcp-auto-ui storage ${name}`;
