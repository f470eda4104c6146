/** Builds a page with Vite and serves it on loopback under the strict policy that the package promises to bear. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";

export const STRICT_CSP =
	"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src *; img-src 'self' data:; object-src 'none'; base-uri 'none'";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

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

/**
 * @param {string} root the page's folder
 * @param {Pick<import("vite").UserConfig, "plugins" | "define">} [config] what else the page is built with
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function serveSite(root, config = {}) {
	const outDir = await mkdtemp(join(tmpdir(), "webmcp-site-"));
	const shared = { root, configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ("warn") };
	const alias = { ...Object.fromEntries(subpaths()), "webmcp-auto-ui": join(repository, "pkg") };
	await build({
		...shared,
		...config,
		resolve: { alias },
		build: { outDir, emptyOutDir: true, target: "es2022" },
	});
	const server = await preview({
		...shared,
		build: { outDir },
		preview: { host: "127.0.0.1", port: 0, headers: { "Content-Security-Policy": STRICT_CSP } },
	});
	const url = server.resolvedUrls?.local[0];
	if (!url) throw new Error("Vite's preview server has no address.");
	return {
		url,
		close: async () => {
			await server.close();
			await rm(outDir, { recursive: true, force: true });
		},
	};
}
