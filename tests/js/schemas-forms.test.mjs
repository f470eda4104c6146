/** The forms of components that `webmcp-auto-ui schemas` reads, and types that have no form in JSON. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { project } from "./support/schemas-project.mjs";

const rows = {
	type: "array",
	items: { type: "object", required: ["id"], properties: { id: { type: "number" } } },
};

test("the props of React's components are what its functions take", (t) => {
	const others = "interface AProps { a: string } interface BProps { b: string }";
	const files = {
		arrow: "export const Arrow = ({ label }: { label: string }) => <b>{label}</b>;",
		declared: `${others} interface Mine { label: string } export default function Declared({ label }: Mine) { return <b>{label}</b>; }`,
		fc: `import type { FC } from "react"; ${others} type Mine = { label: string }; export const Fc: FC<Mine> = ({ label }) => <b>{label}</b>;`,
		memo: "interface RowProps { no: string } export const Memo = memo(({ label }: { label: string }) => <b>{label}</b>); const Row = (p: RowProps) => <i />;",
		plain: "export default ({ label }: { label: string }) => <b>{label}</b>;",
	};
	const { read, run } = project(
		t,
		Object.fromEntries(Object.entries(files).map(([name, text]) => [`src/${name}.tsx`, text])),
	);
	assert.deepEqual(run({ out: "out" }).problems, []);
	for (const name of Object.keys(files)) {
		const { properties } = JSON.parse(read(`out/${name}.schema.json`));
		assert.deepEqual(properties, { label: { type: "string" } }, name);
	}
});

test("parameters of generic components are what they may be at most", (t) => {
	const take = "rows: T[]; any: U; under?: Tree<T>";
	const tree = "interface Tree<X> { value: X }";
	const parameters = "T extends { id: number }, U";
	const { read, run } = project(t, {
		"src/svelte.svelte": `<script lang="ts" generics="${parameters}">${tree} let { rows }: { ${take} } = $props();</script>`,
		"src/vue.vue": `<script setup lang="ts" generic='${parameters}'>${tree} defineProps<{ ${take} }>();</script>`,
		"src/react.tsx": `${tree} export function React<${parameters}>(props: { ${take} }) { return <b />; }`,
		"src/plain.ts": `${tree} export interface Props<${parameters}> { ${take} }`,
		"src/self.ts": "interface Node<X> { x?: X } export interface Props<T extends Node<T>> { self: T }",
	});
	assert.deepEqual(run({ out: "out" }).problems, []);
	for (const name of ["svelte", "vue", "react", "plain"]) {
		const { properties } = JSON.parse(read(`out/${name}.schema.json`));
		const { items } = rows;
		const under = { type: "object", required: ["value"], properties: { value: items } };
		assert.deepEqual(properties, { rows, any: {}, under }, name);
	}
	assert.equal(JSON.parse(read("out/self.schema.json")).properties.self.type, "object");
});

test("what JSON has no form of is refused by name, unless it is the project's own", (t) => {
	const { read, run } = project(t, {
		"src/big.ts": "export interface Props {\n\tcount: bigint }",
		"src/map.ts": "export interface Props { of: Map<string, number> }",
		"src/set.ts": "export interface Props { of: ReadonlySet<string> }",
		"src/own.ts": "interface Map { zoom: number } export interface Props { map: Map }",
	});
	assert.deepEqual(run({ out: "out" }).problems, [
		"src/big.ts:2: JSON has no bigint; write number or string",
		"src/map.ts:1: JSON has no Map; write Record<string, …>",
		"src/set.ts:1: JSON has no ReadonlySet; write an array",
	]);
	assert.deepEqual(JSON.parse(read("out/own.schema.json")).properties.map.properties, {
		zoom: { type: "number" },
	});
});

test("what is deprecated is so by true, whatever stands behind the tag", (t) => {
	const { read, run } = project(t, {
		"src/a.ts": `export interface Props {
			/** @deprecated no */
			a: string;
			/** @deprecated */
			b: string;
			/** @deprecated false */
			c: string;
			deprecated: string;
		}`,
	});
	run({ out: "out" });
	const { properties } = JSON.parse(read("out/a.schema.json"));
	assert.deepEqual(properties, {
		a: { type: "string", deprecated: true },
		b: { type: "string", deprecated: true },
		c: { type: "string" },
		deprecated: { type: "string" },
	});
});
