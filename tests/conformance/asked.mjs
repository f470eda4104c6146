/** What the command that the harness starts is told. */

/** Variables by which `in-chromium.mjs` finds the browser and its page. */
export const BROWSER = "CONFORMANCE_BROWSER";
export const PAGE = "CONFORMANCE_PAGE";
/** How the line of its standard error begins that says why it failed. */
export const SAID = "client: ";

/** @returns {import("./steps.mjs").Asked} */
export function asked() {
	const { MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_PROTOCOL_VERSION, MCP_CONFORMANCE_CONTEXT } = process.env;
	const url = process.argv[2];
	if (!url || !MCP_CONFORMANCE_SCENARIO) {
		throw new Error("The harness starts this; run tests/conformance/run.mjs.");
	}
	return {
		url,
		scenario: MCP_CONFORMANCE_SCENARIO,
		revision: MCP_CONFORMANCE_PROTOCOL_VERSION ?? "2025-11-25",
		context: JSON.parse(MCP_CONFORMANCE_CONTEXT ?? "{}"),
	};
}

/**
 * Does the work; where it fails, says so in one line and fails the command.
 *
 * @param {() => Promise<unknown>} work
 */
export async function report(work) {
	try {
		await work();
	} catch (error) {
		console.error(`${SAID}${error instanceof Error ? error.message.split("\n")[0] : error}`);
		// Whatever the client has left open: the harness waits for the command's end.
		process.exit(1);
	}
}

/** Where an authorization server's page sends whoever opens it: the mocks ask nobody. @param {string} address */
export async function answerOf(address) {
	const { headers } = await fetch(address, { redirect: "manual" });
	return headers.get("location") ?? "";
}
