/** A stranger's project: the package packed and installed, pages around the README's examples. */
import {
	createReadStream,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { embedderModel } from "../../scripts/setup/embedder.mjs";
import { openPage } from "../e2e/support/chromium.mjs";
import { STRICT_CSP } from "../e2e/support/site.mjs";
import { FILES, install, share } from "./install.mjs";

/** Packs and installs; `files` are the tarball's, `installed` joins paths inside the package. */
export function installPackage() {
	const folder = mkdtempSync(join(tmpdir(), "webmcp-package-"));
	// The gate installs once for all files.
	const ready = process.env.WEBMCP_CONSUMER;
	if (ready) share(ready, folder);
	else install(folder);
	const files = JSON.parse(readFileSync(join(folder, FILES), "utf8"));
	const installed = (...parts) => join(folder, "node_modules", "webmcp-auto-ui", ...parts);
	const remove = () => rmSync(folder, { recursive: true, force: true });
	return { folder, files, installed, remove };
}

/** Installs an optional peer, as a link to ours: a copy has over 100 MB. */
export function installPeer(folder, [scope, part] = ["@huggingface", "transformers"]) {
	mkdirSync(join(folder, "node_modules", scope), { recursive: true });
	const name = join("node_modules", scope, part);
	if (!existsSync(join(folder, name))) symlinkSync(inRoot(name), join(folder, name));
}

/** Serves the sentence model of the tests under the address that the README names. */
export async function embedderPlugin() {
	const folder = process.env.EMBEDDER_FOLDER ?? (await embedderModel());
	return {
		name: "models",
		configurePreviewServer: ({ middlewares }) => {
			middlewares.use("/models/all-MiniLM-L6-v2", (request, response, next) => {
				const file = join(folder, new URL(request.url, "http://host").pathname);
				if (existsSync(file)) createReadStream(file).pipe(response);
				else next();
			});
		},
	};
}

/** Serves the runtime of Gemma 4 under the address that the README names. */
export function liteRtPlugin() {
	return {
		name: "litert",
		configurePreviewServer: ({ middlewares }) => {
			middlewares.use("/litert-lm", (request, response, next) => {
				const { pathname } = new URL(request.url, "http://host");
				const file = join(inRoot("node_modules", "@litert-lm", "core", "wasm"), pathname);
				if (!existsSync(file)) return next();
				response.setHeader("content-type", file.endsWith(".js") ? "text/javascript" : "application/wasm");
				createReadStream(file).pipe(response);
			});
		},
	};
}

/** The README's examples by name. */
export function examples(readme) {
	const found = readme.matchAll(/<!-- example: (\w+) -->\n```js\n([\s\S]*?)```/g);
	return new Map([...found].map(([, name, code]) => [name, code]));
}

/**
 * Builds a page around a script with the consumer's own Vite, and serves it under the strict policy, or another.
 *
 * @returns {Promise<{page: import("playwright-core").Page, problems: string[], logs: string[], open(): Promise<void>}>}
 */
export async function pageOf(
	t,
	{ folder, browser, name, code, plugins = [], workerFormat = "es", csp = STRICT_CSP },
) {
	const root = join(folder, name);
	mkdirSync(root);
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"></head>
<body><main id="canvas"></main><script type="module" src="./main.js"></script></body></html>`;
	writeFileSync(join(root, "index.html"), page);
	writeFileSync(join(root, "main.js"), code);
	const { build, preview } = await import(
		pathToFileURL(join(folder, "node_modules", "vite", "dist", "node", "index.js")).href
	);
	const config = { root, configFile: false, logLevel: "warn" };
	await build({ ...config, build: { target: "es2022" }, worker: { format: workerFormat } });
	const headers = { "Content-Security-Policy": csp };
	const server = await preview({ ...config, plugins, preview: { host: "127.0.0.1", port: 0, headers } });
	t.after(() => server.close());
	const opened = await openPage(browser);
	t.after(() => opened.close());
	const logs = [];
	opened.page.on("console", (message) => {
		if (message.type() === "log") logs.push(message.text());
	});
	return { ...opened, logs, open: async () => void (await opened.page.goto(server.resolvedUrls.local[0])) };
}
