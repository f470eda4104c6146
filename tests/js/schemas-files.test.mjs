/** Which files `webmcp-auto-ui schemas` reads and writes, and what it says of those that it cannot use. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { HEAD, project, SVELTE } from "./support/schemas-project.mjs";

test("with isCheck nothing is written, and what is out of date is named", (t) => {
	const { read, run } = project(t, { "src/PriceTag.svelte": SVELTE, "src/price-tag.md": HEAD });
	assert.deepEqual(run({ isCheck: true, out: "out" }).changed, [
		"src/price-tag.md",
		"out/price-tag.schema.json",
	]);
	assert.equal(read("src/price-tag.md"), HEAD);
	assert.throws(() => read("out/price-tag.schema.json"), { code: "ENOENT" });
});

test("files are named by path, folder or pattern, and others' folders are not entered", (t) => {
	const props = "export interface Props { price: number }";
	const { folder, run } = project(t, {
		".of-mine/a.ts": props,
		".of-mine/b/c.ts": props,
		".of-mine/node_modules/d.ts": props,
		".of-mine/.git/e.ts": props,
		".of-mine/f.d.ts": props,
		".of-mine/g.test.ts": props,
	});
	const names = (patterns, from = folder) =>
		run({ patterns, folder: from, out: "o", isCheck: true })
			.changed.map((path) => path.slice(2, 3))
			.join("");
	assert.equal(names([".of-mine"]), "ac");
	assert.equal(names([".of-mine/*.ts"]), "a");
	assert.equal(names([".of-mine/**/*.ts", join(folder, ".of-mine/a.ts")]), "ac");
	assert.equal(names(["."], join(folder, ".of-mine")), "ac");
	assert.equal(names(["../b"], join(folder, ".of-mine/.git")), "c");
});

test("what cannot be done is one sentence, and nothing is written of it", (t) => {
	const two = "export interface AProps { a: string } export interface BProps { b: string }";
	const price = "export interface Props { price: number }";
	const refusal = (files, options = {}) => {
		const { read, run } = project(t, { "src/price-tag.md": HEAD, ...files });
		let message = "";
		try {
			message = run(options)
				.problems.map((problem) => `Problem: ${problem}`)
				.join("; ");
		} catch (error) {
			message = `${error.constructor.name}: ${error.message}`;
		}
		assert.equal(read("src/price-tag.md"), HEAD, message);
		return message;
	};
	const named = (name) => ({ patterns: [`src/${name}`] });
	assert.match(refusal({ "src/a.ts": "" }, named("a.ts")), /^Problem: src\/a\.ts declares no props/);
	assert.match(
		refusal({ "src/a.ts": price }, named("a.ts")),
		/^Problem: src\/a\.ts has no recipe beside it: make a\.md of the lines '---', 'widget: a'/,
	);
	assert.match(
		refusal({ "src/two.ts": two }, named("two.ts")),
		/^Problem: src\/two\.ts declares AProps and BProps; --type/,
	);
	assert.match(
		refusal({ "src/a.ts": two }, { ...named("a.ts"), type: "C" }),
		/^Problem: src\/a\.ts declares no C/,
	);
	assert.match(refusal({}), /^Refusal: src: no file of TypeScript, Svelte or Vue/);
	assert.match(refusal({ "src/a.ts": price }, { tsconfig: "no.json" }), /^Refusal: no\.json is not there/);
	const javascript = { "src/PriceTag.svelte": "<script>let { price } = $props();</script>" };
	assert.match(
		refusal(javascript, named("PriceTag.svelte")),
		/^Problem: src\/PriceTag\.svelte declares no props/,
	);
	const missing = {
		"src/price-tag.ts": 'import type { Row } from "./gone"; export interface Props { rows: Row[] }',
	};
	assert.match(refusal(missing), /^Problem: src\/price-tag\.ts:1: the type Row is declared nowhere/);
	assert.match(
		refusal({ "src/x/recipe.md": HEAD, "src/x/a.ts": price, "src/x/b.ts": price }),
		/^Problem: src\/x\/a\.ts and src\/x\/b\.ts lie beside src\/x\/recipe\.md/,
	);
	const twice = { "src/x/price-tag.ts": price, "src/y/price-tag.ts": price };
	assert.match(
		refusal(twice, { out: "out" }),
		/^Problem: Two widgets would be written to out\/price-tag\.schema\.json/,
	);
});

test("in a folder what may be no widget is passed over and said", (t) => {
	const price = "export interface Props { price: number }";
	const { run } = project(t, {
		"src/price-tag/price-tag.svelte": SVELTE,
		"src/price-tag/row.ts": price,
		"src/price-tag/recipe.md": HEAD,
		"src/plain.ts": "export const a = 1;",
		"src/alone.ts": price,
		"src/alone.md": "# A page about it, which is no recipe\n",
		"src/two.ts": "export interface AProps { a: string } export interface BProps { b: string }",
	});
	const { changed, notes } = run();
	assert.deepEqual(changed, ["src/price-tag/recipe.md"]);
	assert.deepEqual(notes, [
		"src/alone.ts has no recipe beside it: src/alone.md has no head between --- lines at its beginning.",
		"src/two.ts declares AProps and BProps; --type names one.",
	]);
});

test("a name out of a recipe leads nowhere else", (t) => {
	const { run } = project(t, {
		"src/a.ts": "export interface Props { price: number }",
		"src/a.md": "---\nwidget: ../../../away\n---\n",
	});
	assert.deepEqual(run({ isCheck: true, out: "out" }).changed[1], "out/.._.._.._away.schema.json");
});

test("the settings of the nearest project, or of another one, say what names of modules mean", (t) => {
	const { run, read } = project(t, {
		"tsconfig.json":
			'{ "extends": "./of-a-tool/that-is-not-there.json", "compilerOptions": { "paths": { "$lib/*": ["./lib/*"] } } }',
		"lib/price.ts": "export type Price = number",
		"other/price.ts": "export type Price = string",
		"other.json": '{ "compilerOptions": { "paths": { "$lib/*": ["./other/*"] } } }',
		"src/a.ts": 'import type { Price } from "$lib/price"; export interface Props { price: Price }',
	});
	run({ out: "out" });
	assert.equal(JSON.parse(read("out/a.schema.json")).properties.price.type, "number");
	run({ out: "out", tsconfig: "other.json" });
	assert.equal(JSON.parse(read("out/a.schema.json")).properties.price.type, "string");
});
