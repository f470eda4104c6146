/** How tokens are renewed: in time, once, by one of several tabs, and what follows when they cannot be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, problem, sharedStore, world } from "./support/mcp-auth.mjs";

/** As many tabs as are wanted, one after the other; each holds locks as long as its work lasts. */
function locks() {
	const last = new Map();
	return {
		request(name, { signal }, work) {
			const before = last.get(name) ?? Promise.resolve();
			const done = before.then(() => {
				signal.throwIfAborted();
				return work({ name });
			});
			last.set(
				name,
				done.catch(() => undefined),
			);
			return done;
		},
	};
}

function withLocks(t, given) {
	const kept = Object.getOwnPropertyDescriptor(globalThis, "navigator");
	Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks: given } });
	t.after(() =>
		kept
			? Object.defineProperty(globalThis, "navigator", kept)
			: Reflect.deleteProperty(globalThis, "navigator"),
	);
}

const renewals = (w) => w.at("/token").filter(({ body }) => body.grant_type === "refresh_token");

test("a token that is about to run out is renewed once for all who ask", async (t) => {
	const forward = clock(t);
	const w = await world({ expiresIn: 3600 });
	const auth = w.auth();
	await w.call(auth);
	const first = await auth.authorization(w.mcp);
	forward(3_530_000);
	assert.equal(await auth.authorization(w.mcp), first, "not before the last minute");
	assert.equal(renewals(w).length, 0);
	forward(20_000);
	w.rules.expiresIn = 3600;
	const headers = await Promise.all(Array.from({ length: 10 }, () => auth.authorization(w.mcp)));
	assert.equal(new Set(headers).size, 1);
	assert.notEqual(headers[0], first);
	assert.equal(renewals(w).length, 1);
	assert.equal(renewals(w)[0].body.resource, w.mcp);
	assert.equal(w.reused, 0);
	assert.equal(w.opened.length, 1);
});

test("a token that is refused is renewed once, however many were refused, and nobody has to sign in", async () => {
	const w = await world({ expiresIn: 3600 });
	const auth = w.auth();
	await w.call(auth);
	w.tokens.clear();
	assert.deepEqual(await Promise.all(Array.from({ length: 10 }, () => w.call(auth))), Array(10).fill({}));
	assert.equal(renewals(w).length, 1);
	assert.equal(w.opened.length, 1);
});

test("several tabs renew one after the other, and all but the first find it done", async (t) => {
	const forward = clock(t);
	withLocks(t, locks());
	const store = sharedStore();
	const w = await world({ expiresIn: 3600 });
	await w.call(w.auth({ store }));
	forward(3_550_000);
	w.rules.expiresIn = 3600;
	const tabs = Array.from({ length: 6 }, () => w.auth({ store }));
	const headers = await Promise.all(
		tabs.flatMap((tab) => [tab.authorization(w.mcp), tab.authorization(w.mcp)]),
	);
	assert.equal(new Set(headers).size, 1);
	assert.equal(renewals(w).length, 1);
	assert.equal(w.reused, 0);

	await tabs[0].signOut(w.mcp);
	await w.call(tabs[0]);
	w.tokens.clear();
	await Promise.all(tabs.map((tab) => w.call(tab)));
	assert.equal(renewals(w).length, 2);
	assert.equal(w.reused, 0);
	assert.equal(w.opened.length, 2);
});

test("where there are locks but none may be had, as in a document without storage, tokens are renewed all the same", async (t) => {
	const forward = clock(t);
	withLocks(t, { request: async () => Promise.reject(new DOMException("No.", "SecurityError")) });
	const w = await world({ expiresIn: 3600 });
	const auth = w.auth({ store: sharedStore() });
	await w.call(auth);
	forward(3_550_000);
	w.rules.expiresIn = 3600;
	await Promise.all([auth.authorization(w.mcp), w.call(auth)]);
	assert.equal(renewals(w).length, 1);
	assert.equal(w.opened.length, 1);
});

test("a tab that finds its token for renewing used up takes what the other tab has got", async () => {
	const store = sharedStore();
	const w = await world({ expiresIn: 3600 });
	await w.call(w.auth({ store }));
	const key = [...store.kept.keys()].find((name) => name.includes("grant"));
	w.tokens.clear();
	w.rules.token = ({ grant_type }) => {
		if (grant_type !== "refresh_token") return undefined;
		const other = { ...JSON.parse(store.kept.get(key)), accessToken: "of-the-other-tab" };
		store.kept.set(key, JSON.stringify(other));
		return { status: 400, body: { error: "invalid_grant" } };
	};
	const auth = w.auth({ store });
	const sent = await auth.authorization(w.mcp);
	assert.equal(await auth.authorize({ serverUrl: w.mcp, status: 401, sent }), true);
	assert.equal(await auth.authorization(w.mcp), "Bearer of-the-other-tab");
	assert.equal(w.opened.length, 1);
});

test("who gives up while a token is renewed does not lose it for the others", async () => {
	const w = await world({ expiresIn: 3600 });
	const auth = w.auth();
	await w.call(auth);
	w.tokens.clear();
	let go;
	const asked = new Promise((resolve) => {
		w.rules.token = () => {
			resolve();
			return new Promise((end) => {
				go = end;
			});
		};
	});
	const leaving = new AbortController();
	const call = assert.rejects(w.call(auth, { signal: leaving.signal }), problem("aborted"));
	await asked;
	leaving.abort();
	await call;
	w.rules.token = undefined;
	go(undefined);
	assert.deepEqual(await w.call(auth), {});
	assert.equal(renewals(w).length, 1);
	assert.equal(w.reused, 0);
});

test("where renewing fails for good, the person signs in, with all scopes that they had", async () => {
	const w = await world({ expiresIn: 3600, challenge: () => 'Bearer scope="a"' });
	const auth = w.auth();
	await w.call(auth);
	w.rules.challenge = () => 'Bearer scope="b"';
	for (const refusal of [
		{ status: 400, body: { error: "invalid_grant" } },
		{ status: 401, body: { error: "invalid_client" } },
		{ status: 404, body: "<h1>moved</h1>" },
		{ body: "<h1>moved</h1>" },
		{ body: { access_token: "x", token_type: "mac" } },
	]) {
		w.tokens.clear();
		w.rules.token = ({ grant_type }) => (grant_type === "refresh_token" ? refusal : undefined);
		const { length } = w.opened;
		await w.call(auth);
		assert.equal(w.opened.length, length + 1, JSON.stringify(refusal));
		await auth.signOut(w.mcp);
		w.rules.token = undefined;
		await w.call(auth);
	}
	assert.equal(w.opened[1].searchParams.get("scope"), "a b");
});

test("where renewing fails for now, a token that still lives is used, and none is thrown away", async (t) => {
	const forward = clock(t);
	const w = await world({ expiresIn: 60 });
	const auth = w.auth();
	await w.call(auth);
	const first = await auth.authorization(w.mcp);
	w.rules.token = () => ({ status: 503, body: "" });
	forward(55_000);
	assert.equal(await auth.authorization(w.mcp), first);
	forward(6_000);
	await assert.rejects(auth.authorization(w.mcp), problem("network", /503/));
	await assert.rejects(w.call(auth), problem("network"));
	w.rules.token = undefined;
	assert.match(await auth.authorization(w.mcp), /^Bearer token-/);
	assert.equal(w.opened.length, 1);
});

test("a token that has run out and cannot be renewed is not sent", async (t) => {
	const forward = clock(t);
	const w = await world({ expiresIn: 3600 });
	w.rules.token = () => ({ body: { access_token: "short", token_type: "Bearer", expires_in: 60 } });
	const auth = w.auth();
	await auth.authorize({ serverUrl: w.mcp, status: 401 });
	forward(60_000);
	assert.equal(await auth.authorization(w.mcp), undefined);
	w.rules.token = undefined;
	assert.deepEqual(await w.call(auth), {});
	assert.equal(w.opened.length, 2);
});

test("a renewed token that is refused at once leads to a sign-in, not to renewing without end", async () => {
	const w = await world({ expiresIn: 3600 });
	const auth = w.auth();
	await w.call(auth);
	let isSignedIn = false;
	w.rules.refuse = () => (isSignedIn ? undefined : { status: 401 });
	w.rules.answer = (parameters) => {
		isSignedIn = true;
		return parameters;
	};
	assert.deepEqual(await w.call(auth), {});
	assert.equal(renewals(w).length, 1);
	assert.equal(w.opened.length, 2);
});

test("a renewal keeps the token for the next one where no other comes, and takes the scopes that it tells", async () => {
	const w = await world({ expiresIn: 3600, challenge: () => 'Bearer scope="a b"' });
	const store = sharedStore();
	const auth = w.auth({ store });
	await w.call(auth);
	const read = () => JSON.parse([...store.kept].find(([name]) => name.includes("grant"))[1]);
	const { refreshToken } = read();
	w.tokens.clear();
	w.rules.token = () => ({ body: { access_token: "next", token_type: "Bearer", scope: "a" } });
	await auth.authorize({ serverUrl: w.mcp, status: 401, sent: await auth.authorization(w.mcp) });
	assert.equal(read().accessToken, "next");
	assert.equal(read().refreshToken, refreshToken);
	assert.deepEqual(read().granted, ["a"]);
});

test("who signs out while a token is renewed stays signed out", async (t) => {
	const forward = clock(t);
	const w = await world({ expiresIn: 3600 });
	const auth = w.auth();
	await w.call(auth);
	forward(3_550_000);
	let go;
	const asked = new Promise((resolve) => {
		w.rules.token = () => {
			resolve();
			return new Promise((end) => {
				go = end;
			});
		};
	});
	const waiting = auth.authorization(w.mcp);
	await asked;
	await auth.signOut(w.mcp);
	w.rules.token = undefined;
	go(undefined);
	assert.equal(await waiting, undefined);
	assert.equal(await auth.authorization(w.mcp), undefined);
});

test("a lock that another tab never lets go of is waited for with an end", async (t) => {
	withLocks(t, {
		request: (_name, { signal }) =>
			new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
	});
	const timeout = AbortSignal.timeout;
	t.mock.method(AbortSignal, "timeout", () => timeout.call(AbortSignal, 20));
	const store = sharedStore();
	const key = "mcp-auth grant https://a.example/mcp";
	const w = await world();
	const grant = {
		issuer: w.issuer,
		resource: "https://a.example/mcp",
		accessToken: "old",
		refreshToken: "r",
		issuedAt: 1,
		expiresAt: 2,
		asked: [],
		granted: [],
		tokenEndpoint: `${w.issuer}/token`,
		client: { id: "x", method: "none", kind: "registered" },
	};
	store.kept.set(key, JSON.stringify(grant));
	await assert.rejects(
		w.auth({ store }).authorization("https://a.example/mcp"),
		problem("network", /Another tab/),
	);
});

test("what a store holds that is none of ours is as good as nothing", async () => {
	const w = await world();
	for (const value of [
		"",
		"null",
		"{",
		"[]",
		'{"accessToken":"x"}',
		JSON.stringify({
			issuer: "i",
			resource: "r",
			accessToken: "a\nb",
			tokenEndpoint: "https://a.example",
			client: { id: "x", method: "none", kind: "given" },
		}),
		JSON.stringify({
			issuer: "i",
			resource: "r",
			accessToken: "ab",
			tokenEndpoint: "javascript:alert(1)",
			client: { id: "x", method: "none", kind: "given" },
		}),
	]) {
		const auth = w.auth({ store: { get: () => value, set() {}, delete() {} } });
		assert.equal(await auth.authorization(w.mcp), undefined, value);
	}
	for (const value of [undefined, null, 7]) {
		const auth = w.auth({ store: { get: async () => value, set() {}, delete() {} } });
		assert.equal(await auth.authorization(w.mcp), undefined);
	}
});

test("a new page goes on with what a store has kept", async () => {
	const store = sharedStore();
	const w = await world();
	await w.call(w.auth({ store }));
	assert.deepEqual(await w.call(w.auth({ store })), {});
	assert.equal(w.opened.length, 1);
	assert.equal(await w.auth().authorization(w.mcp), undefined, "and memory keeps nothing for others");
});
