/** How `WWW-Authenticate` is read: several challenges, quotes, what servers get wrong, and what nobody meant. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerOf, challengesOf } from "../../pkg/mcp-auth/challenge.js";
import { random } from "./support/mcp-auth.mjs";

const read = (header) =>
	challengesOf(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);

test("challenges and parameters are told apart", () => {
	for (const [header, wanted] of [
		["", []],
		[" ,, ,", []],
		["Bearer", [["bearer", {}]]],
		["bEaReR ReAlM=a", [["bearer", { realm: "a" }]]],
		['Bearer realm="a, b", scope="x y"', [["bearer", { realm: "a, b", scope: "x y" }]]],
		[
			'Basic realm="one", Bearer scope="two"',
			[
				["basic", { realm: "one" }],
				["bearer", { scope: "two" }],
			],
		],
		[
			'Negotiate, Bearer error = "invalid_token" ,scope= a',
			[
				["negotiate", {}],
				["bearer", { error: "invalid_token", scope: "a" }],
			],
		],
		[
			'Negotiate YWJj==, Bearer realm="x"',
			[
				["negotiate", {}],
				["bearer", { realm: "x" }],
			],
		],
		[
			'NTLM abc, Bearer realm="x"',
			[
				["ntlm", {}],
				["bearer", { realm: "x" }],
			],
		],
		['Bearer realm="say \\"hi\\" \\\\ bye"', [["bearer", { realm: 'say "hi" \\ bye' }]]],
		['Bearer realm="", scope=""', [["bearer", { realm: "", scope: "" }]]],
		['Bearer a="1", a="2", A="3"', [["bearer", { a: "1" }]]],
	]) {
		assert.deepEqual(read(header), wanted, header);
	}
});

test("what servers get wrong is read as they meant it", () => {
	const address = "https://x.example/.well-known/oauth-protected-resource?a=b";
	assert.equal(bearerOf(`Bearer resource_metadata=${address}`).resourceMetadata, address);
	assert.equal(bearerOf(`Bearer error="e" resource_metadata="${address}"`).resourceMetadata, address);
	assert.equal(bearerOf(`Bearer,resource_metadata="${address}"`).resourceMetadata, address);
});

test("a quoted text cannot pass off what it holds as a parameter or a challenge", () => {
	const header =
		'Bearer error_description="x, Bearer resource_metadata=\\"https://evil.example\\", scope=evil", scope="good"';
	assert.deepEqual(bearerOf(header), { scopes: ["good"] });
	assert.deepEqual(read('"Bearer scope=evil", Bearer scope="good"'), [["bearer", { scope: "good" }]]);
});

test("what was cut within a quoted text tells nothing", () => {
	assert.deepEqual(read('Bearer realm="a", scope="admin wri'), [["bearer", { realm: "a" }]]);
	assert.deepEqual(read('Bearer realm="a\\'), [["bearer", {}]]);
});

test("of several Bearer challenges the one with metadata is taken, and without one there is none", () => {
	assert.deepEqual(bearerOf('Bearer scope="a", Bearer resource_metadata="https://m", error="e"'), {
		resourceMetadata: "https://m",
		error: "e",
	});
	assert.equal(bearerOf('Basic realm="x"'), undefined);
	assert.equal(bearerOf(undefined), undefined);
	assert.deepEqual(bearerOf("Bearer"), {});
});

test("scopes are those that a request may hold, each once", () => {
	assert.deepEqual(bearerOf('Bearer scope=" a  b a c\\"d "').scopes, ["a", "b"]);
	assert.equal(bearerOf('Bearer scope="  "').scopes, undefined);
	const many = Array.from({ length: 5000 }, (_, place) => `s${place}`).join(" ");
	assert.equal(bearerOf(`Bearer scope="${many.slice(0, 12_000)}"`).scopes.length, 100);
});

test("what is written is read back, whatever the texts are and however it is spaced", () => {
	const { pick, text, number } = random(7);
	const quote = (value) => `"${value.replace(/["\\]/g, "\\$&")}"`;
	for (let round = 0; round < 2000; round += 1) {
		const wanted = Array.from({ length: 1 + number(3) }, (_, place) => [
			pick(["bearer", "basic", "dpop", "x-y"]),
			Object.fromEntries(
				Array.from({ length: number(4) }, (_, at) => [
					`p${place}${at}`,
					text(number(12), 'ab ",=\\/:\tBearer scope=é'),
				]),
			),
		]);
		const written = wanted.map(([scheme, parameters]) => {
			const pairs = Object.entries(parameters).map(
				([name, value]) => `${pick([name, name.toUpperCase()])}${pick(["=", " = ", "= "])}${quote(value)}`,
			);
			return `${scheme}${pairs.length > 0 ? " " : ""}${pairs.join(pick([",", ", ", " , "]))}`;
		});
		const header = written.join(pick([", ", ",", ",, "]));
		assert.deepEqual(read(header), wanted, header);
	}
});

test("any cut and any noise is read without throwing, and never gives a value that was not there", () => {
	const { number, text } = random(11);
	const whole =
		'Basic realm="r\\"1", Bearer error="insufficient_scope", scope="files:read files:write", resource_metadata="https://a.example/x"';
	const values = new Set(challengesOf(whole).flatMap(({ parameters }) => [...parameters.values()]));
	for (let length = 0; length <= whole.length; length += 1) {
		for (const { parameters } of challengesOf(whole.slice(0, length))) {
			for (const value of parameters.values()) assert.ok(values.has(value), value);
		}
	}
	for (let round = 0; round < 5000; round += 1) {
		const header = text(number(60), 'Bearer scope="=, \\\t\n;{}\u0000é');
		for (const { parameters } of challengesOf(header)) {
			for (const value of parameters.values()) assert.ok(typeof value === "string");
		}
	}
});

test("a header that is nothing but long is read in one go", () => {
	for (const piece of ['"', "\\", "a ", 'a="', 'a="\\"', "=", ",", 'Bearer "'])
		assert.ok(challengesOf(`Bearer ${piece.repeat(200_000)}`).length <= 32, piece);
	assert.deepEqual(
		read(`Bearer a=1${" ".repeat(20_000)},b=2`),
		[["bearer", { a: "1" }]],
		"as far as it is read",
	);
});
