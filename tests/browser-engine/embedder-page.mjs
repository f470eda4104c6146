/** A page in Chromium with the package's embedder, the tests' model and the library, served without a bundler. */
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { embedderModel } from "../../scripts/setup/embedder.mjs";
import { openPage, serve } from "./site.mjs";

const CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

/**
 * Opens it: `window` has `kit`, `createWorkerEmbedder`, its `options`, and an `embedder`.
 *
 * @returns {Promise<{page: import("playwright-core").Page, address: string, requests: string[], close(): Promise<void>}>}
 */
export async function openEmbedder() {
	const modules = inRoot("node_modules");
	const folders = {
		"/models/": `${process.env.EMBEDDER_FOLDER ?? (await embedderModel())}/`,
		"/library/": join(modules, "@huggingface/transformers/dist/"),
		"/runtime/": join(modules, "onnxruntime-web/dist/"),
		"/dying/": inRoot("tests", "browser-engine", "fixtures/"),
	};
	const site = await serve(folders, { "content-security-policy": CSP });
	const { page, close } = await openPage(site.address);
	const requests = [];
	page.context().on("request", (request) => requests.push(request.url()));
	await page.evaluate(async () => {
		const kit = await import("/index.js");
		await kit.init();
		const { createWorkerEmbedder } = await import("/embedder/index.js");
		const options = { model: "/models/", library: "/library/transformers.min.js", runtime: "/runtime" };
		Object.assign(window, { kit, createWorkerEmbedder, options, embedder: createWorkerEmbedder(options) });
	});
	return {
		page,
		address: site.address,
		requests,
		close: async () => {
			await close();
			site.close();
		},
	};
}
