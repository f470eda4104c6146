/** Waiting for what a page says about itself. */

/** What `look` returns in the page, as soon as that is something. */
export async function expectState(page, look, argument, timeout) {
	const handle = await page.waitForFunction(look, argument, { timeout, polling: 100 });
	return handle.jsonValue();
}
