/** `npx webmcp-auto-ui schemas` as a stranger runs it: without its peer, and with it on the README's component. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { installPackage } from "./consumer.mjs";

const PEER = "ts-json-schema-generator";
const HEAD = "---\nwidget: price-tag\ndescription: A price with its product\n---\nUse it for one product.\n";

let consumer;

before(() => {
	consumer = installPackage();
	const readme = readFileSync(consumer.installed("README.md"), "utf8");
	const [component] = readme.match(/<!-- PriceTag\.svelte -->[\s\S]*?(?=```)/) ?? [];
	mkdirSync(join(consumer.folder, "src/widgets"), { recursive: true });
	writeFileSync(join(consumer.folder, "src/widgets/PriceTag.svelte"), component);
	writeFileSync(join(consumer.folder, "src/widgets/price-tag.md"), HEAD);
});
after(() => consumer?.remove());

const recipe = () => readFileSync(join(consumer.folder, "src/widgets/price-tag.md"), "utf8");

/** Runs a program in the project; gives its exit status and what it says. @param {string} program @param {string[]} words */
function start(program, words) {
	const { status, stdout, stderr } = spawnSync(program, words, { cwd: consumer.folder, encoding: "utf8" });
	return [status, stdout.trim(), stderr.trim()];
}

/** @param {string[]} words */
const run = (...words) => start(join(consumer.folder, "node_modules/.bin/webmcp-auto-ui"), words);

test("without the generator it says how to install it, and the package asks nobody for it", () => {
	const { peerDependencies, peerDependenciesMeta } = JSON.parse(
		readFileSync(consumer.installed("package.json"), "utf8"),
	);
	assert.ok(peerDependencies[PEER]);
	assert.deepEqual(peerDependenciesMeta[PEER], { optional: true });
	const sentence = `Schemas are made by ${PEER}, an optional peer that is not installed: npm install --save-dev ${PEER}`;
	const byNpx = ["--no-install", "webmcp-auto-ui", "schemas", "src/widgets"];
	assert.deepEqual(start("npx", byNpx), [2, "", sentence]);
	assert.equal(recipe(), HEAD);
});

test("with it the README's component has its schema in its recipe, which a server takes", () => {
	symlinkSync(inRoot("node_modules", PEER), join(consumer.folder, "node_modules", PEER));
	const path = "src/widgets/price-tag.md";
	assert.deepEqual(run("schemas", "src/widgets", "--check"), [1, `${path} is out of date`, ""]);
	assert.equal(recipe(), HEAD);
	assert.deepEqual(run("schemas", "src/widgets"), [0, `${path} is written`, ""]);
	assert.deepEqual(run("schemas", "src/widgets", "--check"), [0, "1 schema is up to date", ""]);
	const script = `import { readFileSync } from "node:fs";
import { createCanvasVanilla, createWebMcpServer, init } from "webmcp-auto-ui";
await init();
const shop = createWebMcpServer("shop");
shop.registerWidget(readFileSync(${JSON.stringify(path)}, "utf8"), () => undefined);
shop.attachCanvas(createCanvasVanilla());
for (const price of [4.5, -1]) {
	const params = { product: "Tea", price };
	const { error, placed } = await shop.executeTool("widget_display", { name: "price-tag", params });
	console.log(error ?? placed);
}`;
	const shown = start(process.execPath, ["--input-type=module", "--eval", script]);
	assert.deepEqual(shown, [0, "true\nValidation failed", ""]);
});

test("a widget without a recipe fails a check, and says how a recipe begins", () => {
	const alone = "src/alone/Alone.svelte";
	mkdirSync(join(consumer.folder, "src/alone"), { recursive: true });
	writeFileSync(
		join(consumer.folder, alone),
		"<script lang='ts'>let { a }: { a: string } = $props();</script>",
	);
	for (const words of [["src/alone", "--check"], [alone, "--check"], ["src/alone"], [alone]]) {
		const [status, said, problem] = run("schemas", ...words);
		assert.deepEqual([status, said], [2, ""], words.join(" "));
		assert.match(
			problem,
			/^src\/alone\/Alone\.svelte has no recipe beside it: make alone\.md of the lines '---', 'widget: alone'/,
		);
	}
	const path = "src/widgets/price-tag.md";
	writeFileSync(join(consumer.folder, path), HEAD);
	const [status, said, problem] = run("schemas", alone, "src/widgets");
	assert.deepEqual([status, said], [2, `${path} is written`]);
	assert.match(problem, /^src\/alone\/Alone\.svelte has no recipe/);
});

test("what it is asked wrongly it says in a sentence, with exit status 2", () => {
	const [status, help] = run("--help");
	assert.equal(status, 0);
	assert.match(help, /^webmcp-auto-ui schemas </);
	const { version } = JSON.parse(readFileSync(consumer.installed("package.json"), "utf8"));
	assert.deepEqual(run("--version"), [0, version, ""]);
	assert.match(run()[2], /^A command is missing; see webmcp-auto-ui --help\.$/);
	assert.match(run("schema")[2], /^There is no command 'schema'; see/);
	assert.match(run("schemas")[2], /^Name files or folders of widgets; see/);
	assert.match(run("schemas", "--chek")[2], /^Unknown option '--chek'/);
	for (const words of [[], ["schema"], ["schemas"], ["schemas", "--chek"], ["schemas", "nowhere"]]) {
		assert.equal(run(...words)[0], 2, words.join(" "));
	}
});
