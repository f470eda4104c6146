/** What `webmcp-auto-ui schemas` takes for one file: each is a module, whose types are nobody else's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { project } from "./support/schemas-project.mjs";

const svelte = (code) => `<script lang="ts">${code}let { items }: Props = $props();</script>`;

/** Files, each with an `Item` of its own and without import and export. */
const APART = {
	"src/One.svelte": svelte("interface Item { a: string } interface Props { items: Item[] }"),
	"src/Two.svelte": svelte("interface Item { b: number } interface Props { items: Item[]; more: number }"),
	"src/Three.vue": `<script setup lang="ts">interface Item { c: Node } interface Node { d: string }
		defineProps<{ items: Item[] }>();</script>`,
	"src/four.ts": "interface Item { e: boolean } interface Props { items: Item[] }",
	"src/five.tsx": "interface Item { f: string } interface Props { items: Item[] }",
};

test("types of one name in several files are each file's own, and none is the DOM's", (t) => {
	const { read, run } = project(t, APART);
	run({ out: "out" });
	const item = (name) => JSON.parse(read(`out/${name}.schema.json`)).properties.items.items.properties;
	assert.deepEqual(item("one"), { a: { type: "string" } });
	assert.deepEqual(item("two"), { b: { type: "number" } });
	assert.deepEqual(item("three").c.properties, { d: { type: "string" } });
	assert.deepEqual(item("four"), { e: { type: "boolean" } });
	assert.deepEqual(item("five"), { f: { type: "string" } });
	assert.deepEqual(Object.keys(JSON.parse(read("out/two.schema.json")).properties), ["items", "more"]);
});

test("they are also where a project's settings say otherwise, and its files stay as they are", (t) => {
	const settings = {
		"tsconfig.json": '{ "compilerOptions": { "moduleDetection": "legacy", "module": "none" } }',
	};
	const { read, run } = project(t, { ...APART, ...settings });
	run({ out: "out" });
	const { properties } = JSON.parse(read("out/two.schema.json"));
	assert.deepEqual(properties.items.items.properties, { b: { type: "number" } });
	assert.equal(read("src/four.ts"), APART["src/four.ts"]);
});

test("two scripts on one line, and a comment with a script, are read as they stand", (t) => {
	const scripts = [
		'<script lang="ts" module>export type Price = number</script>',
		'<script lang="ts">let { price }: { price: Price } = $props()</script>',
	];
	const { read, run } = project(t, {
		"src/a.svelte": `<!-- <script lang="ts">interface Props { old: string }</script> -->${scripts.join("")}`,
	});
	run({ out: "out" });
	assert.deepEqual(JSON.parse(read("out/a.schema.json")).properties, { price: { type: "number" } });
});
