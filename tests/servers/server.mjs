/** A server as a process of its own, which can be killed and started again at the same address. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { FOLDER, install, pythonOf } from "./install.mjs";

const WATCHED = ["--import", "./watched.mjs"];
const EVERYTHING = join("node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js");
/** How long one may take to start, milliseconds: Python compiles its modules the first time. */
const START_MS = 60_000;

/**
 * What is started for each, and where it then answers.
 *
 * @type {{[kind: string]: {program: string, args: (port: number) => string[], path: string}}}
 */
const PROGRAMS = {
	everything: {
		program: process.execPath,
		args: () => [...WATCHED, EVERYTHING, "streamableHttp"],
		path: "/mcp",
	},
	"everything-sse": { program: process.execPath, args: () => [...WATCHED, EVERYTHING, "sse"], path: "/sse" },
	dual: { program: process.execPath, args: (port) => [...WATCHED, "dual.mjs", String(port)], path: "/mcp" },
	python: { program: pythonOf("python"), args: (port) => ["fast.py", String(port)], path: "/mcp" },
	"python-modern": {
		program: pythonOf("python-modern"),
		args: (port) => ["modern.py", String(port)],
		path: "/mcp",
	},
};
export const KINDS = Object.keys(PROGRAMS);

/**
 * What a server says of itself: what it was sent (`request`), with which status it answered (`head`), which JSON-RPC requests it answered
 * (`answer`), that a reply has ended (`closed`), and what its tools have seen (`noticed`). `life` counts its starts.
 *
 * @typedef {{life: number, what: string, number?: number, http?: string, path?: string, status?: number, id?: unknown,
 *   event?: string, uri?: string, level?: string, headers?: {[name: string]: string},
 *   rpc?: {id?: number, method?: string, params?: any, result?: any, error?: any}[]}} Told
 */

/** Installs what it wants, and starts it. @param {string} kind one of {@link KINDS} */
export async function startServer(kind) {
	await install(kind);
	const port = await freePort();
	const { program, args, path } = PROGRAMS[kind];
	/** @type {Told[]} */
	const told = [];
	let life = 0;
	/** @type {import("node:child_process").ChildProcess | undefined} */
	let child;
	let problems = "";

	async function start() {
		life += 1;
		// Nothing of our own environment is its business; nothing that it is asked to fetch lies elsewhere.
		const { PATH, HOME, SystemRoot } = process.env;
		const env = { PATH, HOME, SystemRoot, PORT: String(port), GZIP_ALLOWED_DOMAINS: "127.0.0.1" };
		child = spawn(program, args(port), { cwd: FOLDER, env, stdio: ["ignore", "pipe", "pipe"] });
		const of = life;
		createInterface({ input: /** @type {import("node:stream").Readable} */ (child.stdout) }).on(
			"line",
			(line) => {
				if (line.startsWith("told ")) told.push({ life: of, ...JSON.parse(line.slice(5)) });
			},
		);
		child.stderr?.on("data", (text) => {
			problems = `${problems}${text}`.slice(-2000);
		});
		const until = Date.now() + START_MS;
		while (!(await answers("127.0.0.1", port))) {
			if (child.exitCode !== null || Date.now() > until) {
				throw new Error(`The server '${kind}' does not start: ${problems.trim()}`);
			}
			await new Promise((done) => setTimeout(done, 30));
		}
		await mustBeOurs(port);
	}

	/** Without a word, as a crash ends it. */
	async function kill() {
		const ended = child && child.exitCode === null && child.signalCode === null && once(child, "exit");
		child?.kill("SIGKILL");
		await ended;
	}

	try {
		await start();
	} catch (error) {
		await kill();
		throw error;
	}
	return {
		kind,
		url: `http://127.0.0.1:${port}${path}`,
		start,
		kill,
		/** What it has told from that place on: its words may be later here than its answers. @param {number} [from] */
		told: async (from = 0) => {
			for (let round = 0, known = -1; known < told.length && round < 20; round += 1) {
				known = told.length;
				await new Promise((done) => setTimeout(done, 30));
			}
			return told.slice(from);
		},
	};
}

/** One that nobody has: below those that connections are given, of which one could take it while the server is down. */
async function freePort() {
	for (;;) {
		const port = 20_000 + Math.floor(Math.random() * 12_000);
		const server = createServer();
		const isFree = await new Promise((done) => {
			server.once("error", () => done(false));
			server.listen(port, "127.0.0.1", () => done(true));
		});
		server.close();
		if (isFree) return port;
	}
}

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
function answers(host, port) {
	return new Promise((done) => {
		const socket = connect({ host, port, timeout: 1_000 });
		const end = (/** @type {boolean} */ is) => {
			socket.destroy();
			done(is);
		};
		socket.once("connect", () => end(true));
		socket.once("error", () => end(false));
		socket.once("timeout", () => end(false));
	});
}

/** It answers on this machine alone. @param {number} port */
async function mustBeOurs(port) {
	const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
	for (const { address, internal, family } of others) {
		if (internal || family !== "IPv4") continue;
		if (await answers(address, port))
			throw new Error(`The server can be reached at ${address}, not on loopback alone.`);
	}
}
