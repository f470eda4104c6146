/** As which client a page signs in, and how it proves that it is the one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMcpAuth } from "../../pkg/mcp-auth/index.js";
import { clock, problem, REDIRECT, sharedStore, world } from "./support/mcp-auth.mjs";

const DOCUMENT = "https://app.example/client.json";

test("a client that was given goes before a document, and a document before registering", async () => {
	const w = await world({
		metadata: (document) => ({ ...document, client_id_metadata_document_supported: true }),
	});
	w.clients.set("mine", { method: "none" });
	w.clients.set(DOCUMENT, { method: "none" });
	await w.call(w.auth({ client: { id: "mine", issuer: w.issuer }, clientMetadataUrl: DOCUMENT }));
	await w.call(w.auth({ clientMetadataUrl: DOCUMENT }));
	assert.deepEqual(
		w.opened.map((url) => url.searchParams.get("client_id")),
		["mine", DOCUMENT],
	);
	assert.equal(w.at("/register").length, 0);
	await w.call(w.auth());
	assert.equal(w.at("/register").length, 1);
});

test("a document is not used where the authorization server does not say that it reads them", async () => {
	const w = await world();
	for (const value of [undefined, false, "true", 1]) {
		w.rules.metadata = (document) => ({ ...document, client_id_metadata_document_supported: value });
		await w.call(w.auth({ clientMetadataUrl: DOCUMENT }));
	}
	assert.equal(w.at("/register").length, 4);
});

test("a registration says what the page is", async () => {
	for (const [redirectUrl, kind] of [
		[REDIRECT, "native"],
		["http://localhost:5173/cb", "native"],
		["https://app.example/callback", "web"],
	]) {
		const w = await world();
		await w.call(w.auth({ redirectUrl, clientName: "A page" }));
		assert.deepEqual(w.at("/register")[0].body, {
			client_name: "A page",
			redirect_uris: [redirectUrl],
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			token_endpoint_auth_method: "none",
			application_type: kind,
		});
	}
});

test("a redirect address is written as the page has it", async () => {
	const w = await world();
	await w.call(w.auth({ redirectUrl: "https://app.example" }));
	assert.deepEqual(w.at("/register")[0].body.redirect_uris, ["https://app.example"]);
	assert.equal(w.opened[0].searchParams.get("redirect_uri"), "https://app.example");
});

test("clients prove who they are in the way that was agreed on", async () => {
	const secret = "s:e c/r+e%t é";
	for (const [supported, registered, wanted] of [
		[["client_secret_basic"], { client_secret: secret }, "client_secret_basic"],
		[["client_secret_post"], { client_secret: secret }, "client_secret_post"],
		[["client_secret_post", "client_secret_basic"], { client_secret: secret }, "client_secret_basic"],
		[undefined, { client_secret: secret }, "client_secret_basic"],
		[["none"], { client_secret: secret }, "none"],
		[["none"], {}, "none"],
		[undefined, {}, "none"],
		[
			["client_secret_basic", "client_secret_post"],
			{ client_secret: secret, token_endpoint_auth_method: "client_secret_post" },
			"client_secret_post",
		],
		[["client_secret_basic"], { token_endpoint_auth_method: "client_secret_basic" }, "none"],
	]) {
		const w = await world({
			metadata: (document) => ({ ...document, token_endpoint_auth_methods_supported: supported }),
			register: () => ({ body: { client_id: "i:d é", ...registered } }),
		});
		const auth = w.auth();
		// Whatever is agreed on is what this server demands.
		const call = w.call(auth).catch((error) => error);
		await call;
		const [{ body, headers }] = w.at("/token");
		const basic = headers.authorization && Buffer.from(headers.authorization.slice(6), "base64").toString();
		const seen = { basic, id: body.client_id, secret: body.client_secret };
		const what = JSON.stringify([supported, registered]);
		if (wanted === "client_secret_basic") {
			assert.equal(basic, "i%3Ad+%C3%A9:s%3Ae+c%2Fr%2Be%25t+%C3%A9", what);
			assert.equal(body.client_secret, undefined, what);
		} else if (wanted === "client_secret_post") {
			assert.deepEqual(seen, { basic: undefined, id: "i:d é", secret }, what);
		} else {
			assert.deepEqual(seen, { basic: undefined, id: "i:d é", secret: undefined }, what);
		}
	}
});

test("a way that is not known ends it before the person is asked", async () => {
	const w = await world({
		metadata: (document) => ({ ...document, token_endpoint_auth_methods_supported: ["private_key_jwt"] }),
		register: () => ({ body: { client_id: "x", client_secret: "y" } }),
	});
	await assert.rejects(w.call(w.auth()), problem("unsupported"));
	assert.equal(w.opened, undefined);
});

test("a registration is used again at its authorization server, until its secret ends", async () => {
	const store = sharedStore();
	const w = await world();
	await w.call(w.auth({ store }));
	for (const token of w.tokens.keys()) w.tokens.delete(token);
	w.rules.token = ({ grant_type }) =>
		grant_type === "refresh_token" ? { status: 400, body: { error: "invalid_grant" } } : undefined;
	await w.call(w.auth({ store }));
	assert.equal(w.opened.length, 2);
	assert.equal(w.at("/register").length, 1);

	const soon = await world();
	soon.rules.metadata = (document) => ({
		...document,
		token_endpoint_auth_methods_supported: ["client_secret_post"],
	});
	soon.rules.register = () => ({
		body: {
			client_id: "x",
			client_secret: "y",
			token_endpoint_auth_method: "client_secret_post",
			client_secret_expires_at: Math.floor(Date.now() / 1000) - 5,
		},
	});
	const auth = soon.auth();
	await soon.call(auth);
	await auth.signOut(soon.mcp);
	await soon.call(auth);
	assert.equal(soon.at("/register").length, 2);
});

test("a registration with another redirect address is another one", async () => {
	const store = sharedStore();
	const w = await world();
	await w.call(w.auth({ store }));
	await w.auth({ store }).signOut(w.mcp);
	await w.call(w.auth({ store, redirectUrl: "http://127.0.0.1:9/other" }));
	assert.equal(w.at("/register").length, 2);
});

test("a registration that the authorization server has forgotten is made anew at the next sign-in", async () => {
	const w = await world();
	w.rules.token = () => ({ status: 401, body: { error: "invalid_client" } });
	const auth = w.auth();
	await assert.rejects(w.call(auth), problem("unauthorized", /invalid_client.*Sign in again/));
	w.rules.token = undefined;
	assert.deepEqual(await w.call(auth), {});
	assert.equal(w.at("/register").length, 2);
});

test("a registration that fails says what to do, with the server's words cut and without markup", async () => {
	const w = await world({
		register: () => ({
			status: 400,
			body: {
				error: "invalid_redirect_uri",
				error_description: `<img src=x onerror=alert(1)>\u202e\nNo ${"!".repeat(5000)}`,
			},
		}),
	});
	await assert.rejects(w.call(w.auth()), (error) => {
		problem("unauthorized", /invalid_redirect_uri/)(error);
		assert.match(error.message, /give createMcpAuth `client`/);
		assert.doesNotMatch(error.message, /[<>\n\u202e]/);
		assert.ok(error.message.length < 700);
		return true;
	});
	w.rules.register = () => ({ body: { client_name: "no id" } });
	await assert.rejects(w.call(w.auth()), problem("unauthorized"));
});

test("where nothing fits, the sentence says how to register by hand", async () => {
	const w = await world({ metadata: ({ registration_endpoint: _, ...document }) => document });
	await assert.rejects(w.call(w.auth()), (error) => {
		problem("unauthorized", /does not register clients/)(error);
		assert.ok(error.message.includes(REDIRECT) && error.message.includes(w.issuer));
		return true;
	});
	const auth = w.auth({ client: { id: "a", issuer: "https://other.example" } });
	await assert.rejects(w.call(auth), problem("unauthorized", /what it has is for https:\/\/other\.example/));
	assert.equal(w.opened, undefined);
});

test("a client with a secret must name its authorization server; one without belongs to the first that it meets", async () => {
	assert.throws(
		() => createMcpAuth({ redirectUrl: REDIRECT, client: { id: "a", secret: "b" } }),
		problem("invalid_argument", /issuer/),
	);
	const w = await world();
	const other = await world({ metadata: ({ registration_endpoint: _, ...document }) => document });
	const auth = w.auth({ client: { id: "mine" } });
	w.clients.set("mine", { method: "none" });
	await w.call(auth);
	assert.equal(w.opened[0].searchParams.get("client_id"), "mine");
	await assert.rejects(other.call(auth), problem("unauthorized"));
	assert.equal(other.opened, undefined);
});

test("a given secret is stored nowhere, and renewing has it all the same", async (t) => {
	const forward = clock(t);
	const store = sharedStore();
	const w = await world({ expiresIn: 3600 });
	w.clients.set("mine", { secret: "top secret", method: "client_secret_post" });
	w.rules.metadata = (document) => ({
		...document,
		token_endpoint_auth_methods_supported: ["client_secret_post"],
	});
	const options = { store, client: { id: "mine", secret: "top secret", issuer: w.issuer } };
	await w.call(w.auth(options));
	assert.ok(!JSON.stringify([...store.kept]).includes("top secret"));
	forward(3_600_000);
	assert.ok(await w.auth(options).authorization(w.mcp));
	const renewals = w.at("/token").filter(({ body }) => body.grant_type === "refresh_token");
	assert.deepEqual(
		renewals.map(({ body }) => body.client_secret),
		["top secret"],
	);
});

test("another authorization server gets nothing of the first: no client, no token, no token for renewing", async () => {
	const store = sharedStore();
	const first = await world();
	const second = await world();
	const auth = first.auth({
		store,
		open: (url) => (url.origin === first.issuer ? first : second).browse(url),
	});
	await first.call(auth);
	const [kept] = first.tokens.values();
	first.rules.resource = (document) => ({ ...document, authorization_servers: [second.issuer] });
	first.rules.refuse = (token) => (token === kept ? { status: 401 } : undefined);
	const sent = await auth.authorization(first.mcp);
	assert.equal(await auth.authorize({ serverUrl: first.mcp, status: 401, sent }), true);
	assert.equal(second.at("/register").length, 1);
	const { id } = [...first.clients.keys()].map((one) => ({ id: one }))[0];
	const told = JSON.stringify(second.seen);
	assert.ok(!told.includes(id) && !told.includes(kept.value) && !told.includes("renewal-"));
	assert.equal(
		first.at("/token").filter(({ body }) => body.grant_type === "refresh_token").length,
		0,
		"nor is the old one renewed",
	);
	assert.ok(second.tokens.has((await auth.authorization(first.mcp)).slice("Bearer ".length)));
});

test("a given client is not taken to another authorization server when the server's changes", async () => {
	const first = await world();
	const second = await world();
	first.clients.set("mine", { method: "none" });
	const auth = first.auth({ client: { id: "mine", issuer: first.issuer } });
	await first.call(auth);
	first.tokens.clear();
	first.rules.resource = (document) => ({ ...document, authorization_servers: [second.issuer] });
	const sent = await auth.authorization(first.mcp);
	for (const refused of [sent, undefined]) {
		await assert.rejects(
			auth.authorize({ serverUrl: first.mcp, status: 401, sent: refused }),
			problem("unauthorized", /'mine' was registered at/),
			"nor when it is tried again",
		);
	}
	assert.equal(second.opened, undefined);
	assert.equal(second.at("/register").length, 0);
	assert.equal(await auth.authorization(first.mcp), undefined, "nor does the server get its token any more");
});
