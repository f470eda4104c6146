/** Running other programs. */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./paths.mjs";

/**
 * Runs a program to its end with our own input and output.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void, write?: (text: Uint8Array) => void}} [options]
 *   `onLine` is given the output line by line; `write` takes all of it, which else is passed on as our own
 * @returns {Promise<number>} the exit code; 127 when the program cannot be started
 */
export function run(program, args, { cwd = root, env = process.env, onLine, write } = {}) {
	return new Promise((done) => {
		const stdio = onLine || write ? "pipe" : "inherit";
		const child = spawn(program, args, { cwd, env, stdio: ["ignore", stdio, stdio] });
		/** @param {import("node:stream").Readable | null} stream @param {NodeJS.WriteStream} sink */
		const relay = (stream, sink) => {
			let rest = "";
			stream?.on("data", (chunk) => {
				if (write) write(chunk);
				else sink.write(chunk);
				const lines = (rest + chunk).split("\n");
				rest = lines.pop() ?? "";
				for (const line of lines) onLine?.(line);
			});
			stream?.on("end", () => rest && onLine?.(rest));
		};
		relay(child.stdout, process.stdout);
		relay(child.stderr, process.stderr);
		child.on("error", () => done(127));
		child.on("close", (code) => done(code ?? 1));
	});
}

/**
 * What a program prints, or undefined when it fails or is not there.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function output(program, args, env = process.env) {
	const { status, stdout } = spawnSync(program, args, { encoding: "utf8", env, cwd: root });
	return status === 0 ? stdout.trim() : undefined;
}

/**
 * The path of the first of these programs that is on PATH.
 *
 * @param {string[]} names
 */
export function which(...names) {
	for (const name of names) {
		for (const folder of (process.env.PATH ?? "").split(delimiter)) {
			const path = join(folder, name);
			try {
				accessSync(path, constants.X_OK);
				return path;
			} catch {
				// Not here: look in the next folder.
			}
		}
	}
	return undefined;
}
