/** What `webmcp-auto-ui schemas` says of files that no schema can be made of, and what becomes of the others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { project } from "./support/schemas-project.mjs";

const head = (name) => `---\nwidget: ${name}\n---\n`;
const svelte = (lines) => `<p>above</p>\n<script lang="ts">\n${lines}\n</script>\n`;

test("every problem is told with its file and line, and the other widgets are written", (t) => {
	const { read, run } = project(t, {
		"src/good.ts": "export interface Props { price: number }",
		"src/good.md": head("good"),
		"src/gone.svelte": svelte('import type { Row } from "./no";\nlet { rows }: { rows: Row[] } = $props();'),
		"src/gone.md": head("gone"),
		"src/inner.ts": 'import type { Part } from "./lib/part";\nexport interface Props { part: Part }',
		"src/inner.md": head("inner"),
		"src/lib/part.ts": "// a part\n\nexport type Part = { of: Nowhere };",
		"src/open.vue": svelte("interface Props {\n\tprice: number;\ndefineProps<Props>();\n"),
		"src/open.md": head("open"),
	});
	const { changed, problems } = run({ patterns: ["src/*.*"] });
	assert.deepEqual(changed, ["src/good.md"]);
	assert.match(read("src/good.md"), /price: \{type: number\}/);
	assert.equal(read("src/gone.md"), head("gone"));
	assert.equal(problems.length, 3, problems.join("\n"));
	const [open, gone, inner] = problems;
	assert.match(gone, /^src\/gone\.svelte:4: the type Row is declared nowhere/);
	assert.match(inner, /^src\/lib\/part\.ts:3: the type Nowhere is declared nowhere/);
	assert.match(open, /^src\/open\.vue:[67]: .}. expected/);
});

test("a folder in which nothing has a recipe is a problem, also for a check", (t) => {
	const price = "export interface Props { price: number }";
	const { run } = project(t, {
		"src/a/one.ts": price,
		"src/a/one.md": "# One\n",
		"src/a/two.ts": price,
		"src/a/two.md": "---\ntitle: Two\n---\n",
		"src/a/PriceTag.ts": price,
		"src/b/none.ts": "export const none = 1;",
	});
	const said = (patterns) => {
		const { changed, same, notes, problems } = run({ patterns, isCheck: true });
		assert.deepEqual([...changed, ...same, ...notes], []);
		return problems;
	};
	const [priceTag, one, two] = said(["src/a"]);
	assert.match(
		priceTag,
		/^src\/a\/PriceTag\.ts has no recipe beside it: make price-tag\.md .*'widget: price-tag'.* --out\.$/,
	);
	assert.match(one, /^src\/a\/one\.ts .*: src\/a\/one\.md has no head between --- lines/);
	assert.match(two, /^src\/a\/two\.ts .*: src\/a\/two\.md has no 'widget: <name>' in its head/);
	assert.deepEqual(said(["src/b"]), ["src/b: no file declares props."]);
});
