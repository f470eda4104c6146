/** A site on two origins of this machine, whose pages have `document.modelContext` of the browser, or the polyfill's. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { inRoot } from "../../../../scripts/lib/paths.mjs";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const CASES = "tests/e2e/support/webmcp";

const page = (body, polyfill) => `<!doctype html><title>page</title>${body}
<script type="module">
${polyfill ? 'import { installModelContext } from "/pkg/webmcp/polyfill/index.js"; window.uninstall = installModelContext();' : ""}
window.ready = true;
</script>`;

/**
 * @param {{polyfill: boolean}} options
 * @returns {Promise<{a: string, b: string, body: {[path: string]: string}, headers: {[path: string]: object}, close(): Promise<void>}>} two
 *   origins; what `body` and `headers` say of a path is served there
 */
export async function serveCases({ polyfill }) {
	const body = {};
	const headers = {};
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		for (const [name, value] of Object.entries(headers[pathname] ?? {})) response.setHeader(name, value);
		const file = pathname.startsWith("/pkg/")
			? pathname
			: pathname.endsWith(".mjs")
				? `${CASES}${pathname}`
				: undefined;
		if (!file) {
			response.setHeader("content-type", "text/html");
			return response.end(page(body[pathname] ?? "", polyfill));
		}
		try {
			const bytes = await readFile(inRoot(`./${file}`));
			// A sandboxed page is of no origin.
			response.setHeader("access-control-allow-origin", "*");
			response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain");
			response.end(bytes);
		} catch {
			response.statusCode = 404;
			response.end();
		}
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		a: `http://localhost:${port}`,
		b: `http://127.0.0.1:${port}`,
		body,
		headers,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
