/** Starts the proxy on runtimes other than Node, whose programs are named by the environment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";

/** Starts a program until the test ends. */
function start(t, program, args) {
	const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
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

/** What the proxy's modules import from beside their folder. */
const SHARED = ["arguments.js", "errors.js"];

/** What a worker is made of: each module by the path that others import it by. */
function config(folder, port, { keys, ...options }) {
	const modules = [
		"worker.mjs",
		...SHARED,
		...readdirSync(join(folder, "proxy")).map((name) => `proxy/${name}`),
	];
	const text = (value) => JSON.stringify(JSON.stringify(value));
	return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "proxy", worker = (
      modules = [${modules.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
      compatibilityDate = "2025-09-01",
      bindings = [(name = "OPTIONS", text = ${text(options)}), (name = "KEYS", text = ${text(keys)})],
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "proxy")],
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

/** Runtimes by name: each starts the proxy with `options` and gives its address. */
export const RUNTIMES = {
	async DENO(t, program, options) {
		const args = ["run", "--allow-net", "--no-config", inRoot("tests/hosts/fetch-host.mjs")];
		return firstLine(start(t, program, [...args, JSON.stringify(options)]));
	},
	async BUN(t, program, options) {
		return firstLine(
			start(t, program, ["run", inRoot("tests/hosts/fetch-host.mjs"), JSON.stringify(options)]),
		);
	},
	async WORKERD(t, program, options) {
		const folder = mkdtempSync(join(tmpdir(), "webmcp-workerd-"));
		t.after(() => rmSync(folder, { recursive: true, force: true }));
		const modules = (name) => !name.endsWith(".d.ts");
		cpSync(inRoot("pkg/proxy"), join(folder, "proxy"), { recursive: true, filter: modules });
		for (const name of SHARED) copyFileSync(inRoot("pkg", name), join(folder, name));
		copyFileSync(inRoot("tests/hosts/worker.mjs"), join(folder, "worker.mjs"));
		const port = await freePort();
		writeFileSync(join(folder, "config.capnp"), config(folder, port, options));
		start(t, program, ["serve", join(folder, "config.capnp")]);
		const url = `http://127.0.0.1:${port}`;
		await answers(url);
		return url;
	},
};
