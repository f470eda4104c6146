/** `webmcp-auto-ui schemas`: from the props of a component to a recipe that a server takes. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { BODY, HEAD, project, SVELTE } from "./support/schemas-project.mjs";

before(() => kit.init());

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

const schemaIn = (recipe) => kit.parseFrontmatter(recipe).frontmatter.schema;

test("a component of Svelte becomes a widget whose data is checked", async (t) => {
	const { read, run } = project(t, { "src/PriceTag.svelte": SVELTE, "src/price-tag.md": HEAD });
	assert.deepEqual(run(), { changed: ["src/price-tag.md"], same: [], notes: [], problems: [] });
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
	assert.deepEqual(run(), { changed: [], same: ["src/price-tag.md"], notes: [], problems: [] });
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

test("of a choice of objects what they share is said once, and what each requires", async (t) => {
	const { read, run } = project(t, {
		"src/ask.ts": `interface Ask { title: string; names?: string[]; schema?: { [keyword: string]: unknown } }
			export type Props = Ask & (Required<Pick<Ask, "names">> | Required<Pick<Ask, "schema">>);`,
		"src/ask.md": "---\nwidget: ask\n---\n",
		"src/shape.ts":
			'export type Props = { kind: "round"; radius: number } | { kind: "square"; side: number } | { side: string };',
		"src/shape.md": "---\nwidget: shape\n---\n",
	});
	run();
	const ask = schemaIn(read("src/ask.md"));
	assert.deepEqual(ask.required, ["title"]);
	assert.deepEqual(ask.anyOf, [{ required: ["names"] }, { required: ["schema"] }]);
	assert.deepEqual(Object.keys(ask.properties).toSorted(), ["names", "schema", "title"]);
	const { validate } = kit.compileJsonSchema(ask);
	const taken = (value) => validate(value).valid;
	assert.deepEqual(
		[{ title: "a" }, { title: "a", names: [] }, { title: "a", schema: {} }, { names: [] }].map(taken),
		[false, true, true, false],
	);
	const shape = schemaIn(read("src/shape.md"));
	assert.equal(shape.anyOf.length, 3, "kinds that differ stay apart");
	assert.equal(shape.properties, undefined);
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
