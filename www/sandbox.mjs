/** Serves the page in which MCP Apps are shown, on a site of its own: what an app does there is not done where the page is. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const APPS = fileURLToPath(new URL("../pkg/apps/", import.meta.url));
/** The page is at 127.0.0.1, which is another site than this name, and not only another port. */
const NAME = "localhost";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" };

const HEADERS = {
	"Content-Security-Policy": "frame-ancestors http://127.0.0.1:*",
	// A page that shares memory frames only what says that it bears it.
	"Cross-Origin-Embedder-Policy": "credentialless",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Cache-Control": "no-cache",
	"X-Content-Type-Options": "nosniff",
};

/**
 * @param {{port?: number}} [options] port 0 takes a free one
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function startSandbox({ port = 0 } = {}) {
	const http = createServer(async (request, response) => {
		const [, name, ending] = /^\/([\w-]+\.(html|js))(?:\?|$)/.exec(request.url ?? "") ?? [];
		const body = name && (await readFile(APPS + name).catch(() => undefined));
		if (!body) return void response.writeHead(404, HEADERS).end();
		const type = TYPES[/** @type {keyof typeof TYPES} */ (ending)];
		response.writeHead(200, { ...HEADERS, "Content-Type": type }).end(body);
	});
	await new Promise((done, failed) => {
		http.once("error", failed);
		http.listen(port, "127.0.0.1", () => done(undefined));
	});
	const address = http.address();
	if (address === null || typeof address === "string") throw new Error("The sandbox has no port.");
	return {
		url: `http://${NAME}:${address.port}/sandbox.html`,
		close: async () => {
			http.closeAllConnections();
			await new Promise((done) => http.close(done));
		},
	};
}
