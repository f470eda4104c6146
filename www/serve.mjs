/** Serves the demo on loopback, with the model and the page's configuration beside it. */
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { apartFrom, startSandbox } from "./sandbox.mjs";

const HOST = "127.0.0.1";
const CONFIG_FILE = fileURLToPath(new URL("./vite.config.mjs", import.meta.url));
/** Below it lies the model, under the name of its file. */
const MODELS = "/models/";

/**
 * Builds the page into the folder that is served.
 *
 * @param {{keep?: boolean}} [options] `keep` leaves the files of the build before: a page that is open loads some of them later
 */
export async function buildDemo({ keep = false } = {}) {
	const vite = await import("vite");
	await vite.build({ configFile: CONFIG_FILE, logLevel: "warn", build: { emptyOutDir: !keep } });
}

/**
 * @typedef {{dev?: boolean, model?: string, mcpServers?: string[], settings?: object, headers?: Record<string, string>, port?: number, sandboxPort?: number}} Options
 *   `settings`: what is chosen at first; `headers`: of the built page, in the place of those of `vite.config.mjs`
 */

/**
 * @param {Options} options `dev` serves the sources and follows their changes; otherwise the built page is served
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function startDemo({
	dev = false,
	model,
	mcpServers = [],
	settings,
	headers = {},
	port = 5173,
	sandboxPort = 0,
}) {
	const vite = await import("vite");
	if (!dev) await buildDemo();
	const sandbox = await startSandbox({ port: sandboxPort }).catch(() => startSandbox());
	const config = {
		modelUrl: model ? modelUrl(model) : undefined,
		mcpServers,
		settings,
		sandboxUrl: sandbox.url,
	};
	const shared = { configFile: CONFIG_FILE, plugins: [besidePage(config, model)] };
	const server = dev
		? await vite.createServer({ ...shared, server: { host: HOST, port } })
		: await vite.preview({ ...shared, preview: { host: HOST, port, headers } });
	if ("listen" in server) await server.listen();
	return {
		url: firstUrl(server.resolvedUrls),
		close: async () => {
			await Promise.all([server.close(), sandbox.close()]);
		},
	};
}

/** Where a model's file is served. @param {string} path */
export const modelUrl = (path) => `${MODELS}${basename(path)}`;

/** @param {{local: string[]} | null | undefined} urls */
function firstUrl(urls) {
	const url = urls?.local[0];
	if (!url) throw new Error("Vite gave no address.");
	return url;
}

/**
 * A Vite plugin that answers for the configuration and the model.
 *
 * @param {{sandboxUrl?: string} & Record<string, unknown>} config
 * @param {string | undefined} model
 * @returns {import("vite").Plugin}
 */
export function besidePage(config, model) {
	/** @type {import("vite").Connect.NextHandleFunction} */
	const answer = (request, response, next) => {
		// No URL is made of it: `//` is none, and would throw.
		const [pathname] = (request.url ?? "/").split(/[?#]/, 1);
		if (pathname === "/config.json") {
			response.setHeader("content-type", "application/json");
			const sandboxUrl = apartFrom(request.headers.host, config.sandboxUrl);
			response.end(JSON.stringify({ ...config, sandboxUrl }));
		} else if (model && pathname === modelUrl(model)) {
			sendModel(model, request, response);
		} else {
			next();
		}
	};
	return {
		name: "beside-page",
		configureServer: (server) => void server.middlewares.use(answer),
		configurePreviewServer: (server) => void server.middlewares.use(answer),
	};
}

/**
 * @param {string} path
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function sendModel(path, request, response) {
	const { size, mtimeMs } = statSync(path);
	const etag = `"${size}-${Math.round(mtimeMs)}"`;
	response.setHeader("content-type", "application/octet-stream");
	response.setHeader("etag", etag);
	response.setHeader("cache-control", "no-cache");
	response.setHeader("accept-ranges", "bytes");
	if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
	const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
	const start = range ? Number(range[1]) : 0;
	const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
	if (start > end) return void response.writeHead(416, { "content-range": `bytes */${size}` }).end();
	if (range) response.setHeader("content-range", `bytes ${start}-${end}/${size}`);
	response.setHeader("content-length", end - start + 1);
	response.writeHead(range ? 206 : 200);
	if (request.method === "HEAD") return void response.end();
	const stream = createReadStream(path, { start, end });
	stream.on("error", () => response.destroy());
	response.on("close", () => stream.destroy());
	stream.pipe(response);
}
