/** Where to sign in: how a server's metadata and its authorization server's are found, and which are not believed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	addressBy,
	isWithin,
	resourceMetadataAddresses,
	safeAddress,
	serverMetadataAddresses,
} from "../../pkg/mcp-auth/addresses.js";
import { problem, world } from "./support/mcp-auth.mjs";

const hrefs = (urls) => urls.map(({ href }) => href);
const looked = ({ seen }) =>
	seen.filter(({ path }) => path.includes("/.well-known/")).map(({ path }) => path);

test("only https and this machine are asked, without a name before the host and without a fragment", () => {
	for (const text of [
		"https://a.example",
		"https://a.example:8443/x?y=z",
		"http://localhost:3000/",
		"http://127.9.8.7/",
		"http://[::1]:1/",
		"HTTPS://A.example/",
	]) {
		assert.ok(safeAddress(text), text);
	}
	for (const text of [
		"http://a.example",
		"http://localhost.evil.example/",
		"http://127.0.0.1.evil.example/",
		"javascript:alert(1)//https://a.example",
		"data:text/html,x",
		"file:///etc/passwd",
		"blob:https://a.example/1",
		"https://user@a.example/",
		"https://a.example/#",
		"https://a.example/#x",
		"//a.example",
		"/x",
		"",
		" ",
		`https://a.example/${"x".repeat(5000)}`,
		undefined,
		null,
		7,
		{ toString: () => "https://a.example" },
		["https://a.example"],
	]) {
		assert.equal(safeAddress(text), undefined, String(text));
	}
});

test("a server elsewhere cannot have this machine asked", () => {
	const away = new URL("https://mcp.example/mcp");
	for (const text of [
		"http://localhost/x",
		"https://127.0.0.1/",
		"https://[::1]/",
		"https://localhost:8443/",
	])
		assert.equal(addressBy(away, text), undefined, text);
	assert.ok(addressBy(away, "https://other.example/"));
	assert.ok(addressBy(new URL("http://127.0.0.1:1/mcp"), "http://localhost/x"));
});

test("the well-known addresses stand in the order of the specification", () => {
	for (const [server, wanted] of [
		["https://a.example/public/mcp", ["/public/mcp", ""]],
		["https://a.example/", [""]],
		["https://a.example", [""]],
		["https://a.example/mcp/", ["/mcp/", "/mcp", ""]],
		["https://a.example/mcp?tenant=1", ["/mcp?tenant=1", ""]],
	]) {
		const root = "https://a.example/.well-known/oauth-protected-resource";
		assert.deepEqual(
			hrefs(resourceMetadataAddresses(new URL(server))),
			wanted.map((rest) => root + rest),
			server,
		);
	}
	for (const issuer of ["https://a.example/tenant1", "https://a.example/tenant1/"]) {
		assert.deepEqual(hrefs(serverMetadataAddresses(new URL(issuer))), [
			"https://a.example/.well-known/oauth-authorization-server/tenant1",
			"https://a.example/.well-known/openid-configuration/tenant1",
			"https://a.example/tenant1/.well-known/openid-configuration",
		]);
	}
	assert.deepEqual(hrefs(serverMetadataAddresses(new URL("https://a.example"))), [
		"https://a.example/.well-known/oauth-authorization-server",
		"https://a.example/.well-known/openid-configuration",
	]);
});

test("a resource is the server's where it is the same, or a whole path above it", () => {
	for (const [server, resource, wanted] of [
		["https://a.example/mcp", "https://a.example/mcp", true],
		["https://a.example/mcp", "https://A.EXAMPLE/mcp/", true],
		["https://a.example/mcp/", "https://a.example/mcp", true],
		["https://a.example/x/mcp", "https://a.example", true],
		["https://a.example/x/mcp", "https://a.example/x", true],
		["https://a.example/mcp?t=1", "https://a.example/mcp?t=1", true],
		["https://a.example/mcp?t=1", "https://a.example/mcp", true],
		["https://a.example/mcp?t=1", "https://a.example/mcp?t=2", false],
		["https://a.example/mcp", "https://a.example/mc", false],
		["https://a.example/mcp", "https://a.example/mcp/more", false],
		["https://a.example/mcp-b", "https://a.example/mcp", false],
		["https://a.example/mcp", "https://a.example:444/mcp", false],
		["https://a.example/mcp", "https://b.example/mcp", false],
		["https://a.example/mcp", "https://a.example.evil.example/mcp", false],
		["https://a.example/tenant/../other/mcp", "https://a.example/tenant", false],
	]) {
		assert.equal(isWithin(new URL(server), new URL(resource)), wanted, `${resource} of ${server}`);
	}
});

test("the address in WWW-Authenticate goes before the well-known ones", async () => {
	const w = await world({ resourceAt: ["/somewhere/else.json"] });
	w.rules.challenge = () => `Basic realm="x", Bearer resource_metadata="${w.origin}/somewhere/else.json"`;
	await w.call(w.auth());
	assert.deepEqual(looked(w), ["/.well-known/oauth-authorization-server"]);
	assert.equal(w.at("/somewhere/else.json").length, 1);
});

test("without one, and where it leads nowhere, the path form is asked and then the root form", async () => {
	for (const challenge of [undefined, "Bearer", 'Bearer resource_metadata="http://mcp.internal.example/x"']) {
		const w = await world({
			resourceAt: ["/.well-known/oauth-protected-resource"],
			challenge: () => challenge,
			resource: (document) => ({ ...document, resource: new URL(document.resource).origin }),
		});
		await w.call(w.auth({ allowWiderResource: () => true }));
		assert.deepEqual(looked(w).slice(0, 2), [
			"/.well-known/oauth-protected-resource/mcp",
			"/.well-known/oauth-protected-resource",
		]);
		assert.equal(w.opened[0].searchParams.get("resource"), w.origin, "as it was published, without a slash");
	}
});

test("a server that names metadata which is nowhere is not taken for one of 2025-03-26", async () => {
	const w = await world({ resourceAt: [], isOne: true });
	w.rules.challenge = () => `Bearer resource_metadata="${w.origin}/gone"`;
	await assert.rejects(w.call(w.auth()), problem("protocol", /is not there/));
	assert.equal(w.opened, undefined);
});

test("a page of HTML in the place of metadata is none, and metadata that is nonsense ends it", async () => {
	const w = await world({
		resourceAt: ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"],
	});
	w.rules.resource = () => "<!doctype html><title>app</title>";
	await assert.rejects(w.call(w.auth()), problem("unauthorized", /says nowhere how one is had/));
	for (const [document, words] of [
		[{}, /of the resource ''/],
		[{ resource: 7 }, /of the resource ''/],
		[{ resource: w.mcp }, /names no authorization server/],
		[{ resource: w.mcp, authorization_servers: [] }, /names no authorization server/],
		[{ resource: w.mcp, authorization_servers: "https://a.example" }, /names no authorization server/],
		[{ resource: w.mcp, authorization_servers: [7, null] }, /names no authorization server/],
		[{ resource: w.mcp, authorization_servers: ["javascript:alert(1)"] }, /no https address/],
		[{ resource: w.mcp, authorization_servers: ["http://a.example"] }, /no https address/],
		[{ resource: w.mcp, authorization_servers: [`${w.issuer}?x=1`] }, /no https address/],
	]) {
		w.rules.resource = () => document;
		await assert.rejects(w.call(w.auth()), problem("protocol", words), JSON.stringify(document));
	}
	assert.equal(w.opened, undefined);
});

test("metadata of another resource is not believed", async () => {
	const w = await world();
	for (const resource of [
		"https://evil.example/mcp",
		`${w.origin}/mcp/other`,
		`${w.origin}/other`,
		w.origin.replace("127.0.0.1", "localhost"),
		`${w.origin}/mcp#x`,
	]) {
		w.rules.resource = (document) => ({ ...document, resource });
		await assert.rejects(w.call(w.auth()), problem("protocol", /No token is asked for/), resource);
	}
	assert.equal(w.opened, undefined);
	assert.equal(w.at(/authorization-server/).length, 0, "its authorization server is not even asked");
});

test("an authorization server is asked at all addresses in turn", async () => {
	for (const [issuerPath, metadataAt, wanted] of [
		["", "/.well-known/oauth-authorization-server", 1],
		["", "/.well-known/openid-configuration", 2],
		["/tenant1", "/.well-known/oauth-authorization-server/tenant1", 1],
		["/tenant1", "/.well-known/openid-configuration/tenant1", 2],
		["/tenant1", "/tenant1/.well-known/openid-configuration", 3],
	]) {
		const w = await world({ issuerPath, metadataAt: [metadataAt] });
		assert.deepEqual(await w.call(w.auth()), {});
		const asked = looked(w).filter((path) => !path.includes("protected-resource"));
		assert.equal(asked.length, wanted, metadataAt);
		assert.equal(asked.at(-1), metadataAt);
	}
});

test("metadata of another issuer is not used, not even of one that is written otherwise", async () => {
	const w = await world({ issuerPath: "/tenant" });
	for (const issuer of [
		"https://honest.example",
		`${w.issuer}/`,
		w.issuer.toUpperCase(),
		w.issuer.replace("127.0.0.1", "localhost"),
		w.authorizationOrigin,
		undefined,
		7,
	]) {
		w.rules.metadata = (document) => ({ ...document, issuer });
		await assert.rejects(w.call(w.auth()), problem("protocol", /Nothing of it is used/), String(issuer));
	}
	assert.equal(w.at(/register|authorize|token$/).length, 0);
	assert.equal(w.at(/openid-configuration/).length, 0, "and no other address is tried in its place");
});

test("without PKCE by S256 nobody is sent to sign in", async () => {
	const w = await world();
	for (const methods of [undefined, [], ["plain"], ["s256"], "S256", null]) {
		w.rules.metadata = (document) => ({ ...document, code_challenge_methods_supported: methods });
		await assert.rejects(w.call(w.auth()), problem("unsupported", /PKCE/), String(methods));
	}
	assert.equal(w.at(/register|authorize|token$/).length, 0);
	w.rules.metadata = (document) => ({ ...document, code_challenge_methods_supported: ["plain", "S256"] });
	assert.deepEqual(await w.call(w.auth()), {});
});

test("endpoints that are no https addresses are neither asked nor opened", async () => {
	const w = await world();
	for (const name of ["authorization_endpoint", "token_endpoint", "registration_endpoint"]) {
		for (const address of [
			"javascript:alert(document.domain)",
			"JaVaScRiPt://x.example/%0aalert(1)",
			"data:text/html,<script>alert(1)</script>",
			"http://login.example/authorize",
			"https://person:word@login.example/",
			"https://login.example/#/authorize",
			"/authorize",
		]) {
			w.rules.metadata = (document) => ({ ...document, [name]: address });
			await assert.rejects(w.call(w.auth()), problem("protocol", new RegExp(`'${name}'`)), address);
		}
	}
	w.rules.metadata = ({ token_endpoint: _, ...document }) => document;
	await assert.rejects(w.call(w.auth()), problem("protocol", /'token_endpoint'/));
	assert.equal(w.opened, undefined);
});

test("a server of 2025-03-26 is its own authorization server, by metadata at its root", async () => {
	for (const slash of ["", "/"]) {
		const w = await world({ isOne: true, resourceAt: [], mcpPath: "/deep/mcp" });
		w.rules.metadata = (document) => ({ ...document, issuer: `${w.origin}${slash}` });
		w.rules.answer = (parameters) => ({ ...parameters, iss: `${w.origin}${slash}` });
		assert.deepEqual(await w.call(w.auth()), {});
		assert.equal(w.at("/.well-known/oauth-authorization-server").length, 1);
		assert.equal(w.opened[0].searchParams.get("resource"), w.mcp);
	}
	const w = await world({ isOne: true, resourceAt: [] });
	w.rules.metadata = (document) => ({ ...document, issuer: "https://evil.example" });
	await assert.rejects(w.call(w.auth()), problem("protocol", /Nothing of it is used/));
});

test("without any metadata its paths are those that the revision names, and PKCE is used all the same", async () => {
	const w = await world({ isOne: true, resourceAt: [], metadataAt: [] });
	assert.deepEqual(await w.call(w.auth()), {});
	assert.equal(w.opened[0].pathname, "/authorize");
	assert.equal(w.opened[0].searchParams.get("code_challenge_method"), "S256");
	assert.equal(w.at("/register").length, 1);
});

test("nothing is guessed where it cannot be told whether there is metadata", async () => {
	for (const failing of [
		"/.well-known/oauth-protected-resource/mcp",
		"/.well-known/oauth-authorization-server",
	]) {
		const w = await world({ isOne: true, resourceAt: [], metadataAt: [] });
		for (const [kind, fail] of [
			["no CORS", () => Promise.reject(new TypeError("Failed to fetch"))],
			["trouble", async () => new Response("{}", { status: 502 })],
		]) {
			const auth = w.auth({
				fetch: (url, init) => (new URL(url).pathname === failing ? fail() : fetch(url, init)),
			});
			await assert.rejects(w.call(auth), problem("network", /CORS/), `${kind} ${failing}`);
		}
		assert.equal(w.opened, undefined);
	}
});

test("a metadata address that browsers may not ask does not keep later ones from being asked", async () => {
	const w = await world({ metadataAt: ["/.well-known/openid-configuration"] });
	const auth = w.auth({
		fetch: (url, init) =>
			url.includes("oauth-authorization-server")
				? Promise.reject(new TypeError("Failed to fetch"))
				: fetch(url, init),
	});
	assert.deepEqual(await w.call(auth), {});
});

test("redirects are not followed, sizes and times are limited", async () => {
	const w = await world();
	w.rules.resource = () => ({ padding: "x".repeat(300_000) });
	await assert.rejects(w.call(w.auth()), problem("protocol", /more than 262144 bytes/));

	w.rules.resource = undefined;
	const redirected = w.auth({
		fetch: async (url, init) => {
			assert.equal(init.redirect, "error");
			assert.equal(init.credentials, "omit");
			assert.equal(init.referrerPolicy, "no-referrer");
			return fetch(url, init);
		},
	});
	assert.deepEqual(await w.call(redirected), {});

	const hanging = w.auth({ timeouts: { requestMs: 40 }, fetch: () => new Promise(() => undefined) });
	await assert.rejects(w.call(hanging), problem("network"));

	const dripping = w.auth({
		timeouts: { requestMs: 60 },
		fetch: async () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) })),
	});
	await assert.rejects(w.call(dripping), problem("network"));
});

test("of several authorization servers one is taken that knows the page", async () => {
	const w = await world();
	const other = await world();
	w.rules.resource = (document) => ({
		...document,
		authorization_servers: ["https://a.example", w.issuer, other.issuer],
	});
	w.clients.set("mine", { method: "none" });
	await w.call(w.auth({ client: { id: "mine", issuer: w.issuer } }));
	assert.equal(w.opened[0].origin, w.issuer);
});
