/** Serves the built package as it is, under its strict policy: its modules need no bundler. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { STRICT_CSP } from "./site.mjs";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/**
 * @param {string[]} [more] other folders of the repository that are served, such as `/tests/conformance/`
 * @param {{[name: string]: string}} [headers] of all that is served, instead of the strict policy's
 * @returns {Promise<{url: string, close(): void}>}
 */
export async function servePackage(more = [], headers = { "content-security-policy": STRICT_CSP }) {
	const served = ["/pkg/", ...more];
	const server = createServer(async (request, response) => {
		const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
		response.setHeaders(new Map(Object.entries(headers)));
		response.setHeader("content-type", TYPES[extname(path)] ?? "text/html");
		try {
			if (path === "/") return response.end("<!doctype html><title>The package</title>");
			if (!served.some((folder) => path.startsWith(folder))) throw new Error("not served");
			return response.end(await readFile(inRoot(`.${path}`)));
		} catch {
			return response.writeHead(404).end();
		}
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
