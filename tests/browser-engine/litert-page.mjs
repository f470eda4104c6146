/** A page in Chromium with Google's real runtime, bundled to one module, under a strict policy and without a bundler of its own. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { openPage, serve } from "./site.mjs";

const CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src *";

const core = (file) => JSON.stringify(inRoot("node_modules/@litert-lm/core/dist", file));

/** The runtime as it is, and one whose engine is the fake that it has for tests. */
const ENTRIES = {
	"litert-lm": `export * from ${core("index.js")};`,
	fakes: `import { EngineFake } from ${core("testing/index.js")};
export { Backend, SamplerType } from ${core("index.js")};
export const loadLiteRtLm = async () => ({ liteRtLmWasm: {} });
export const Engine = {
	async create(settings) {
		const text = await new Response(settings.model).text();
		if (!text.startsWith("LITERTLM")) throw new Error("Invalid magic number");
		return EngineFake.create(settings);
	},
};`,
};

/** Bundles both, each to one module, as the README says; gives the folder. */
async function bundle() {
	const folder = await mkdtemp(join(tmpdir(), "webmcp-litert-"));
	for (const [name, code] of Object.entries(ENTRIES)) {
		const entry = join(folder, `${name}.entry.js`);
		await writeFile(entry, code);
		const lib = { entry, formats: /** @type {["es"]} */ (["es"]), fileName: () => `${name}.js` };
		const outDir = join(folder, "out");
		const shared = {
			root: folder,
			configFile: /** @type {const} */ (false),
			logLevel: /** @type {const} */ ("warn"),
		};
		await build({ ...shared, build: { outDir, emptyOutDir: false, lib } });
	}
	return folder;
}

/** A WebGPU adapter without a graphics card; tests only, for it takes minutes for a sentence. */
const SOFTWARE_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/**
 * Opens it: `window` has `kit` and `liteRt`, and `attempt(options, runtimeOptions)`, which says what came of loading and greeting.
 *
 * @returns {Promise<{page: import("playwright-core").Page, address: string, requests: string[], close(): Promise<void>}>}
 */
export async function openLiteRt({ gpu = false } = {}) {
	const library = await bundle();
	const folders = {
		"/library/": `${library}/out/`,
		"/runtime/": inRoot("node_modules/@litert-lm/core/wasm/"),
	};
	const site = await serve(folders, { "content-security-policy": CSP });
	const { page, close } = await openPage(site.address, gpu ? SOFTWARE_GPU : undefined);
	const requests = [];
	page.context().on("request", (request) => requests.push(request.url()));
	await page.evaluate(async () => {
		const kit = await import("/index.js");
		const { liteRt } = await import("/litert/index.js");
		const addresses = { wasm: "/runtime", library: "/library/litert-lm.js", device: "cpu" };
		const attempt = async (options, runtimeOptions = {}) => {
			const phases = [];
			const provider = new kit.WasmProvider({
				runtime: liteRt({ ...addresses, ...runtimeOptions }),
				contextSize: 512,
				onProgress: (_, phase) => phases.includes(phase) || phases.push(phase),
				...options,
			});
			try {
				const { content } = await provider.chat([{ role: "user", content: "hi" }], []);
				return { phases, text: content[0].text };
			} catch (error) {
				return { phases, code: error.code, message: error.message };
			} finally {
				provider.dispose();
			}
		};
		Object.assign(window, { kit, attempt });
	});
	return {
		page,
		address: site.address,
		requests,
		close: async () => {
			await close();
			site.close();
			await rm(library, { recursive: true, force: true });
		},
	};
}
