/** Whom a proxy without `authorize` takes for its own machine: a peer, a name, a page and a way that are all of loopback. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { nodeHandler } from "../../pkg/hosts/node.js";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { options, request } from "./support/proxy.mjs";

function proxyOf(more = {}) {
	return createModelProxy({
		...options("http://127.0.0.1:1", more),
		fetch: async () => Response.json({ ok: true }),
	});
}

const statusOf = async (headers, url = "http://127.0.0.1:8787/up", more = {}) => {
	const response = await proxyOf(more)(new Request(url, request("/up", undefined, { headers })), "loopback");
	await response.text();
	return response.status;
};

test("a request that any server has forwarded is not from this machine", async () => {
	for (const name of [
		"Forwarded",
		"X-Forwarded-For",
		"X-Forwarded-Host",
		"X-Forwarded-Proto",
		"X-Forwarded-Port",
		"X-Forwarded-Server",
		"X-Forwarded-By",
		"X-Forwarded",
		"Forwarded-For",
		"X-Original-Forwarded-For",
		"X-Real-IP",
		"Via",
		"CF-Connecting-IP",
		"CF-Connecting-IPv6",
		"CF-Ray",
		"CDN-Loop",
		"True-Client-IP",
		"X-Client-IP",
		"Client-IP",
		"Fastly-Client-IP",
		"X-Cluster-Client-IP",
		"X-Remote-IP",
		"X-Remote-Addr",
		"X-Originating-IP",
		"X-ProxyUser-IP",
		"WL-Proxy-Client-IP",
		"Fly-Client-IP",
		"DO-Connecting-IP",
		"X-NF-Client-Connection-IP",
		"X-Azure-ClientIP",
		"X-Appengine-User-IP",
		"X-Envoy-External-Address",
		"X-Amzn-Trace-Id",
		"X-ARR-LOG-ID",
		"X-Vercel-Id",
		"Tailscale-User-Login",
		"X-Original-URL",
		"Max-Forwards",
	]) {
		assert.equal(await statusOf({ [name]: "127.0.0.1" }), 403, name);
	}
});

test("what browsers and clients of models send themselves does not look forwarded", async () => {
	const headers = {
		"user-agent": "OpenAI/JS 6.1.0",
		"x-stainless-os": "Linux",
		"x-stainless-retry-count": "0",
		"x-goog-api-client": "genai-js/1",
		"x-request-id": "1",
		"x-client-version": "2",
		"x-user": "ann",
		"anthropic-version": "2023-06-01",
		"anthropic-dangerous-direct-browser-access": "true",
		"sec-fetch-site": "same-origin",
		traceparent: "00-1-1-00",
		origin: "http://localhost:5173",
	};
	assert.equal(await statusOf(headers, undefined, { origins: ["http://localhost:5173"] }), 200);
});

test("a page that another machine has of a development server is refused, whatever Host that server writes", async () => {
	const page = "http://192.168.0.7:5173";
	for (const [what, headers, status] of [
		["its Origin says so", { origin: page }, 403],
		["its Referer says so", { referer: `${page}/chat` }, 403],
		["Origin was rewritten, Referer was not", { origin: "http://localhost:5173", referer: `${page}/` }, 403],
		["a name of the network", { origin: "http://desk.local:5173" }, 403],
		["an opaque origin", { origin: "null" }, 403],
		["a Referer that is no address", { referer: "chat" }, 403],
		["a browser without the address of a page", { "sec-fetch-site": "same-origin" }, 403],
		["another browser without one", { "sec-ch-ua": '"Chromium"' }, 403],
		["X-Forwarded-For", { "x-forwarded-for": "192.168.0.7" }, 403],
		["X-Forwarded-For of this machine", { "x-forwarded-for": "127.0.0.1" }, 403],
		["Forwarded", { forwarded: "for=192.168.0.7" }, 403],
		["X-Real-IP", { "x-real-ip": "192.168.0.7" }, 403],
		["Via", { via: "1.1 vite" }, 403],
		["a program of this machine", {}, 200],
	]) {
		assert.equal(await statusOf(headers), status, what);
	}
	const origins = ["http://localhost:5173"];
	const own = { origin: origins[0], referer: "http://localhost:5173/chat", "sec-fetch-site": "same-site" };
	assert.equal(await statusOf(own, undefined, { origins }), 200, "a page of this machine");
});

test("names and pages beyond this machine need authorize, also where origins lists them", async () => {
	for (const host of [
		"192.168.0.2",
		"proxy.example",
		"127.0.0.1.example",
		"localhost.example",
		"0.0.0.0",
		"[::2]",
	])
		assert.equal(await statusOf({}, `http://${host}:8787/up`), 403, host);
	for (const host of ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "[::ffff:127.0.0.1]", "app.localhost"])
		assert.equal(await statusOf({}, `http://${host}:8787/up`), 200, host);
	const origins = ["https://app.example", "https://localhost.example", "http://[::1]:5173"];
	for (const [origin, status] of [
		["https://app.example", 403],
		["https://localhost.example", 403],
		["http://[::1]:5173", 200],
		["http://127.0.0.1:8787", 200],
		["http://127.0.0.1:9999", 403],
		["null", 403],
		["nonsense", 403],
	]) {
		assert.equal(await statusOf({ origin }, undefined, { origins }), status, origin);
	}
	const listed = { origins, authorize: () => true };
	assert.equal(await statusOf({ origin: "https://app.example" }, undefined, listed), 200);
});

/** Asks a server of one's own, which says that it is bound to loopback whatever it is bound to. */
async function askBound(t, listen, connect) {
	const server = createServer(nodeHandler(proxyOf(), "loopback"));
	t.after(() => server.close());
	server.listen(listen);
	await once(server, "listening");
	const { port } = server.address();
	const asked = send({ port, ...connect, path: "/up", method: "POST", agent: false });
	asked.setHeader("content-type", "application/json");
	asked.setHeader("host", "localhost");
	asked.end('{"model":"m"}');
	const [response] = await once(asked, "response");
	response.resume();
	return response.statusCode;
}

test("a peer beyond loopback is not this machine, even where the host says that it is bound to loopback", async (t) => {
	assert.equal(await askBound(t, { port: 0, host: "127.0.0.1" }, { host: "127.0.0.1" }), 200);
	assert.equal(await askBound(t, { port: 0, host: "0.0.0.0" }, { host: "127.0.0.1" }), 200);
	const path = join(process.platform === "win32" ? "\\\\.\\pipe" : tmpdir(), `proxy-${process.pid}.sock`);
	assert.equal(await askBound(t, { path }, { socketPath: path }), 403, "of a socket file nothing is known");
	const outer = Object.values(networkInterfaces())
		.flat()
		.find(({ internal, family }) => !internal && family === "IPv4");
	if (!outer) return t.diagnostic("this machine has no address beyond loopback");
	assert.equal(await askBound(t, { port: 0, host: "0.0.0.0" }, { host: outer.address }), 403);
});
