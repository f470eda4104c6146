/** Starts what a host serves on runtimes other than Node, whose programs are named by the environment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { programOf, projectOf } from "./readme.mjs";

/** Starts a program until the test ends. */
function start(t, program, args, more = {}) {
	const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], ...more });
	t.after(() => child.kill("SIGKILL"));
	return child;
}

async function firstLine(child) {
	const [text] = await once(child.stdout, "data");
	return String(text).trim();
}

async function freePort() {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address();
	server.close();
	await once(server, "close");
	return port;
}

/** What a worker of workerd imports: files, and folders of the package. */
const PARTS = {
	proxy: ["pkg/core/arguments.js", "pkg/core/errors.js", "pkg/proxy"],
	tools: [
		"pkg/core/arguments.js",
		"pkg/core/errors.js",
		"pkg/core/file-bytes.js",
		"pkg/guard",
		"pkg/tool-api",
		"tests/js/support/tool-api-criteria.mjs",
	],
};

/** Every module below `path` that a worker can have, by the path that others import it by. */
function modulesOf(path) {
	if (!statSync(inRoot(path)).isDirectory()) return [path];
	const names = readdirSync(inRoot(path)).flatMap((name) => modulesOf(`${path}/${name}`));
	return names.filter((name) => /\.(m?js|wasm)$/.test(name));
}

/** A worker that has its options, and the keys among them, as texts. */
function config(modules, port, { keys, ...options }) {
	const text = (value) => JSON.stringify(JSON.stringify(value ?? {}));
	const kindOf = (name) => (name.endsWith(".wasm") ? "wasm" : "esModule");
	const embedded = modules.map((name) => `(name = "${name}", ${kindOf(name)} = embed "${name}")`);
	return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "served", worker = (
      modules = [${embedded.join(", ")}],
      compatibilityDate = "2025-09-01",
      bindings = [(name = "OPTIONS", text = ${text(options)}), (name = "KEYS", text = ${text(keys)})],
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "served")],
);
`;
}

async function answers(url) {
	for (let tries = 0; tries < 100; tries += 1) {
		if (await fetch(url).catch(() => undefined)) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`nothing answers at ${url}`);
}

/** Runtimes by name: each serves `what` (`proxy` or `tools`) with `options` and gives its address. */
export const RUNTIMES = {
	async DENO(t, program, what, options) {
		const args = ["run", "--allow-net", "--allow-read", "--no-config", inRoot("tests/hosts/fetch-host.mjs")];
		return firstLine(start(t, program, [...args, what, JSON.stringify(options)]));
	},
	async BUN(t, program, what, options) {
		const args = ["run", inRoot("tests/hosts/fetch-host.mjs"), what, JSON.stringify(options)];
		return firstLine(start(t, program, args));
	},
	WORKERD(t, program, what, options) {
		const own = [`tests/hosts/${what}-worker.mjs`, `tests/hosts/${what}.mjs`];
		return serveModules(t, program, [...own, ...PARTS[what].flatMap(modulesOf)], options);
	},
};

/** The README's programs: each is started as it says there, but for the port, and its address given. */
export const PROGRAMS = {
	async DENO(t, program) {
		const args = ["run", "--allow-net", "--allow-read", "serve.js"];
		return served(t, program, args, programOf("deno"));
	},
	async BUN(t, program) {
		return served(t, program, ["serve.js"], programOf("bun"));
	},
	WORKERD(t, program) {
		// What bundlers do: names of the package become its files.
		const text = programOf("workerd")
			.replace('"webmcp-auto-ui/tool-api"', '"./pkg/tool-api/index.js"')
			.replace('"webmcp-auto-ui/tool-api.wasm"', '"./pkg/tool-api/wasm/webmcp_tool_api_bg.wasm"');
		return serveModules(t, program, PARTS.tools.flatMap(modulesOf), {}, text);
	},
};

async function served(t, program, args, text) {
	const port = await freePort();
	const cwd = projectOf(t, text.replace("8788", port));
	start(t, program, args, { cwd });
	const url = `http://127.0.0.1:${port}`;
	await answers(url);
	return url;
}

/** Serves these files by workerd; the first of them is the worker, or `worker` is its text. */
async function serveModules(t, program, modules, options, worker) {
	const folder = mkdtempSync(join(tmpdir(), "webmcp-workerd-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	for (const name of modules) cpSync(inRoot(name), join(folder, name));
	if (worker !== undefined) writeFileSync(join(folder, "worker.js"), worker);
	const port = await freePort();
	const names = worker === undefined ? modules : ["worker.js", ...modules];
	writeFileSync(join(folder, "config.capnp"), config(names, port, options));
	start(t, program, ["serve", join(folder, "config.capnp")]);
	const url = `http://127.0.0.1:${port}`;
	await answers(url);
	return url;
}
