/** An upstream that replays a recorded stream, byte by byte, cut and delayed at random. */
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";

/** A recorded stream of `tests/fixtures`. @param {string} name */
export const fixture = (name) => readFileSync(inRoot("tests", "fixtures", name));

/** The seed of a test file: `WEBMCP_SEED`, or one drawn at random; it is printed. */
export function drawSeed() {
	const seed = Number(process.env.WEBMCP_SEED ?? Math.floor(Math.random() * 2 ** 31));
	console.log(`WEBMCP_SEED=${seed}`);
	return seed;
}

/** Random numbers below `n`, the same for the same seed (mulberry32). @param {number} seed */
export function random(seed) {
	let state = seed >>> 0;
	return (/** @type {number} */ n) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
	};
}

/** `bytes` cut into pieces of 1 to `most` bytes. */
export function cut(bytes, below, most) {
	const pieces = [];
	for (let at = 0; at < bytes.length; ) {
		const end = at + 1 + below(most);
		pieces.push(bytes.subarray(at, end));
		at = end;
	}
	return pieces;
}

/**
 * Serves on loopback. `answer(seen, response)` gets the request as `{method, url, headers, body}`; `seen` collects them,
 * and each tells by `closed` whether its client left before the answer had ended.
 */
export async function upstream(answer) {
	const seen = [];
	const server = createServer((request, response) => {
		let body = "";
		request.setEncoding("utf8");
		request.on("data", (piece) => {
			body += piece;
		});
		request.on("end", () => {
			const { method, url, headers } = request;
			const entry = { method, url, headers, body, closed: false, gone: undefined };
			entry.gone = new Promise((resolve) => {
				response.on("close", () => {
					entry.closed = !response.writableFinished;
					resolve(entry.closed);
				});
			});
			seen.push(entry);
			answer(entry, response);
		});
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		seen,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Writes `bytes` in random pieces, most of them at once, some after up to `pauseMs`; stops before byte `until`. */
export async function play(response, bytes, below, { most = 9, pauseMs = 3, until = bytes.length } = {}) {
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (const piece of cut(bytes.subarray(0, until), below, most)) {
		if (response.destroyed) return;
		response.write(piece);
		if (below(32) === 0) await new Promise((resolve) => setTimeout(resolve, below(pauseMs + 1)));
	}
	if (until < bytes.length) response.destroy();
	else response.end();
}
