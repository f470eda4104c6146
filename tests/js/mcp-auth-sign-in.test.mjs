/** What is asked for in a sign-in, which answers are taken, and when trying ends. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createMcpAuth } from "../../pkg/mcp-auth/index.js";
import { isOffline, scopesOf, scopesToAsk } from "../../pkg/mcp-auth/scopes.js";
import { problem, REDIRECT, random, sharedStore, world } from "./support/mcp-auth.mjs";

const scopesOfRequests = ({ opened = [] }) => opened.map((url) => url.searchParams.get("scope"));

test("a sign-in asks with PKCE, state and resource, and the token request repeats what belongs to it", async () => {
	const w = await world();
	const auth = w.auth();
	assert.equal(await auth.authorization(w.mcp), undefined);
	await w.call(auth);
	await auth.signOut();
	await w.call(auth);
	const [first, second] = w.opened.map((url) => Object.fromEntries(url.searchParams));
	assert.equal(first.response_type, "code");
	assert.equal(first.redirect_uri, REDIRECT);
	assert.equal(first.resource, w.mcp);
	assert.equal(first.code_challenge_method, "S256");
	assert.match(first.state, /^[\w-]{43}$/);
	assert.notEqual(first.state, second.state);
	assert.notEqual(first.code_challenge, second.code_challenge);
	const { body, headers } = w.at("/token")[0];
	assert.equal(createHash("sha256").update(body.code_verifier).digest("base64url"), first.code_challenge);
	assert.match(body.code_verifier, /^[\w-]{43,128}$/);
	assert.notEqual(body.code_verifier, first.state);
	assert.equal(body.resource, first.resource);
	assert.equal(body.redirect_uri, REDIRECT);
	assert.match(headers["content-type"], /^application\/x-www-form-urlencoded/);
	assert.match(await auth.authorization(w.mcp), /^Bearer token-/);
	assert.ok(w.seen.every(({ query }) => !JSON.stringify(query).includes("token-")));
});

test("what an authorization endpoint's address holds stays, but for what the sign-in says itself", async () => {
	const w = await world();
	w.rules.metadata = (document) => ({
		...document,
		authorization_endpoint: `${document.authorization_endpoint}?tenant=a&state=fixed&redirect_uri=https://evil.example&client_id=x`,
	});
	await w.call(w.auth());
	const { searchParams } = w.opened[0];
	assert.equal(searchParams.get("tenant"), "a");
	assert.deepEqual(searchParams.getAll("redirect_uri"), [REDIRECT]);
	assert.equal(searchParams.getAll("state").length, 1);
	assert.notEqual(searchParams.get("state"), "fixed");
	assert.equal(searchParams.getAll("client_id").length, 1);
});

test("answers of another issuer are not used, whether it is told that they name it or not", async () => {
	const w = await world();
	const evil = "https://evil.example";
	for (const [told, iss, isTaken] of [
		[true, (issuer) => issuer, true],
		[true, () => undefined, false],
		[true, () => evil, false],
		[true, (issuer) => `${issuer}/`, false],
		[true, (issuer) => issuer.toUpperCase(), false],
		[true, () => "", false],
		[undefined, () => undefined, true],
		[undefined, (issuer) => issuer, true],
		[undefined, () => evil, false],
		[undefined, () => "", false],
		[false, () => undefined, true],
		[false, () => evil, false],
		["true", () => undefined, true],
	]) {
		w.rules.metadata = (document) => ({
			...document,
			authorization_response_iss_parameter_supported: told,
		});
		const before = w.at("/token").length;
		for (const error of [undefined, "access_denied"]) {
			w.rules.answer = (parameters) => ({
				...parameters,
				iss: iss(w.issuer),
				...(error ? { code: undefined, error, error_description: "WORDS of somebody" } : {}),
			});
			const call = w.call(w.auth());
			const what = `${told} ${iss(w.issuer)} ${error}`;
			if (isTaken && !error) {
				assert.deepEqual(await call, {}, what);
			} else if (isTaken) {
				await assert.rejects(call, problem("unauthorized", /denied.*WORDS of somebody/), what);
			} else {
				await assert.rejects(call, (problem_) => {
					problem("protocol", /does not come from/)(problem_);
					assert.doesNotMatch(problem_.message, /WORDS|access_denied/, what);
					return true;
				});
			}
		}
		assert.equal(w.at("/token").length - before, isTaken ? 1 : 0, "a code goes nowhere before");
	}
});

test("a parameter that is there twice is not believed", async () => {
	const w = await world();
	for (const twice of ["iss", "state", "code"]) {
		w.rules.answer = (parameters) => [
			...Object.entries(parameters),
			[twice, twice === "iss" ? "https://evil.example" : "other"],
		];
		await assert.rejects(w.call(w.auth()), problem("protocol"), twice);
	}
	assert.equal(w.at("/token").length, 0);
});

test("an answer with another state, or none, is not one to this sign-in, whatever it says", async () => {
	const w = await world();
	for (const state of ["other", "", undefined]) {
		w.rules.answer = (parameters) => ({ ...parameters, state, error: "x", error_description: "WORDS" });
		await assert.rejects(w.call(w.auth()), (error) => {
			problem("protocol", /not one to this sign-in/)(error);
			return !error.message.includes("WORDS");
		});
	}
	assert.equal(w.at("/token").length, 0);
});

test("a server's words are cut and hold no markup, whichever way they come", async () => {
	const w = await world();
	const words = `<script>alert(1)</script>\u0000\u202e&amp;"\n${"x".repeat(10_000)}`;
	w.rules.answer = (parameters) => ({
		...parameters,
		code: undefined,
		error: words,
		error_description: words,
	});
	const check = (error) => {
		problem("unauthorized")(error);
		assert.doesNotMatch(error.message, /[<>&\p{C}]/u);
		assert.ok(error.message.length < 800, String(error.message.length));
		return true;
	};
	await assert.rejects(w.call(w.auth()), check);
	w.rules.answer = undefined;
	w.rules.token = () => ({ status: 400, body: { error: words, error_description: words } });
	await assert.rejects(w.call(w.auth()), check);
});

test("what a token endpoint gives is a Bearer token that a header can hold, or nothing", async () => {
	const w = await world();
	const good = { access_token: "a.b-c_~+/=", token_type: "bearer" };
	for (const [body, code] of [
		[{ ...good, token_type: "DPoP" }, "protocol"],
		[{ access_token: "x" }, "protocol"],
		[{ ...good, access_token: "" }, "protocol"],
		[{ ...good, access_token: "a\r\nX-Evil: 1" }, "protocol"],
		[{ ...good, access_token: 7 }, "protocol"],
		["<html>", "protocol"],
		[[good], "protocol"],
		[{ ...good, error: "invalid_grant" }, "unauthorized"],
	]) {
		w.rules.token = () => ({ body });
		await assert.rejects(w.call(w.auth()), problem(code), JSON.stringify(body));
	}
	for (const status of [500, 503, 429]) {
		w.rules.token = () => ({ status, body: "<h1>busy</h1>" });
		await assert.rejects(w.call(w.auth()), problem("network"), String(status));
	}
	w.rules.token = () => ({ body: { ...good, expires_in: "3600" } });
	const auth = w.auth();
	await auth.authorize({ serverUrl: w.mcp, status: 401 });
	assert.equal(await auth.authorization(w.mcp), `Bearer ${good.access_token}`);
});

test("scopes: the challenge's, else what the server lists, else none; the page's own go before the list", () => {
	const base = { offline: true };
	for (const [facts, wanted] of [
		[{}, []],
		[{ challenged: ["c"], listed: ["l"] }, ["c"]],
		[{ listed: ["l", "m"] }, ["l", "m"]],
		[{ wished: ["w"], listed: ["l"] }, ["w"]],
		[{ challenged: ["c"], wished: ["w"] }, ["c", "w"]],
		[{ challenged: ["c"], earlier: ["e", "c"] }, ["e", "c"]],
		[{ listed: ["l"], offered: ["offline_access", "l"] }, ["l", "offline_access"]],
		[{ listed: ["l"], offered: ["offline_access"], offline: false }, ["l"]],
		[{ listed: ["l"], offered: ["l"] }, ["l"]],
		[{ offered: ["offline_access"] }, []],
		[{ challenged: ["c", "offline_access"], offered: ["c"] }, ["c"]],
		[{ earlier: ["e", "offline_access"], offered: [] }, ["e"]],
	]) {
		assert.deepEqual(scopesToAsk({ ...base, ...facts }), wanted, JSON.stringify(facts));
	}
	assert.ok(isOffline(["a", "offline_access"]) && !isOffline(["a"]));
	assert.equal(scopesOf(7), undefined);
});

test("scopes: whatever the lists are, all that is needed is asked for, each once, and no more", () => {
	const { number, pick } = random(23);
	const draw = () =>
		pick([
			undefined,
			Array.from({ length: number(5) }, () => pick(["a", "b", "c", "offline_access", 'x"y', " "])),
		]);
	const fit = (list) => (list ?? []).filter((scope) => /^[a-c]$/.test(scope));
	for (let round = 0; round < 3000; round += 1) {
		const facts = {
			challenged: draw(),
			wished: draw(),
			listed: draw(),
			earlier: draw(),
			offered: draw(),
			offline: pick([true, false]),
		};
		const asked = scopesToAsk(facts);
		assert.equal(new Set(asked).size, asked.length);
		const needed = facts.challenged || facts.wished ? [facts.challenged, facts.wished] : [facts.listed];
		const wanted = new Set([facts.earlier, ...needed].flatMap(fit));
		assert.deepEqual(new Set(fit(asked)), wanted, JSON.stringify(facts));
		assert.ok(asked.every((scope) => wanted.has(scope) || scope === "offline_access"));
		assert.equal(
			isOffline(asked),
			facts.offline && wanted.size > 0 && (facts.offered ?? []).includes("offline_access"),
		);
	}
});

test("offline access is asked for with consent, and only where the authorization server lists it", async () => {
	const w = await world({ resource: (document) => ({ ...document, scopes_supported: ["read"] }) });
	await w.call(w.auth());
	w.rules.metadata = (document) => ({ ...document, scopes_supported: ["read", "offline_access"] });
	await w.call(w.auth());
	await w.call(w.auth({ offlineAccess: false }));
	assert.deepEqual(scopesOfRequests(w), ["read", "read offline_access", "read"]);
	assert.deepEqual(
		w.opened.map((url) => url.searchParams.get("prompt")),
		[null, "consent", null],
	);
});

/** A server whose operations need scopes. */
async function steps(needs) {
	const w = await world({ challenge: () => 'Bearer scope="basic"' });
	let place = 0;
	w.rules.refuse = (token) => {
		const needed = needs[Math.min(place, needs.length - 1)];
		if (!token || !needed) return undefined;
		if (needed.every((scope) => token.scope?.split(" ").includes(scope))) {
			place += 1;
			return undefined;
		}
		return { status: 403, challenge: `Bearer error="insufficient_scope", scope="${needed.join(" ")}"` };
	};
	return w;
}

test("where a scope is missing, all earlier ones are asked for as well", async () => {
	const w = await steps([["basic"], ["write"], ["admin", "basic"]]);
	const auth = w.auth();
	for (let round = 0; round < 3; round += 1) await w.call(auth);
	assert.deepEqual(scopesOfRequests(w), ["basic", "basic write", "basic write admin"]);
	assert.match(await auth.authorization(w.mcp), /^Bearer token-/);
});

test("a scope that was granted already is not asked for again", async () => {
	const w = await world({
		challenge: () => 'Bearer scope="admin"',
		refuse: (token) =>
			token && { status: 403, challenge: 'Bearer error="insufficient_scope", scope="admin"' },
	});
	await assert.rejects(w.call(w.auth()), problem("unauthorized", /'admin', which were granted already/));
	assert.equal(w.opened.length, 1);
	w.rules.refuse = (token) => token && { status: 403, challenge: 'Bearer error="insufficient_scope"' };
	await assert.rejects(w.call(w.auth()), problem("unauthorized"), "nor is nothing");
});

test("a server that always wants more is given up", async () => {
	let round = 0;
	const w = await world();
	w.rules.refuse = (token) => {
		round += 1;
		return token && { status: 403, challenge: `Bearer error="insufficient_scope", scope="s${round}"` };
	};
	await assert.rejects(
		w.call(w.auth(), { tries: 100 }),
		problem("unauthorized", /refused the tokens of \d sign-ins in a row/),
	);
	assert.ok(w.opened.length <= 6, String(w.opened.length));
});

test("a server that grants less than was asked for is asked again only a few times", async () => {
	const w = await world();
	w.rules.token = () => ({
		body: { access_token: `t${w.at("/token").length}`, token_type: "Bearer", scope: "basic" },
	});
	w.rules.refuse = () => ({ status: 403, challenge: 'Bearer error="insufficient_scope", scope="write"' });
	await assert.rejects(w.call(w.auth(), { tries: 100 }), problem("unauthorized"));
	assert.ok(w.opened.length <= 6);
});

test("a server that takes no token is given up", async () => {
	const w = await world({ refuse: () => ({ status: 401 }) });
	const auth = w.auth();
	await assert.rejects(
		w.call(auth, { tries: 100 }),
		problem("unauthorized", /as soon as they were there. Wait a minute/),
	);
	const { length } = w.opened;
	assert.ok(length <= 3, String(length));
	await assert.rejects(w.call(auth), problem("unauthorized"));
	assert.equal(w.opened.length, length, "and stays so for now");
	w.rules.refuse = undefined;
	await auth.signOut(w.mcp);
	assert.deepEqual(await w.call(auth), {}, "until the person signs in anew");
});

test("other refusals are not ours", async () => {
	const w = await world();
	const auth = w.auth();
	for (const [status, wwwAuthenticate] of [
		[400, undefined],
		[403, undefined],
		[403, "Bearer"],
		[403, 'Bearer error="invalid_token"'],
		[403, 'Basic error="insufficient_scope"'],
		[404, "Bearer"],
		[500, 'Bearer error="insufficient_scope"'],
	]) {
		assert.equal(await auth.authorize({ serverUrl: w.mcp, status, wwwAuthenticate }), false);
	}
	assert.equal(w.seen.length, 0);
});

test("several refusals of one token lead to one sign-in", async () => {
	const w = await world();
	const auth = w.auth();
	assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => w.call(auth))), Array(8).fill({}));
	assert.equal(w.opened.length, 1);
	assert.equal(w.at("/token").length, 1);
	assert.equal(
		await auth.authorize({ serverUrl: w.mcp, status: 401, sent: "Bearer an-old-one" }),
		true,
		"a late one",
	);
	assert.equal(await auth.authorize({ serverUrl: w.mcp, status: 401 }), true, "one that was sent without");
	assert.equal(w.opened.length, 1);
});

test("who gives up does not end the sign-in of others, and the last one ends it", async () => {
	const w = await world();
	let opened;
	const opening = new Promise((resolve) => {
		opened = resolve;
	});
	let given;
	const auth = w.auth({
		open: (_, signal) => {
			given = signal;
			opened();
			return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		},
	});
	const [one, two] = [new AbortController(), new AbortController()];
	const calls = [one, two].map(({ signal }) => w.call(auth, { signal }));
	const ends = calls.map((call) => assert.rejects(call, problem("aborted")));
	await opening;
	one.abort();
	await ends[0];
	assert.equal(given.aborted, false);
	two.abort();
	await ends[1];
	assert.equal(given.aborted, true);
	await assert.rejects(w.call(auth, { signal: AbortSignal.abort() }), problem("aborted"));
});

test("a person who never comes back is not waited for without end", async () => {
	const w = await world();
	const auth = w.auth({ open: () => new Promise(() => undefined), timeouts: { signInMs: 200 } });
	await assert.rejects(w.call(auth), problem("aborted", /within 200 ms/));
});

test("what a page's own way returns is checked, and what it throws is told", async () => {
	const w = await world();
	for (const answer of [undefined, "", "callback?code=1", 7])
		await assert.rejects(w.call(w.auth({ open: async () => answer })), problem("invalid_argument"));
	const failing = () => {
		throw new Error("no <b>window</b>");
	};
	await assert.rejects(w.call(w.auth({ open: failing })), problem("unauthorized", /no b window/));
	assert.deepEqual(await w.call(w.auth({ open: async (url) => new URL(await w.browse(url)) })), {});
});

test("no token is sent or asked for over plain http to other machines", async () => {
	const w = await world();
	const auth = w.auth();
	assert.equal(await auth.authorization("http://mcp.example/mcp"), undefined);
	await assert.rejects(
		auth.authorize({ serverUrl: "http://mcp.example/mcp", status: 401 }),
		problem("unauthorized", /https/),
	);
	assert.equal(w.seen.length, 0);
});

test("tokens are a server's: another path of the same host gets none", async () => {
	const w = await world();
	const auth = w.auth();
	await w.call(auth);
	assert.ok(await auth.authorization(`${w.mcp}#part`));
	for (const other of [
		`${w.mcp}/`,
		`${w.origin}/`,
		`${w.origin}/other`,
		w.mcp.replace("127.0.0.1", "localhost"),
	])
		assert.equal(await auth.authorization(other), undefined, other);
});

test("signing out forgets the tokens and has them revoked", async () => {
	const store = sharedStore();
	const w = await world();
	const other = await world();
	const auth = w.auth({ store, open: (url) => (url.origin === w.issuer ? w : other).browse(url) });
	await w.call(auth);
	await other.call(auth);
	const header = await auth.authorization(w.mcp);
	await auth.signOut(w.mcp);
	assert.equal(await auth.authorization(w.mcp), undefined);
	assert.ok(await auth.authorization(other.mcp));
	const revoked = w.at("/revoke").map(({ body }) => body.token);
	assert.match(revoked[0], /^renewal-/);
	assert.equal(`Bearer ${revoked[1]}`, header);
	await w.call(auth);
	assert.equal(w.at("/register").length, 1, "the registration stays");
	await auth.signOut();
	assert.equal(await auth.authorization(other.mcp), undefined);
	assert.deepEqual(
		[...store.kept.values()].filter((value) => value !== "[]"),
		[],
	);
	await w.call(auth);
	assert.equal(w.at("/register").length, 2);
});

test("signing out ends a sign-in that is under way, and nothing comes of it later", async () => {
	const w = await world();
	let answer;
	const asking = new Promise((resolve) => {
		w.rules.token = () => {
			resolve();
			return new Promise((end) => {
				answer = end;
			});
		};
	});
	const auth = w.auth();
	const call = assert.rejects(w.call(auth), problem("aborted"));
	await asking;
	await auth.signOut(w.mcp);
	await call;
	answer({ body: { access_token: "late", token_type: "Bearer" } });
	await new Promise((resolve) => setTimeout(resolve, 50));
	assert.equal(await auth.authorization(w.mcp), undefined);
});

test("nothing is written to the console, and no error holds a secret", async (t) => {
	const said = [];
	for (const name of ["log", "info", "warn", "error", "debug"])
		t.mock.method(console, name, (...values) => said.push(values));
	const w = await world();
	const errors = [];
	const keep = (error) => errors.push(`${error.stack} ${JSON.stringify(error)}`);
	await w.call(w.auth()).catch(keep);
	w.rules.token = () => ({ status: 400, body: { error: "invalid_grant" } });
	await w.call(w.auth()).catch(keep);
	w.rules.token = () => ({ body: { access_token: "se cret", token_type: "Bearer" } });
	await w.call(w.auth()).catch(keep);
	w.rules.answer = (parameters) => ({ ...parameters, iss: "https://evil.example" });
	await w.call(w.auth()).catch(keep);
	assert.equal(errors.length, 3);
	assert.deepEqual(said, []);
	const secrets = w.at("/token").flatMap(({ body }) => [body.code, body.code_verifier]);
	for (const secret of [...secrets, "se cret"]) assert.ok(errors.every((text) => !text.includes(secret)));
});

test("options and arguments that make no sense are named", async () => {
	for (const [options, words] of [
		[undefined, /options must be an object/],
		[{}, /redirectUrl/],
		[{ redirectUrl: "http://app.example/cb" }, /redirectUrl must be an https/],
		[{ redirectUrl: "javascript:alert(1)" }, /redirectUrl/],
		[{ redirectUrl: "https://app.example/cb#x" }, /redirectUrl/],
		[{ redirectUrl: REDIRECT, clientMetadataUrl: "http://app.example/c.json" }, /clientMetadataUrl/],
		[{ redirectUrl: REDIRECT, clientMetadataUrl: "https://app.example/" }, /clientMetadataUrl/],
		[{ redirectUrl: REDIRECT, client: { secret: "x" } }, /client\.id/],
		[{ redirectUrl: REDIRECT, client: [{ id: 7 }] }, /client\[0\]\.id/],
		[{ redirectUrl: REDIRECT, open: "window" }, /open/],
		[{ redirectUrl: REDIRECT, store: {} }, /store\.get/],
		[{ redirectUrl: REDIRECT, scopes: "a b" }, /scopes/],
		[{ redirectUrl: REDIRECT, timeouts: { requestMs: -1 } }, /requestMs/],
		[{ redirectUrl: REDIRECT, fetch: "x" }, /fetch/],
	]) {
		assert.throws(() => createMcpAuth(options), problem("invalid_argument", words), JSON.stringify(options));
	}
	const auth = createMcpAuth({ redirectUrl: new URL(REDIRECT), client: [], open: null });
	await assert.rejects(auth.authorization(7), problem("invalid_argument"));
	await assert.rejects(auth.authorize(), problem("invalid_argument"));
	await assert.rejects(auth.authorize({ serverUrl: "x" }), problem("invalid_argument"));
	await assert.rejects(auth.signOut(7), problem("invalid_argument"));
	await assert.rejects(auth.complete("x"), problem("invalid_argument"));
	await assert.rejects(auth.complete(), problem("invalid_argument"));
});
