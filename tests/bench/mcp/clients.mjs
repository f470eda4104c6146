/** The clients that are compared, and a page of each, as its own production build. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { inRoot } from "../../../scripts/lib/paths.mjs";

const PAGE = fileURLToPath(new URL("page/", import.meta.url));

/**
 * @typedef {object} Client
 * @property {string} name
 * @property {string} folder its name on the server
 * @property {string} file
 * @property {("legacy" | "modern")[]} eras
 */

/** Ours first: all ratios are to it. @type {Client[]} */
export const CLIENTS = [
	{ name: "ours", folder: "ours", file: "ours.mjs", eras: ["legacy", "modern"] },
	{ name: "sdk 1.32.2", folder: "v1", file: "v1.mjs", eras: ["legacy"] },
	{ name: "client 2.4.0", folder: "v2", file: "v2.mjs", eras: ["legacy", "modern"] },
	{ name: "by hand", folder: "hand", file: "hand.mjs", eras: ["legacy", "modern"] },
];

/** @param {Client} client @returns {Promise<string>} the folder of the built page */
export async function buildPage({ folder, file }) {
	const outDir = inRoot("build", "mcp-bench", folder);
	await build({
		root: PAGE,
		base: "./",
		configFile: false,
		logLevel: "error",
		resolve: {
			alias: { "a-client": `${PAGE}${file}`, "webmcp-auto-ui/mcp": inRoot("pkg", "mcp", "index.js") },
		},
		build: { outDir, emptyOutDir: true, target: "es2022", reportCompressedSize: false },
	});
	return outDir;
}
