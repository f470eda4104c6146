/** Serves the page in which MCP Apps are shown, on a site of its own: what an app does there is not done where the page is. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const APPS = fileURLToPath(new URL("../pkg/apps/", import.meta.url));
/** Two names of this machine, each a site of its own; another port alone would be none. */
const NAMES = /** @type {const} */ (["localhost", "127.0.0.1"]);
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" };

const HEADERS = {
	"Content-Security-Policy": `frame-ancestors ${NAMES.map((name) => `http://${name}:*`).join(" ")}`,
	// A page that shares memory frames only what says that it bears it.
	"Cross-Origin-Embedder-Policy": "credentialless",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Cache-Control": "no-cache",
	"X-Content-Type-Options": "nosniff",
};

/**
 * The address of the sandbox for a page that was asked for by some name: under the other one.
 *
 * @param {string | undefined} url @param {string | undefined} host of the page
 */
export function apartFrom(host, url) {
	const [usual, other] = NAMES;
	return host?.startsWith(usual) ? url?.replace(`//${usual}:`, `//${other}:`) : url;
}

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
		url: `http://${NAMES[0]}:${address.port}/sandbox.html`,
		close: async () => {
			http.closeAllConnections();
			await new Promise((done) => http.close(done));
		},
	};
}
