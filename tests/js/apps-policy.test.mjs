/** What an app may load: domains that could say more in a policy than what they are. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./support/apps.mjs";

const { domainsIn, policyOf } = await load("policy.js");

const kept = (domain, use = "connectDomains") => domainsIn({ [use]: [domain] })[use];
const directives = (csp) =>
	Object.fromEntries(
		policyOf(domainsIn(csp))
			.split("; ")
			.map((one) => [one.slice(0, one.indexOf(" ")), one.slice(one.indexOf(" ") + 1)]),
	);

test("without domains nothing may be loaded or asked, and nothing is the sandbox page's own", () => {
	for (const csp of [undefined, null, {}, [], "https://x.example", { connectDomains: "https://x.example" }]) {
		const policy = directives(csp);
		assert.equal(policy["default-src"], "'none'");
		assert.equal(policy["connect-src"], "'none'");
		assert.equal(policy["frame-src"], "'none'");
		assert.equal(policy["form-action"], "'none'");
		assert.equal(policy["base-uri"], "'none'");
		assert.equal(policy["object-src"], "'none'");
		assert.equal(policy["script-src"], "'unsafe-inline'");
		assert.equal(policy["img-src"], "data:");
		assert.ok(!policyOf(domainsIn(csp)).includes("'self'"));
	}
});

test("each kind of domain opens what it is for and nothing else", () => {
	const policy = directives({
		connectDomains: ["https://api.example", "wss://live.example"],
		resourceDomains: ["https://*.cdn.example"],
		frameDomains: ["https://film.example"],
		baseUriDomains: ["https://base.example"],
	});
	assert.equal(policy["connect-src"], "https://api.example wss://live.example");
	assert.equal(policy["script-src"], "'unsafe-inline' https://*.cdn.example");
	assert.equal(policy["font-src"], "https://*.cdn.example");
	assert.equal(policy["frame-src"], "https://film.example");
	assert.equal(policy["base-uri"], "https://base.example");
});

test("domains of https and of this machine are taken, each as it stands in a policy", () => {
	for (const [given, taken] of [
		["https://api.example.com", "https://api.example.com"],
		["https://API.Example.com/", "https://api.example.com"],
		["https://*.example.com", "https://*.example.com"],
		["https://intranet:8443", "https://intranet:8443"],
		["https://xn--bcher-kva.example", "https://xn--bcher-kva.example"],
		["wss://a.example", "wss://a.example"],
		["http://localhost:3000", "http://localhost:3000"],
		["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
		["ws://localhost:3000", "ws://localhost:3000"],
	]) {
		assert.deepEqual(kept(given), [taken], given);
	}
});

test("what could say more in a policy than one domain is left out", () => {
	for (const given of [
		"*",
		"https:",
		"https://*",
		"https://*.com",
		"https://*.*.example.com",
		"https://a.*.example.com",
		"https://exam*ple.com",
		"http://example.com",
		"http://localhost.evil.example",
		"http://127.0.0.1.evil.example",
		"ftp://example.com",
		"data:",
		"blob:",
		"filesystem:",
		"javascript:alert(1)",
		"'self'",
		"'unsafe-eval'",
		"example.com",
		"//example.com",
		"https://a.example; script-src *",
		"https://a.example *",
		"https://a.example\n*",
		"https://a.example\t*",
		"https://a.example,https://b.example",
		"https://a.example'",
		'https://a.example"><script>',
		"https://a.example/path",
		"https://a.example?query",
		"https://a.example#part",
		"https://user@a.example",
		"https://user:secret@a.example",
		"https://a.example:*",
		"https://a.example:port",
		"https://bücher.example",
		"https://-a.example",
		"https://a..example",
		"https://",
		"",
		`https://${"a.".repeat(400)}example`,
		{ toString: () => "https://a.example" },
		["https://a.example"],
		7,
		null,
	]) {
		assert.deepEqual(kept(given), [], JSON.stringify(given));
	}
	assert.deepEqual(kept("wss://a.example", "resourceDomains"), [], "a socket is no resource");
	assert.deepEqual(kept("ws://localhost", "frameDomains"), []);
});

test("the page decides on each domain, and hears which were left out", () => {
	const refused = [];
	const domains = domainsIn(
		{ connectDomains: ["https://good.example", "https://bad.example", "*"] },
		(domain, use) => use === "connectDomains" && domain !== "https://bad.example",
		(domain) => refused.push(domain),
	);
	assert.deepEqual(domains.connectDomains, ["https://good.example"]);
	assert.deepEqual(refused, ["https://bad.example", "*"]);
});

test("a policy has no more domains than can be read quickly", () => {
	const many = Array.from({ length: 1000 }, (_, index) => `https://a${index}.example`);
	assert.equal(domainsIn({ connectDomains: many }).connectDomains.length, 50);
});

test("all that the sandbox page loads lies in its folder, which hosts serve alone", () => {
	const open = ["sandbox.js"];
	for (const name of open) {
		const source = readFileSync(`pkg/apps/${name}`, "utf8");
		for (const [, from] of source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
			assert.match(from, /^\.\/[\w-]+\.js$/, `${name} loads ${from}`);
			if (!open.includes(from.slice(2))) open.push(from.slice(2));
		}
	}
	assert.ok(open.includes("policy.js") && open.includes("loopback.js"), String(open));
});
