/** Serves the built package and the model on loopback, and opens a page in Chromium that has the engine's client. */
import { createReadStream, existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { modelPath } from "../../scripts/setup/model.mjs";
import { openProfile } from "../e2e/support/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packageFolder = process.env.WEBMCP_PKG ?? join(root, "pkg");
const TYPES = {
	".js": "text/javascript",
	".mjs": "text/javascript",
	".json": "application/json",
	".wasm": "application/wasm",
	".html": "text/html",
};
const CUT_BYTES = 9_000_000;

/** Where the weights are; their absence is a failure that names the remedy. */
export function weights() {
	const path = modelPath();
	if (!existsSync(path)) throw new Error(`The Gemma weights are missing at ${path}: run npm run setup.`);
	return path;
}

/** Headers of a page that may share memory with its Workers. */
export const ISOLATED = {
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-embedder-policy": "require-corp",
};

/** Starts the server; `folders` maps further address prefixes to folders, `headers` come with every answer. */
export async function serve(folders = {}, headers = {}) {
	const model = weights();
	const server = createServer(async (request, response) => {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
		if (path === "/")
			return response.setHeader("content-type", "text/html").end("<!doctype html><title>engine</title>");
		if (path === "/model.gguf" || path === "/cut.gguf") {
			const { size } = await stat(model);
			response.setHeader("content-length", path === "/cut.gguf" ? CUT_BYTES : size);
			return createReadStream(model, path === "/cut.gguf" ? { end: CUT_BYTES - 1 } : {}).pipe(response);
		}
		if (path === "/page.gguf") return response.end("<!doctype html><title>Not a model</title>");
		const prefix = Object.keys(folders).find((name) => path.startsWith(name));
		const file = prefix ? join(folders[prefix], path.slice(prefix.length)) : join(packageFolder, path);
		try {
			const body = await readFile(file);
			response.setHeader(
				"content-type",
				TYPES[file.slice(file.lastIndexOf("."))] ?? "application/octet-stream",
			);
			return response.end(body);
		} catch {
			response.statusCode = 404;
			return response.end("not found");
		}
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Opens a page of that server; `gpu` are the arguments that give it one, by default it has none. */
export async function openPage(address, gpu = ["--disable-gpu"]) {
	const args = ["--no-sandbox", ...gpu, "--disable-quic", "--no-first-run"];
	const context = await openProfile({}, args);
	const page = await context.newPage();
	await page.goto(address);
	return { page, close: () => context.close() };
}
