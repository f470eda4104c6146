/** Servers that name what is not theirs: addresses inside of networks, resources wider than themselves, authorization pages of others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isWider } from "../../pkg/mcp-auth/addresses.js";
import { createMcpAuth } from "../../pkg/mcp-auth/index.js";
import { problem, world } from "./support/mcp-auth.mjs";

/** Addresses as a table of JSON; all that is asked is in `asked`. */
function network(documents) {
	const asked = [];
	const fetch = async (url) => {
		asked.push(url);
		return url in documents ? Response.json(documents[url]) : new Response("", { status: 404 });
	};
	return { asked, fetch };
}
const authorization = (issuer, more = {}) => ({
	[`${issuer}/.well-known/oauth-authorization-server`]: {
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		registration_endpoint: `${issuer}/register`,
		code_challenge_methods_supported: ["S256"],
		...more,
	},
	[`${issuer}/register`]: { client_id: "c" },
	[`${issuer}/token`]: { access_token: "t", token_type: "Bearer" },
});
const resource = (server, issuer) => {
	const { origin, pathname } = new URL(server);
	return {
		[`${origin}/.well-known/oauth-protected-resource${pathname}`]: {
			resource: server,
			authorization_servers: [issuer],
		},
	};
};
const REDIRECT = "https://app.example/callback";
/** Signs in to `server`; the person agrees to whatever is shown. */
async function signIn(server, documents, options = {}) {
	const { asked, fetch } = network(documents);
	const shown = [];
	const open = (url) => {
		shown.push(url.href);
		return `${REDIRECT}?code=x&state=${url.searchParams.get("state")}`;
	};
	const auth = createMcpAuth({ redirectUrl: REDIRECT, open, fetch, ...options });
	const result = await auth.authorize({ serverUrl: server, status: 401 }).catch((error) => error);
	return { result, asked, shown };
}

const INSIDE = [
	...[
		"https://localhost.:9443",
		"https://app.localhost",
		"https://0.0.0.0",
		"https://[::]",
		"https://[::ffff:127.0.0.1]",
	],
	...[
		"https://localhost",
		"https://127.1",
		"https://[::1]:8443",
		"https://10.0.0.1",
		"https://192.168.0.1:444",
	],
	...[
		"https://172.20.1.1",
		"https://100.100.1.1",
		"https://169.254.169.254",
		"https://[fe80::1]",
		"https://[fd00::2]",
	],
	...[
		"https://[::ffff:10.1.2.3]",
		"https://idp.internal",
		"https://printer.local",
		"https://nas.home.arpa",
		"http://127.0.0.1:9",
	],
];

test("a public server has nothing inside of a network asked: no authorization server, and none of its endpoints", async () => {
	const server = "https://mcp.example/mcp";
	for (const inside of INSIDE) {
		const { origin } = new URL(inside);
		const own = await signIn(server, {
			...resource(server, inside),
			...authorization(origin),
			...authorization(inside),
		});
		assert.equal(own.result.code, "protocol", inside);
		const endpoints = [
			"authorization_endpoint",
			"token_endpoint",
			"registration_endpoint",
			"revocation_endpoint",
		];
		const all = [own];
		for (const name of endpoints) {
			const issuer = "https://login.example";
			const documents = { ...resource(server, issuer), ...authorization(issuer, { [name]: `${inside}/x` }) };
			const found = await signIn(server, documents);
			assert.equal(found.result.code, "protocol", `${name} ${inside}`);
			all.push(found);
		}
		for (const { asked, shown } of all) {
			assert.deepEqual(shown, []);
			assert.ok(
				asked.every((url) => url.includes(".example/")),
				`${inside}: ${asked}`,
			);
		}
	}
});

test("metadata of a resource inside is not asked for either", async () => {
	const server = "https://mcp.example/mcp";
	const { asked, fetch } = network({});
	const auth = createMcpAuth({ redirectUrl: REDIRECT, open: () => REDIRECT, fetch });
	for (const inside of INSIDE) {
		const wwwAuthenticate = `Bearer resource_metadata="${inside}/m"`;
		await assert.rejects(
			auth.authorize({ serverUrl: server, status: 401, wwwAuthenticate }),
			problem("protocol"),
		);
	}
	assert.ok(
		asked.every((url) => url.startsWith("https://mcp.example/")),
		String(asked),
	);
});

test("a server inside of a network may name what is in networks, and one on this machine what is on it", async () => {
	const may = async (server, issuer) => {
		const documents = { ...resource(server, issuer), ...authorization(issuer) };
		return (await signIn(server, documents)).result === true;
	};
	for (const server of ["https://192.168.0.9/mcp", "https://mcp.internal/mcp", "https://[fd00::1]/mcp"]) {
		for (const issuer of ["https://10.0.0.1", "https://idp.local", "https://login.example"])
			assert.ok(await may(server, issuer), `${server} ${issuer}`);
		for (const issuer of ["https://localhost:8443", "https://127.0.0.2", "https://0.0.0.0"])
			assert.ok(!(await may(server, issuer)), `${server} ${issuer}`);
	}
	for (const server of ["http://localhost:3000/mcp", "http://app.localhost/mcp", "http://[::1]:3000/mcp"])
		for (const issuer of [
			"http://localhost:8080",
			"https://10.0.0.1",
			"https://login.example",
			"http://127.0.0.1:9",
		])
			assert.ok(await may(server, issuer), `${server} ${issuer}`);
});

test("a resource is wider than a server where anything else of its host belongs to it", () => {
	for (const [server, named, wanted] of [
		["https://a.test/mcp", "https://a.test/mcp", false],
		["https://a.test/mcp", "https://a.test/mcp/", false],
		["https://a.test/", "https://a.test", false],
		["https://a.test/mcp?x=1", "https://a.test/mcp?x=1", false],
		["https://a.test/mcp", "https://a.test", true],
		["https://a.test/t/evil/mcp", "https://a.test/t/evil", true],
		["https://a.test/t/evil/mcp", "https://a.test/t", true],
		["https://a.test/mcp?tenant=evil", "https://a.test/mcp", true],
	])
		assert.equal(isWider(new URL(server), new URL(named)), wanted, `${named} of ${server}`);
});

test("a token for more than the server is asked for once somebody has agreed to that, and only by true", async () => {
	const wide = (w) => (document) => ({ ...document, resource: w.origin });
	for (const [answer, isTaken] of [
		[undefined, false],
		[() => false, false],
		[() => undefined, false],
		[() => 1, false],
		[async () => "yes", false],
		[() => true, true],
		[async () => true, true],
	]) {
		const w = await world({ mcpPath: "/tenants/evil/mcp" });
		w.rules.resourceAt = ["/.well-known/oauth-protected-resource/tenants/evil/mcp"];
		w.rules.resource = wide(w);
		const seen = [];
		const allowWiderResource = answer && ((...args) => seen.push(args) && answer());
		const auth = w.auth(allowWiderResource ? { allowWiderResource } : {});
		if (isTaken) {
			assert.deepEqual(await w.call(auth), {});
			assert.deepEqual(seen, [[w.origin, w.mcp]]);
		} else {
			await assert.rejects(w.call(auth), problem("unauthorized", /allowWiderResource/));
			assert.equal(w.opened, undefined);
			assert.equal(w.at(/register|token/).length, 0);
		}
	}
	const failing = await world({
		mcpPath: "/a/mcp",
		resourceAt: ["/.well-known/oauth-protected-resource/a/mcp"],
	});
	failing.rules.resource = wide(failing);
	const allowWiderResource = () => Promise.reject(new Error("closed"));
	await assert.rejects(failing.call(failing.auth({ allowWiderResource })), /closed/);
});

test("in a page the person is asked by the browser's own question", async (t) => {
	const asked = [];
	let answer = false;
	globalThis.confirm = (words) => asked.push(words) && answer;
	t.after(() => delete globalThis.confirm);
	const w = await world({ mcpPath: "/a/mcp", resourceAt: ["/.well-known/oauth-protected-resource/a/mcp"] });
	w.rules.resource = (document) => ({ ...document, resource: w.origin });
	await assert.rejects(w.call(w.auth()), problem("unauthorized"));
	answer = true;
	assert.deepEqual(await w.call(w.auth()), {});
	assert.equal(asked.length, 2);
	assert.ok(asked[0].includes(w.mcp) && asked[0].includes(`all of ${w.origin}.`));
});

test("codes of another's authorization page go nowhere: it has to say whose it is, or answers have to", async () => {
	const server = "https://mcp.example/mcp";
	const [evil, honest] = ["https://evil.example", "https://honest.example"];
	const named = { authorization_endpoint: `${honest}/authorize` };
	const mixed = { ...resource(server, evil), ...authorization(evil, named) };
	for (const [what, more, code] of [
		["the other says nothing", {}, "protocol"],
		["the other is its own", authorization(honest), "protocol"],
		[
			"the other is its own, by OpenID",
			{ [`${honest}/.well-known/openid-configuration`]: { issuer: honest } },
			"protocol",
		],
		[
			"the other's metadata has no name",
			{ [`${honest}/.well-known/oauth-authorization-server`]: {} },
			"protocol",
		],
		[
			"the name is another one's by a letter",
			{ [`${honest}/.well-known/oauth-authorization-server`]: { issuer: `${evil}/` } },
			"protocol",
		],
	]) {
		const { result, asked, shown } = await signIn(server, { ...mixed, ...more });
		assert.equal(result.code, code, what);
		assert.match(result.message, /does not say that it belongs to it/);
		assert.deepEqual(shown, [], what);
		assert.ok(!asked.some((url) => /token|register/.test(url)), what);
	}
	const confirmed = { [`${honest}/.well-known/oauth-authorization-server`]: { issuer: evil } };
	assert.equal(
		(await signIn(server, { ...mixed, ...confirmed })).result,
		true,
		"the other says that it belongs to it",
	);
	const told = { ...named, authorization_response_iss_parameter_supported: true };
	const without = await signIn(server, { ...resource(server, evil), ...authorization(evil, told) });
	assert.equal(without.result.code, "protocol", "an answer without iss where it was promised");
	assert.ok(!without.asked.includes(`${evil}/token`));
	const elsewhere = { token_endpoint: "https://tokens.example/token" };
	const apart = {
		...resource(server, evil),
		...authorization(evil, elsewhere),
		"https://tokens.example/token": { access_token: "t", token_type: "Bearer" },
	};
	assert.equal((await signIn(server, apart)).result, true, "a server may have its token endpoint anywhere");
	const unreachable = await signIn(server, mixed, {
		fetch: async (url) =>
			url.startsWith(honest) ? Promise.reject(new TypeError("Failed")) : network(mixed).fetch(url),
	});
	assert.equal(unreachable.result.code, "network");
});

test("a server of 2025-03-26 may not have people sign in elsewhere either", async () => {
	const server = "https://evil.example/mcp";
	const documents = authorization("https://evil.example", {
		authorization_endpoint: "https://honest.example/authorize",
	});
	const { result, shown } = await signIn(server, documents);
	assert.deepEqual([result.code, shown], ["protocol", []]);
});
