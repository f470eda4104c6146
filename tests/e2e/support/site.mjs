/** Builds the pages of `pages/` with Vite, each once as long as nothing in it or in the package changes, and serves them on loopback under the strict policy that the package promises to bear. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { once } from "../../../scripts/lib/stamp.mjs";

export const STRICT_CSP =
	"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src *; img-src 'self' data:; object-src 'none'; base-uri 'none'";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const pages = fileURLToPath(new URL("../pages/", import.meta.url));

/** Strict mode mounts twice in React's development build only. */
const DEVELOPMENT = { define: { "process.env.NODE_ENV": '"development"' } };
const svelte = async () => {
	const { svelte } = await import("@sveltejs/vite-plugin-svelte");
	return { plugins: [svelte({ configFile: false })] };
};
const solid = async () => {
	const { default: solid } = await import("vite-plugin-solid");
	return { plugins: [solid()] };
};

/** The pages, and what else each is built with. @type {{[name: string]: () => Promise<import("vite").UserConfig>}} */
const PAGES = {
	"adapters/react": async () => DEVELOPMENT,
	"adapters/solid": solid,
	"adapters/svelte": svelte,
	"adapters/vue": async () => ({}),
	canvas: async () => ({}),
	elements: async () => ({}),
	"elements-react": async () => DEVELOPMENT,
	"elements-svelte": svelte,
	"elements-vue": async () => ({}),
	grammar: async () => ({}),
	share: async () => ({}),
	sqlite: async () => ({ worker: { format: "es" } }),
	storage: async () => ({}),
	widgets: async () => ({}),
};

/** Where the package's subpaths lie, the longest first: an alias takes all that begins with it. */
function subpaths() {
	const { exports } = JSON.parse(readFileSync(join(repository, "pkg", "package.json"), "utf8"));
	return Object.entries(exports)
		.filter(([subpath, target]) => subpath !== "." && target.default)
		.map(([subpath, target]) => [
			`webmcp-auto-ui${subpath.slice(1)}`,
			join(repository, "pkg", target.default),
		])
		.toSorted(([one], [other]) => other.length - one.length);
}

const shared = (/** @type {string} */ root) => ({
	root,
	configFile: /** @type {const} */ (false),
	logLevel: /** @type {const} */ ("warn"),
});

/** Builds a page unless that was done. @param {string} root its folder @returns {Promise<string>} the built one's */
async function built(root) {
	const source = relative(repository, root);
	const outDir = join(repository, "build", "pages", source.replaceAll(/[\\/]+/g, "-"));
	const inputs = [source, "pkg", "package-lock.json", "tests/e2e/support/site.mjs"];
	const outputs = [relative(repository, join(outDir, "index.html"))];
	await once(`page-${source.replaceAll(/[\\/]+/g, "-")}`, { inputs, outputs }, async () => {
		const config = (await PAGES[relative(pages, root).replaceAll("\\", "/")]?.()) ?? {};
		const alias = { ...Object.fromEntries(subpaths()), "webmcp-auto-ui": join(repository, "pkg") };
		await build({
			...shared(root),
			...config,
			resolve: { alias },
			build: { outDir, emptyOutDir: true, target: "es2022" },
		});
	});
	return outDir;
}

/** Builds all pages, for files of tests that run side by side. */
export async function buildPages() {
	for (const name of Object.keys(PAGES)) await built(join(pages, name));
}

/**
 * Serves a page, built if it must be.
 *
 * @param {string | URL} page its name in `pages/`, or its folder where it lies elsewhere
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function serveSite(page) {
	const root = page instanceof URL ? fileURLToPath(page).replace(/[\\/]$/, "") : join(pages, page);
	const outDir = await built(root);
	const server = await preview({
		...shared(root),
		build: { outDir },
		preview: { host: "127.0.0.1", port: 0, headers: { "Content-Security-Policy": STRICT_CSP } },
	});
	const url = server.resolvedUrls?.local[0];
	if (!url) throw new Error("Vite's preview server has no address.");
	return { url, close: () => server.close() };
}
