/** `webmcp-auto-ui schemas`: from the props of a component to a recipe that a server takes. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { schemas } from "../../pkg/cli/schemas.mjs";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const BODY = "\nUse it for one product.\n\n---\nschema: in words\n---\n";
const HEAD = `---\nwidget: price-tag\ndescription: A price with its product\n---\n${BODY}`;

const SVELTE = `<!-- <script lang="ts">interface Props { old: string }</script> -->
<script lang="ts" module>
	export interface Offer { shop: string; price: number }
</script>
<script lang="ts" generics="T extends Record<string, number>">
	import type { Snippet } from "svelte";
	interface Props {
		/** What is sold. @maxLength 40 */
		product: string;
		/** @minimum 0 */
		price: number;
		kind?: "new" | "used";
		offers?: Offer[];
		onbuy?: (product: string) => void;
		children: Snippet;
	}
	let { product, price, offers = [], children }: Props = $props();
</script>
<p>{product} {price}</p>
`;

const PRICE_TAG = {
	type: "object",
	required: ["product", "price"],
	properties: {
		product: { type: "string", maxLength: 40, description: "What is sold" },
		price: { type: "number", minimum: 0 },
		kind: { enum: ["new", "used"] },
		offers: {
			type: "array",
			items: {
				type: "object",
				required: ["shop", "price"],
				properties: { shop: { type: "string" }, price: { type: "number" } },
			},
		},
	},
};

/** A project of some files; `read` gives one, `run` what the command says of the folder `src`. @param {Record<string, string>} files */
function project(t, files) {
	const folder = mkdtempSync(join(tmpdir(), "webmcp-schemas-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	const read = (name) => readFileSync(join(folder, name), "utf8");
	const run = (options = {}) => schemas({ patterns: ["src"], folder, ...options });
	return { folder, read, run };
}

const schemaIn = (recipe) => kit.parseFrontmatter(recipe).frontmatter.schema;

test("a component of Svelte becomes a widget whose data is checked", async (t) => {
	const { read, run } = project(t, { "src/PriceTag.svelte": SVELTE, "src/price-tag.md": HEAD });
	assert.deepEqual(run(), { changed: ["src/price-tag.md"], same: [], notes: [] });
	const recipe = read("src/price-tag.md");
	assert.deepEqual(schemaIn(recipe), PRICE_TAG);
	assert.ok(recipe.endsWith(`}\n---\n${BODY}`), recipe);
	const shop = kit.createWebMcpServer("shop");
	shop.registerWidget(recipe, () => undefined);
	shop.attachCanvas(kit.createCanvasVanilla());
	const show = (params) => shop.executeTool("widget_display", { name: "price-tag", params });
	assert.equal((await show({ product: "Tea", price: 4.5 })).placed, true);
	assert.equal((await show({ product: "Tea", price: -1 })).details[0].keyword, "minimum");
	assert.equal((await show({ product: "Tea", price: 1, offers: [{ shop: 7 }] })).error, "Validation failed");
	assert.deepEqual(run(), { changed: [], same: ["src/price-tag.md"], notes: [] });
});

test("what else a recipe says stays as it is, with its line ends and its mark", (t) => {
	const head = [
		"widget: 'price-tag' ",
		"schema: {type: object,",
		"  properties: {",
		"}}",
		"# by hand",
		"group: shop",
	];
	const recipe = `\uFEFF\n---\n${head.join("\n")}\n---\nschema:\n  no: field\n---\n`.replaceAll("\n", "\r\n");
	const { read, run } = project(t, {
		"src/price-tag/props.ts": "export interface PriceTagProps { price: number }",
		"src/price-tag/recipe.md": recipe,
	});
	run();
	const schema =
		"schema:\r\n  type: object\r\n  required: [price]\r\n  properties:\r\n    price: {type: number}\r\n";
	const expected = recipe.replace(/schema: \{[\s\S]*?(?=group)/, () => schema);
	assert.equal(read("src/price-tag/recipe.md"), expected);
});

test("names that mean something in YAML or JavaScript come through the recipe", (t) => {
	const names = ["constructor", "a b", "a: b", "#", "yes", "null", "1", "it's", 'q"uote', "é", "$ref", "y"];
	const fields = names
		.map((name) => `${name.includes("'") ? `"${name}"` : `'${name}'`}: ${JSON.stringify(`${name} `)}`)
		.join("; ");
	const { read, run } = project(t, {
		"src/odd.ts": `export interface Props { inner: { ${fields} }; ${fields} }`,
		"src/odd.md": "---\nwidget: odd\n---\n",
	});
	run({ out: "out" });
	const { $schema, ...whole } = JSON.parse(read("out/odd.schema.json"));
	assert.match($schema, /2020-12/);
	assert.deepEqual(Object.keys(whole.properties).toSorted(), ["inner", ...names].toSorted());
	assert.deepEqual(schemaIn(read("src/odd.md")), whole);
});

test("the props are found where each framework has them", (t) => {
	const data = { type: "object", required: ["price"], properties: { price: { type: "number" } } };
	const files = {
		"inline.svelte": `<script lang='ts'>let { price }: { price: number } = $props();</script>`,
		"given.svelte": `<script lang="ts">import type { WidgetProps } from "webmcp-auto-ui/svelte";
			import type { Price } from "./Shared.svelte"; let { data }: WidgetProps<Price> = $props();</script>`,
		"Shared.svelte": `<script lang="ts" module>export interface Price { price: number }</script>`,
		"vue.vue": `<script setup lang="ts">defineProps<{ price: number }>();</script>`,
		"arrow.tsx": `import type { WidgetProps } from "webmcp-auto-ui/react";
			interface Price { price: number } interface Others { a: string }
			export const Arrow = ({ data, emit }: WidgetProps<Price>) => <b onClick={() => emit("x", 1)}>{data.price}</b>;`,
		"alias.ts": `import type { WidgetProps } from "webmcp-auto-ui/react"; interface Price { price: number }
			export type Props = WidgetProps<Price>;`,
		"PriceTag.ts": "export interface PriceTagProps { price: number } export interface RowProps { a: string }",
		"only.ts": "type OtherProps = { price: number };",
	};
	const named = Object.entries(files).map(([name, text]) => [`src/${name}`, text]);
	const { read, run } = project(t, Object.fromEntries(named));
	const { changed, notes } = run({ out: "out" });
	assert.deepEqual(notes, []);
	const written = ["alias", "arrow", "given", "inline", "only", "price-tag", "vue"].map(
		(name) => `out/${name}.schema.json`,
	);
	assert.deepEqual(changed.toSorted(), written);
	for (const path of written) {
		const { $schema: _, ...schema } = JSON.parse(read(path));
		assert.deepEqual(schema, data, path);
	}
});

test("what is no data is left out, and data of the same name is not", (t) => {
	const { read, run } = project(t, {
		"src/parts.tsx": `interface Component { atoms: number }
			type Handler = (event: Event) => void;
			export interface Props {
				part: Component; label: string | null; maker: Component | null; pair: [string, number]; rest?: [string, ...number[]];
				/** @default {"title": "x"} */ some?: { title: string };
				onpress: () => void; onclick?: Handler; late: Handler | null; all?: (() => void)[]; by?: Record<string, Handler>;
				node?: HTMLElement; children?: ReactNode; method(): void; size?: Handler | number;
			}`,
	});
	run({ out: "out" });
	const { properties, required } = JSON.parse(read("out/parts.schema.json"));
	const component = { type: "object", required: ["atoms"], properties: { atoms: { type: "number" } } };
	assert.deepEqual(required, ["part", "label", "maker", "pair"]);
	assert.deepEqual(properties, {
		part: component,
		label: { type: ["string", "null"] },
		maker: { anyOf: [component, { type: "null" }] },
		pair: { type: "array", minItems: 2, maxItems: 2, prefixItems: [{ type: "string" }, { type: "number" }] },
		rest: { type: "array", minItems: 1, prefixItems: [{ type: "string" }], items: { type: "number" } },
		some: {
			type: "object",
			default: { title: "x" },
			required: ["title"],
			properties: { title: { type: "string" } },
		},
		size: { type: "number" },
	});
});

test("a type that holds itself is a schema that a server takes", async (t) => {
	const { read, run } = project(t, {
		"src/tree.ts":
			"export interface Branch<T> { name: T; under?: Branch<T>[] } export interface Props { root: Branch<string> }",
		"src/tree.md": "---\nwidget: tree-of-mine\n---\n",
	});
	run();
	const { validate } = kit.compileJsonSchema(schemaIn(read("src/tree.md")));
	assert.equal(validate({ root: { name: "a", under: [{ name: "b" }] } }).valid, true);
	assert.equal(validate({ root: { name: "a", under: [{ name: 1 }] } }).valid, false);
});

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

test("what cannot be done is one sentence, and then nothing is written", (t) => {
	const two = "export interface AProps { a: string } export interface BProps { b: string }";
	const price = "export interface Props { price: number }";
	const refusal = (files, options = {}) => {
		const { read, run } = project(t, { "src/price-tag.md": HEAD, ...files });
		let message = "";
		try {
			run(options);
		} catch (error) {
			message = `${error.constructor.name}: ${error.message}`;
		}
		assert.equal(read("src/price-tag.md"), HEAD, message);
		return message;
	};
	const named = (name) => ({ patterns: [`src/${name}`] });
	assert.match(refusal({ "src/a.ts": "" }, named("a.ts")), /^Refusal: src\/a\.ts declares no props/);
	assert.match(
		refusal({ "src/a.ts": price }, named("a.ts")),
		/^Refusal: src\/a\.ts has no recipe a\.md beside it/,
	);
	assert.match(
		refusal({ "src/two.ts": two }, named("two.ts")),
		/^Refusal: src\/two\.ts declares AProps and BProps; --type/,
	);
	assert.match(
		refusal({ "src/a.ts": two }, { ...named("a.ts"), type: "C" }),
		/^Refusal: src\/a\.ts declares no C/,
	);
	assert.match(refusal({}), /^Refusal: src: no file of TypeScript, Svelte or Vue/);
	assert.match(refusal({ "src/a.ts": price }, { tsconfig: "no.json" }), /^Refusal: no\.json is not there/);
	const javascript = { "src/PriceTag.svelte": "<script>let { price } = $props();</script>" };
	assert.match(
		refusal(javascript, named("PriceTag.svelte")),
		/^Refusal: src\/PriceTag\.svelte declares no props/,
	);
	const missing = {
		"src/price-tag.ts": 'import type { Row } from "./gone"; export interface Props { rows: Row[] }',
	};
	assert.match(refusal(missing), /^Refusal: src\/price-tag\.ts: the type Row is declared nowhere/);
	assert.match(
		refusal({ "src/x/recipe.md": HEAD, "src/x/a.ts": price, "src/x/b.ts": price }),
		/^Refusal: src\/x\/a\.ts and src\/x\/b\.ts lie beside src\/x\/recipe\.md/,
	);
	const twice = { "src/x/price-tag.ts": price, "src/y/price-tag.ts": price };
	assert.match(
		refusal(twice, { out: "out" }),
		/^Refusal: Two widgets would be written to out\/price-tag\.schema\.json/,
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
		"src/alone.ts has no recipe alone.md beside it; --out writes its schema into a folder.",
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
