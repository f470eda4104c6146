/** What `webmcp-auto-ui schemas` makes of types that hold themselves: definitions by the types' own names. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { project } from "./support/schemas-project.mjs";

before(() => kit.init());

const schemaIn = (recipe) => kit.parseFrontmatter(recipe).frontmatter.schema;

const ORDER = `/** An order. */
interface Order { id: string; under?: Order[]; first?: Box<number>; items: Item[]; other?: Theirs }
interface Item { label: string; parts?: Item[]; expression?: Expression }
type Expression = { of: Expression[] } | number;
interface Box<T> { value: T; next?: Box<T>; text?: Box<string> }
type Props = Order;
`;
const FILES = {
	"src/order.ts": `import type { Item as Theirs } from "./parts/item";\n${ORDER}`,
	"src/order.md": "---\nwidget: order\n---\n",
	"src/parts/item.ts": "export interface Item { theirs: boolean; more?: Item[] }",
};

test("definitions are called as their types are, by numbers where two are, and the whole is #", (t) => {
	const { read, run } = project(t, FILES);
	run();
	const schema = schemaIn(read("src/order.md"));
	assert.deepEqual(Object.keys(schema.definitions), ["Box", "Box2", "Item", "Expression", "Item2"]);
	assert.deepEqual(schema.properties.under.items, { $ref: "#" });
	assert.deepEqual(schema.definitions.Item2.properties.theirs, { type: "boolean" });
	const { validate } = kit.compileJsonSchema(schema);
	const isValid = (fields) => validate({ id: "a", items: [], ...fields }).valid;
	assert.equal(isValid({ under: [{ id: "b", items: [{ label: "c", parts: [{ label: "d" }] }] }] }), true);
	assert.equal(isValid({ under: [{ id: "b", items: [{ label: "c", parts: [{ label: 4 }] }] }] }), false);
	assert.equal(isValid({ under: [{ id: 2, items: [] }] }), false);
	assert.equal(isValid({ items: [{ label: "a", expression: { of: [{ of: [1] }] } }] }), true);
	assert.equal(isValid({ items: [{ label: "a", expression: { of: [{ of: ["1"] }] } }] }), false);
	assert.equal(isValid({ first: { value: 1, next: { value: 2, text: { value: "3" } } } }), true);
	assert.equal(isValid({ first: { value: 1, next: { value: "2" } } }), false);
	assert.equal(isValid({ other: { theirs: true, more: [{ label: "a" }] } }), false);
});

test("they stay the same where a file grows and where the command runs elsewhere", (t) => {
	const files = { ...FILES, "src/order.ts": `${FILES["src/order.ts"]}// the end\n` };
	const short = project(t, FILES);
	const grown = project(t, files);
	short.run();
	grown.run();
	assert.equal(grown.read("src/order.md"), short.read("src/order.md"));
	const from = process.cwd();
	t.after(() => process.chdir(from));
	process.chdir(short.folder);
	assert.deepEqual(short.run({ isCheck: true }).changed, []);
});

test("an alias with a comment is called as it is", (t) => {
	const { read, run } = project(t, {
		"src/menu.ts": `interface Props { entries: Entries }
			/** Kept in order. */ type Entries = { label: string; "sub-menu"?: Entries }[];`,
		"src/menu.md": "---\nwidget: menu\n---\n",
	});
	run();
	const schema = schemaIn(read("src/menu.md"));
	assert.deepEqual(Object.keys(schema.definitions), ["Entries"]);
	assert.ok(!read("src/menu.md").includes(".ts"), read("src/menu.md"));
});
