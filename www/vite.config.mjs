/** How Vite builds the demo. */
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** Widgets that are asked for most: the page has their code offline before the first one is shown. */
const COMMON = new Set([
	...["stat", "chart", "data-table", "list", "text", "kv", "map", "scatter"],
	...["alert", "cards", "code", "log", "profile", "tags", "timeline"],
]);

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** All that a page with this package needs; data servers and models may be anywhere. */
const CSP = [
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data:",
	// Of sockets only those of a relay on this machine.
	"connect-src 'self' http: https: ws://127.0.0.1:* ws://localhost:*",
	"worker-src 'self'",
	// The page in which MCP Apps are shown: under the name that this page has not, the same machine is another site.
	"frame-src http://localhost:* http://127.0.0.1:*",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types default lit-html dompurify 'allow-duplicates'",
].join("; ");

/** Of the page at the end of a sign-in, which passes on what is in its address. */
const CALLBACK_CSP = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join("; ");

const isCallback = (/** @type {string} */ path) => path.endsWith("callback.html");

const headers = {
	// The page shares memory with its Workers, so that the model computes on several threads.
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Embedder-Policy": "credentialless",
	// A page that frames this one would have its visitor click on what it covers. The policy in the page cannot say it.
	"Content-Security-Policy": "frame-ancestors 'self'",
	"X-Frame-Options": "SAMEORIGIN",
};

/** What is started in Workers, and what is no code. */
const WORKERS = /^assets\/(?:host|worker|sqlite)[\w-]+\.js$/;
const DATA = /\.(?:css|wasm|gguf|svg|webmanifest)$/;

/** Libraries of the widgets that the demo shows; those of the others, such as diagrams, are not in its pages. */
const LIBRARIES = /\/node_modules\/(?:chart\.js|leaflet|marked|dompurify)\//;

/** Whether something that is imported when it is needed can be needed here. @param {string | null} module its first file */
function isShown(module) {
	if (!module || module.includes("/node_modules/")) return LIBRARIES.test(module ?? "");
	const [, widget] = /\/pkg\/widgets\/([^/]+)\/render\.js$/.exec(module) ?? [];
	return widget === undefined || COMMON.has(widget);
}

/** The files of what is imported only when it is needed, and of all that those import. @param {import("vite").Rolldown.OutputBundle} bundle */
function needed(bundle) {
	/** @type {Set<string>} */
	const files = new Set();
	const add = (/** @type {string} */ file) => {
		const chunk = bundle[file];
		if (files.has(file) || chunk?.type !== "chunk" || chunk.isEntry) return;
		files.add(file);
		for (const other of chunk.imports) add(other);
	};
	for (const [file, chunk] of Object.entries(bundle)) {
		if (chunk.type === "chunk" && chunk.isDynamicEntry && isShown(chunk.facadeModuleId)) add(file);
	}
	return files;
}

/** The files of code that the page may need, of the last build. @type {Set<string>} */
const code = new Set();

/**
 * Fetches ahead what the page imports only when it is needed, such as the chart library: a page whose model is in the
 * browser must not lose its widgets with the network.
 *
 * @returns {import("vite").Plugin}
 */
const ahead = () => ({
	name: "ahead",
	apply: "build",
	transformIndexHtml: {
		order: "post",
		handler: (_, { bundle = {}, path }) => {
			if (isCallback(path)) return;
			const later = needed(bundle);
			for (const [file, chunk] of Object.entries(bundle))
				if (later.has(file) || (chunk.type === "chunk" && chunk.isEntry && chunk.name === "index"))
					for (const one of [file, ...(chunk.type === "chunk" ? chunk.imports : [])]) code.add(one);
			return [...later].map((fileName) => ({
				tag: "link",
				attrs: { rel: "modulepreload", href: `./${fileName}`, fetchpriority: "low" },
				injectTo: /** @type {const} */ ("head"),
			}));
		},
	},
});

/**
 * Tells the Service Worker which files the page needs without a network.
 *
 * @returns {import("vite").Plugin}
 */
const kept = () => ({
	name: "kept",
	apply: "build",
	closeBundle() {
		const root = at("../build/www");
		const files = readdirSync(root, { recursive: true, encoding: "utf8" });
		const isKept = (/** @type {string} */ file) =>
			code.has(file) || WORKERS.test(file) || (DATA.test(file) && !/full_schema/.test(file));
		const list = JSON.stringify(["./", "config.json", ...files.filter(isKept).sort()]);
		writeFileSync(`${root}/kept.json`, list);
		// A browser looks for what to keep anew where the worker is another file.
		const build = createHash("sha256")
			.update(list)
			.update(readFileSync(`${root}/index.html`))
			.digest("hex");
		appendFileSync(`${root}/service-worker.js`, `\n// ${build}\n`);
	},
});

export default defineConfig({
	root: at("."),
	base: "./",
	resolve: {
		alias: [
			{ find: "webmcp-auto-ui-composer", replacement: at("../composer/index.js") },
			{
				find: /^webmcp-auto-ui\/tool-api\/service-worker$/,
				replacement: at("../pkg/hosts/service-worker.js"),
			},
			{ find: /^webmcp-auto-ui\/mcp\/auth$/, replacement: at("../pkg/mcp-auth/index.js") },
			{ find: /^webmcp-auto-ui\/sqlite$/, replacement: at("../pkg/sqlite/index.js") },
			{ find: /^webmcp-auto-ui\/elements$/, replacement: at("../pkg/elements/index.js") },
			{ find: /^webmcp-auto-ui\/elements\/(\w+)$/, replacement: at("../pkg/elements/$1.js") },
			{ find: /^webmcp-auto-ui$/, replacement: at("../pkg/index.js") },
		],
	},
	build: {
		outDir: at("../build/www"),
		emptyOutDir: true,
		target: "es2022",
		assetsInlineLimit: 0,
		// Two pages would share it as a file of its own, for browsers that the package does not run in.
		modulePreload: { polyfill: false },
		rollupOptions: {
			input: {
				index: at("index.html"),
				callback: at("callback.html"),
				"service-worker": at("service-worker.ts"),
			},
			output: {
				// A Service Worker serves what is below its own address, which must stay the same.
				entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
			},
		},
	},
	worker: { format: "es" },
	server: { headers },
	preview: { headers },
	plugins: [
		ahead(),
		kept(),
		{
			name: "content-security-policy",
			// While developing, Vite itself puts scripts and styles into the page that the policy forbids.
			apply: "build",
			transformIndexHtml: (_, { path }) => [
				{
					tag: "meta",
					attrs: {
						"http-equiv": "Content-Security-Policy",
						content: isCallback(path) ? CALLBACK_CSP : CSP,
					},
					injectTo: "head-prepend",
				},
			],
		},
	],
});
