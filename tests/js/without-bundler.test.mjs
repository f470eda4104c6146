/** The package's files run as they are: in a page there is no bundler that would put anything in the place of what Node has. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** Programs and servers of Node's own, which no page loads. */
const OF_NODE = /^hosts\//;
const files = readdirSync("pkg", { recursive: true }).filter(
	(name) => /\.m?js$/.test(name) && !OF_NODE.test(name),
);

/** Code without comments and texts, as far as that is told by a line. */
const code = (source) => source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1");

test("no file that a page may load names what only Node or a bundler has", () => {
	assert.ok(files.length > 400, String(files.length));
	for (const name of files) {
		const source = code(readFileSync(`pkg/${name}`, "utf8"));
		assert.doesNotMatch(source, /\bprocess\s*(?:\.|\?\.|\[)\s*["']?env\b/, `${name}: process.env`);
		assert.doesNotMatch(source, /\bimport\.meta\.env\b|\b__DEV__\b|\bmodule\.exports\b/, name);
	}
});
