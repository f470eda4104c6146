/** Whether a host is this machine: one answer for all rooms that ask, in every spelling. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { domainsIn } from "../../pkg/apps/policy.js";
import { hostKind, isInside, isThisMachine, reachesThisMachine } from "../../pkg/core/loopback.js";
import { McpClient } from "../../pkg/mcp/index.js";
import { addressBy, safeAddress } from "../../pkg/mcp-auth/addresses.js";
import { isLocalRequest } from "../../pkg/proxy/origin.js";
import { secureOrigins } from "../../pkg/webmcp/polyfill/origins.js";
import { connectRelay } from "../../pkg/webmcp/index.js";
import * as kit from "../../pkg/index.js";

const KINDS = {
	loopback: [
		...[
			"localhost",
			"LOCALHOST",
			"localhost.",
			"localhost..",
			"app.localhost",
			"a.b.localhost",
			"app.localhost.",
		],
		...[
			"127.0.0.1",
			"127.0.0.1.",
			"127.0.0.9",
			"127.255.255.254",
			"127.1",
			"127.0.1",
			"0x7f.1",
			"0x7F000001",
		],
		...["2130706433", "0177.0.0.1", "017700000001", "%31%32%37.0.0.1", "①27.0.0.1", "ｌｏｃａｌｈｏｓｔ"],
		...[
			"[::1]",
			"[0:0:0:0:0:0:0:1]",
			"[::0001]",
			"[::ffff:127.0.0.1]",
			"[::ffff:7f00:1]",
			"[::FFFF:127.9.9.9]",
		],
	],
	unspecified: ["0.0.0.0", "0", "0x0", "00.0", "[::]", "[0:0::0]", "[::ffff:0.0.0.0]"],
	private: [
		...[
			"10.0.0.1",
			"10.255.255.255",
			"172.16.0.1",
			"172.31.255.255",
			"192.168.0.1",
			"100.64.0.1",
			"100.127.0.1",
		],
		...["192.168.1", "0xa.1", "167772161", "0.0.0.1", "198.18.0.1", "198.19.255.255", "192.0.0.8"],
		...[
			"224.0.0.1",
			"255.255.255.255",
			"[fc00::1]",
			"[fdff::1]",
			"[fec0::1]",
			"[ff02::1]",
			"[::ffff:10.0.0.1]",
		],
		...["[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[2002:7f00:1::]", "[2002:c0a8:1::1]"],
		...["printer.local", "printer.local.", "vault.internal", "nas.home.arpa", "LOCAL", "a.b.Internal"],
	],
	"link-local": [
		"169.254.169.254",
		"169.254.0.1",
		"[fe80::1]",
		"[febf::1]",
		"[::ffff:169.254.169.254]",
		"0xa9fea9fe",
	],
	public: [
		...[
			"example.com",
			"localhost.example.com",
			"notlocalhost",
			"localhosts",
			"127.0.0.1.example.com",
			"1.1.1.1",
		],
		...[
			"126.255.255.255",
			"128.0.0.1",
			"172.15.0.1",
			"172.32.0.1",
			"192.167.0.1",
			"100.63.0.1",
			"100.128.0.1",
		],
		...["169.253.0.1", "11.0.0.1", "223.255.255.255", "[2001:db8::1]", "[2606:4700::1111]", "[fe00::1]"],
		...[
			"[::ffff:8.8.8.8]",
			"[64:ff9b::808:808]",
			"[2002:808:808::]",
			"localdomain",
			"internal.example",
			"arpa",
		],
	],
};

test("a host is of the same kind in every spelling, as a text and in an address", () => {
	for (const [kind, hosts] of Object.entries(KINDS)) {
		for (const host of hosts) {
			assert.equal(hostKind(host), kind, host);
			for (const scheme of ["http", "https", "ws", "wss"])
				assert.equal(hostKind(new URL(`${scheme}://${host}:81/p?q`)), kind, `${scheme}://${host}`);
		}
	}
});

test("what sockets write counts too, and what is more than a host is none", () => {
	for (const host of ["::1", "::ffff:127.0.0.1", "127.0.0.1"]) assert.equal(hostKind(host), "loopback", host);
	for (const host of ["fe80::1%eth0", "fe80::1%25en0", "[fe80::1%eth0]"])
		assert.equal(hostKind(host), "link-local", host);
	for (const text of [
		"",
		"127.0.0.1/x",
		"localhost#a",
		"localhost?",
		"user@localhost",
		"x\\localhost",
		"::1::2",
		"[::1",
	])
		assert.equal(hostKind(text), "public", text);
	assert.equal(hostKind("127.0.0.1\n.example.com"), "public", "blanks are left out, as in addresses");
});

test("an unspecified address is not allowed what this machine is, and is kept away as it is", () => {
	for (const host of KINDS.loopback)
		assert.deepEqual([isThisMachine(host), reachesThisMachine(host)], [true, true]);
	for (const host of KINDS.unspecified) {
		assert.deepEqual(
			[isThisMachine(host), reachesThisMachine(host), isInside(host)],
			[false, true, true],
			host,
		);
	}
	for (const host of [...KINDS.private, ...KINDS["link-local"]])
		assert.deepEqual(
			[isThisMachine(host), reachesThisMachine(host), isInside(host)],
			[false, false, true],
			host,
		);
	for (const host of KINDS.public) assert.equal(isInside(host), false, host);
});

/** Each room's own question, asked of a host. */
const ROOMS = {
	"the MCP client, of credentials": (host) => {
		new McpClient(`http://${host}:9/mcp`, { headers: { authorization: "x" } });
		return true;
	},
	"sign-ins, of addresses": (host) => safeAddress(`http://${host}:9/`) !== undefined,
	"the proxy, of who asks": (host) =>
		isLocalRequest(
			new Request(`http://${host}:9/`, { headers: { origin: new URL(`http://${host}:8`).origin } }),
		),
	"the polyfill, of origins": (host) => secureOrigins("x", [`http://${host}:9`]).length === 1,
	"the relay, of its address": (host) => {
		connectRelay(kit.createWebMcpServer("s"), { url: `ws://${host}:9/`, token: "t" }).close();
		return true;
	},
	"apps, of domains": (host) =>
		domainsIn({ connectDomains: [`http://${host}:9`] }).connectDomains.length === 1,
};

test("every room has the same answer", async () => {
	await kit.init();
	globalThis.WebSocket ??= class {
		close() {}
	};
	const answer = (ask, host) => {
		try {
			return ask(host);
		} catch {
			return false;
		}
	};
	// What a policy's grammar has no place for is no domain at all.
	const written = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i;
	for (const [room, ask] of Object.entries(ROOMS)) {
		for (const [kind, hosts] of Object.entries(KINDS)) {
			for (const host of hosts.filter((one) => room !== "apps, of domains" || written.test(one)))
				assert.equal(answer(ask, host), kind === "loopback", `${room}: ${host}`);
		}
	}
});

test("a domain of this machine stands in an app's policy as browsers write it", () => {
	const { connectDomains } = domainsIn({
		connectDomains: ["http://127.1:3000", "ws://app.localhost", "http://[0:0::1]:81", "http://localhost."],
	});
	assert.deepEqual(connectDomains, [
		"http://127.0.0.1:3000",
		"ws://app.localhost",
		"http://[::1]:81",
		"http://localhost.",
	]);
});

test("a public server has nothing asked inside, and one inside may name what is there", () => {
	const [remote, near] = [new URL("https://mcp.example/mcp"), new URL("http://localhost:9/mcp")];
	for (const [kind, hosts] of Object.entries(KINDS)) {
		for (const host of hosts) {
			const text = `https://${host}:9443/`;
			assert.equal(
				addressBy(remote, text) !== undefined,
				kind === "public",
				`${host} named by a public server`,
			);
			assert.notEqual(addressBy(near, text), undefined, `${host} named on this machine`);
		}
	}
});

test("no file of the package has a rule of its own for what this machine is", () => {
	const files = readdirSync("js", { recursive: true }).filter((name) => name.endsWith(".ts"));
	for (const name of files) {
		if (name === "core/loopback.ts") continue;
		const source = readFileSync(`js/${name}`, "utf8");
		assert.doesNotMatch(
			source,
			/\/[^/\n]*(?:localhost\||127\\\.|127\(|::1\\\])[^/\n]*\/[a-z]*[.,;)]|=== "localhost"/,
			name,
		);
	}
});
