/** The proxy on Node's own server: what it is bound to, requests as only a raw socket writes them, large uploads. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { nodeHandler, serveModelProxy } from "../../pkg/hosts/node.js";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { ask, options, serveProxy } from "./support/proxy.mjs";
import { upstream } from "./support/replay.mjs";

const BODY = '{"model":"m"}';

/** An upstream that says `{}`. */
async function plain(t) {
	const up = await upstream((_, response) => response.end("{}"));
	t.after(() => up.close());
	return up;
}

/** Sends a request as it is written here; gives the first line of the answer. */
async function raw(url, lines, body = BODY) {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	const head = [
		...lines,
		"content-type: application/json",
		`content-length: ${body.length}`,
		"connection: close",
	];
	socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
	let text = "";
	socket.setEncoding("utf8").on("data", (piece) => {
		text += piece;
	});
	await once(socket, "close");
	return text.split("\r\n")[0];
}

test("a socket bound to everything needs authorize, also for requests from this machine", async (t) => {
	const up = await plain(t);
	const open = await serveProxy(t, options(up.url), { host: "0.0.0.0" });
	const { port } = new URL(open.url);
	assert.equal((await ask(`http://127.0.0.1:${port}/up`)).status, 403);
	const closed = await serveProxy(t, options(up.url));
	assert.match(closed.url, /^http:\/\/127\.0\.0\.1:\d+$/);
	assert.equal((await ask(`${closed.url}/up`)).status, 200);
	assert.equal(up.seen.length, 1);
});

test("a handler in a server of one's own is not bound to loopback unless it says so", async (t) => {
	const up = await plain(t);
	const proxy = createModelProxy(options(up.url));
	for (const [bound, status] of [
		[undefined, 403],
		["loopback", 200],
	]) {
		const server = createServer(nodeHandler(proxy, bound)).listen(0, "127.0.0.1");
		t.after(() => server.close());
		await once(server, "listening");
		const response = await ask(`http://127.0.0.1:${server.address().port}/up`);
		assert.equal(response.status, status);
		await response.text();
	}
});

test("a port that is taken is an error", async (t) => {
	const proxy = createModelProxy(options("http://127.0.0.1:1"));
	const { url } = await serveProxy(t, options("http://127.0.0.1:1"));
	await assert.rejects(serveModelProxy(proxy, { port: Number(new URL(url).port) }), { code: "EADDRINUSE" });
});

test("request lines that no browser writes lead nowhere else", async (t) => {
	const up = await plain(t);
	const { url } = await serveProxy(t, options(up.url));
	const { host } = new URL(url);
	for (const [lines, status] of [
		[["POST /up HTTP/1.1", `host: ${host}`], 200],
		[["POST //evil.example/up HTTP/1.1", `host: ${host}`], 404],
		[["POST http://evil.example/up HTTP/1.1", `host: ${host}`], 400],
		[["POST /up HTTP/1.1", "host: evil.example"], 403],
		[["POST /up HTTP/1.1", "host: evil.example@127.0.0.1"], 400],
		[["POST /up HTTP/1.1", "host: a b"], 400],
		[["POST / HTTP/1.1", "host: 127.0.0.1/up?"], 400],
		[["POST /up HTTP/1.1", "host:"], 400],
		[["POST up HTTP/1.1", `host: ${host}`], 400],
		[["OPTIONS * HTTP/1.1", `host: ${host}`], 400],
		[["TRACE /up HTTP/1.1", `host: ${host}`], 400],
		[["POST /up HTTP/1.1", `host: ${host}`, "content-type: text/plain"], 415],
		[["POST /up HTTP/1.1", `host: ${host}`, "origin: null"], 403],
		[["POST /up HTTP/1.1", `host: ${host}`, "origin: http://a", "origin: http://b"], 403],
	]) {
		const line = await raw(url, lines);
		assert.match(line, new RegExp(`^HTTP/1.1 ${status}`), lines.join(" | "));
	}
	assert.equal(up.seen.length, 1);
});

test("an upload that is too large is refused while it comes, and can read why", {
	timeout: 20_000,
}, async (t) => {
	const up = await plain(t);
	const { url } = await serveProxy(t, options(up.url, { limits: { bodyBytes: 100_000 } }));
	const piece = new Uint8Array(16_384).fill(32);
	let sent = 0;
	const endless = new ReadableStream({
		pull(controller) {
			sent += piece.length;
			if (sent > 512 * 1024 * 1024) controller.error(new Error("nobody stops this"));
			else controller.enqueue(piece);
		},
	});
	const response = await ask(`${url}/up`, undefined, { body: endless, duplex: "half" });
	assert.equal(response.status, 413);
	assert.match((await response.json()).error.message, /more than 100000 bytes/);
	const announced = await raw(url, ["POST /up HTTP/1.1", `host: ${new URL(url).host}`], " ".repeat(200_000));
	assert.match(announced, / 413 /);
	assert.equal((await ask(`${url}/up`)).status, 200, "it goes on serving");
});

test("a response of authorize keeps its cookies", async (t) => {
	const headers = [
		["set-cookie", "a=1"],
		["set-cookie", "b=2"],
		["location", "/login"],
	];
	const authorize = () => new Response("sign in", { status: 303, headers });
	const { url } = await serveProxy(t, options("http://127.0.0.1:1", { authorize }));
	const response = await ask(`${url}/up`, undefined, { redirect: "manual" });
	assert.deepEqual([response.status, response.headers.get("location")], [303, "/login"]);
	assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
	await response.text();
});

test("closing breaks off what runs and frees the port", { timeout: 10_000 }, async (t) => {
	const up = await upstream((_, response) => response.writeHead(200).write("x"));
	t.after(() => up.close());
	const served = await serveModelProxy(createModelProxy(options(up.url)), { port: 0 });
	const response = await ask(`${served.url}/up`);
	await served.close();
	await assert.rejects(response.text());
	assert.equal(await up.seen[0].gone, true);
	await assert.rejects(ask(`${served.url}/up`));
});
