/** Serves the built pages, plays the model to all of them, and remembers what was asked for. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { a2uiMessages, agUi, chatCompletions, uiMessages } from "./wires.mjs";

const TYPES = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript",
	".css": "text/css",
	".wasm": "application/wasm",
	".json": "application/json",
	".woff2": "font/woff2",
};

/** What a runtime of CopilotKit says of itself. */
const RUNTIME = {
	version: "1.74.0",
	agents: { default: { name: "default", description: "", className: "Fake" } },
};

/** Which protocol is spoken where. @type {{[path: string]: (body: any) => import("./wires.mjs").Due[]}} */
const WIRES = {
	"/v1/chat/completions": chatCompletions,
	"/api/chat": uiMessages,
	"/copilotkit/agent/default/run": agUi,
	"/copilotkit/agent/default/connect": () => [],
	"/a2ui": a2uiMessages,
};

/** @param {import("node:http").IncomingMessage} request */
async function bodyOf(request) {
	const parts = [];
	for await (const part of request) parts.push(part);
	const text = Buffer.concat(parts).toString("utf8");
	return text === "" ? {} : JSON.parse(text);
}

/** @param {import("node:http").ServerResponse} response @param {import("./wires.mjs").Due[]} all */
function play(response, all) {
	response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
	response.flushHeaders();
	const began = performance.now();
	const left = [...all];
	// By the clock and not one after the other, so that a late timer delays nothing after it.
	const next = () => {
		const due = performance.now() - began;
		while (left.length > 0 && left[0].at <= due) response.write(left.shift()?.send);
		if (left.length === 0) response.end();
		else setTimeout(next, left[0].at - (performance.now() - began));
	};
	next();
}

/** @param {Map<string, string>} folders of the built pages by name */
export async function serve(folders) {
	/** @type {Map<string, Buffer>} */
	const files = new Map();
	/** @type {string[]} */
	let asked = [];
	let lastAt = 0;
	const fileAt = (/** @type {string} */ pathname) => {
		const [, name, ...rest] = normalize(pathname).split("/");
		const folder = folders.get(name);
		if (!folder) return undefined;
		const path = join(folder, rest.join("/") || "index.html");
		let bytes = files.get(path);
		if (!bytes) {
			try {
				bytes = readFileSync(path);
			} catch {
				return undefined;
			}
			files.set(path, bytes);
		}
		return { path, bytes };
	};
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://host");
		lastAt = performance.now();
		const wire = WIRES[pathname];
		if (wire) return play(response, wire(await bodyOf(request)));
		if (pathname === "/copilotkit/info") {
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(RUNTIME));
			return;
		}
		const file = fileAt(pathname);
		if (!file) {
			asked.push(`404 ${pathname}`);
			response.writeHead(404).end();
			return;
		}
		asked.push(file.path);
		response.writeHead(200, { "content-type": TYPES[extname(file.path)] ?? "application/octet-stream" });
		response.end(file.bytes);
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		/** Forgets what was asked for. */
		forget: () => {
			asked = [];
		},
		/** The files that were asked for since. */
		asked: () => [...new Set(asked)],
		/** Resolves once nothing was asked for in that many milliseconds. @param {number} ms */
		quiet: async (ms) => {
			while (performance.now() - lastAt < ms) await new Promise((done) => setTimeout(done, 50));
		},
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** @type {Map<string, {raw: number, gzip: number, brotli: number}>} */
const weighed = new Map();

/** What a file weighs as it is and compressed. @param {string} path */
function weigh(path) {
	let weight = weighed.get(path);
	if (!weight) {
		const bytes = readFileSync(path);
		weight = {
			raw: bytes.length,
			gzip: gzipSync(bytes, { level: 9 }).length,
			brotli: brotliCompressSync(bytes).length,
		};
		weighed.set(path, weight);
	}
	return weight;
}

/**
 * Bytes of the files that end so.
 *
 * @param {string[]} paths
 * @param {string} ending
 */
export function bytesOf(paths, ending) {
	const all = paths.filter((path) => path.endsWith(ending)).map(weigh);
	const sum = (/** @type {"raw" | "gzip" | "brotli"} */ of) =>
		all.reduce((total, each) => total + each[of], 0);
	return { files: all.length, raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };
}
