/** The subpaths for frameworks as a stranger gets them: types, what the README imports, and that nothing else needs a framework. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { installPackage } from "./consumer.mjs";

const PEERS = ["react", "react-dom", "svelte", "vue", "solid-js"];

let consumer;

before(() => {
	consumer = installPackage();
});
after(() => consumer?.remove());

/** Puts the frameworks beside the package. */
function installFrameworks() {
	for (const name of [...PEERS, "@types/react", "@types/react-dom"]) {
		const place = join(consumer.folder, "node_modules", name);
		mkdirSync(dirname(place), { recursive: true });
		if (!existsSync(place)) symlinkSync(inRoot("node_modules", name), place);
	}
}

test("without the frameworks the rest of the package loads, for only their own subpaths import them", () => {
	const { peerDependencies, peerDependenciesMeta } = JSON.parse(
		readFileSync(consumer.installed("package.json"), "utf8"),
	);
	for (const name of PEERS) {
		assert.ok(peerDependencies[name], name);
		assert.deepEqual(peerDependenciesMeta[name], { optional: true }, name);
	}
	const imports = new RegExp(`from "(?:${PEERS.join("|")})[/"]`);
	const importing = readdirSync(consumer.installed(), { recursive: true })
		.filter((path) => path.endsWith(".js") && imports.test(readFileSync(consumer.installed(path), "utf8")))
		.map((path) => path.replaceAll("\\", "/").split("/").slice(0, 2).join("/"));
	assert.deepEqual(
		[...new Set(importing)].toSorted(),
		["react", "solid", "svelte", "vue"].map((name) => `adapters/${name}`),
	);
});

test("their types hold in a strict project", () => {
	installFrameworks();
	const shared = `import { createCanvasVanilla, createBus, createWebMcpServer, type CanvasSnapshot, type CanvasVanilla, type WidgetRenderer } from "webmcp-auto-ui";
const canvas = createCanvasVanilla();
const servers = [createWebMcpServer("s")];
const bus = createBus();
interface Price { product: string; price: number }
`;
	const files = {
		"react.tsx": `${shared}import { Canvas, rendererOf, useCanvas, type WidgetProps } from "webmcp-auto-ui/react";
function PriceTag({ data, emit, hear }: WidgetProps<Price>) {
	hear((channel) => channel.length);
	return <button onClick={() => emit("buy", { product: data.product })}>{data.price}</button>;
}
export const renderer: WidgetRenderer = rendererOf(PriceTag);
export function Desk() {
	const count: number = useCanvas(canvas, ({ blocks }) => blocks.length);
	const ids: string[] = useCanvas(canvas, ({ blocks }) => blocks.map(({ id }) => id), (one, other) => one.join() === other.join());
	const whole: CanvasSnapshot = useCanvas(canvas);
	return <><p>{count + ids.length + whole.blocks.length}</p><Canvas canvas={canvas} servers={servers} bus={bus} edit className="desk" id="c" /></>;
}
// @ts-expect-error a canvas is shown by servers
export const wrong = <Canvas canvas={canvas} />;
// @ts-expect-error no such prop is given to a widget
rendererOf(({ date }: { date: string }) => <p>{date}</p>);
`,
		"svelte.ts": `${shared}import type { Component } from "svelte";
import type { Attachment } from "svelte/attachments";
import { createCanvas, type FollowedCanvas, rendererOf, showCanvas, type WidgetProps } from "webmcp-auto-ui/svelte";
declare const PriceTag: Component<WidgetProps<Price>>;
export const renderer: WidgetRenderer = rendererOf(PriceTag, new Map());
export const followed: FollowedCanvas = createCanvas(canvas);
export const all: CanvasVanilla = followed;
export const fields: [number, boolean, string] = [followed.blockCount, followed.canUndo, followed.layout];
export const attachment: Attachment<HTMLElement> = showCanvas(followed, servers, { bus, edit: true });
// @ts-expect-error what shows it is a list
showCanvas(canvas, servers[0]);
`,
		"vue.ts": `${shared}import { defineComponent, h, ref } from "vue";
import { CanvasView, rendererOf, useCanvas } from "webmcp-auto-ui/vue";
export const renderer: WidgetRenderer = rendererOf(defineComponent({ props: ["data"], render: () => h("p") }), (app) => app.provide("a", 1));
export const snapshot = useCanvas(() => canvas);
export const count: number = snapshot.value.blocks.length;
export const drawn = h(CanvasView, { canvas, servers, bus, edit: true, class: "desk" });
export const props: InstanceType<typeof CanvasView>["$props"]["canvas"] = canvas;
// @ts-expect-error this is no canvas
useCanvas(ref(5));
`,
		"solid.ts": `${shared}import { createCanvas, rendererOf, showCanvas, type WidgetProps } from "webmcp-auto-ui/solid";
export const renderer: WidgetRenderer = rendererOf((props: WidgetProps<Price>) => props.data.product);
const followed = createCanvas(canvas);
export const count: number = followed.blockCount;
showCanvas(document.body, () => ({ canvas: followed, servers, bus, edit: true }));
// @ts-expect-error without servers nobody draws
showCanvas(document.body, () => ({ canvas }));
`,
	};
	for (const [name, source] of Object.entries(files)) writeFileSync(join(consumer.folder, name), source);
	const options = ["--strict", "--noEmit", "--module", "esnext", "--moduleResolution", "bundler"];
	const tsc = join(consumer.folder, "node_modules", "typescript", "bin", "tsc");
	const more = ["--target", "es2022", "--jsx", "react-jsx", "--skipLibCheck"];
	execFileSync(process.execPath, [tsc, ...options, ...more, ...Object.keys(files)], {
		cwd: consumer.folder,
		stdio: "inherit",
	});
});

test("every name that the README imports from them is there", () => {
	installFrameworks();
	const readme = readFileSync(consumer.installed("README.md"), "utf8");
	const imports = [
		...readme.matchAll(/import \{([^}]+)\} from "(webmcp-auto-ui\/(?:react|svelte|vue|solid))"/g),
	];
	assert.equal(imports.length, 4);
	const code = imports.map(
		([, names, from]) =>
			`import * as m from "${from}"; for (const name of ${JSON.stringify(names.split(",").map((name) => name.trim()))}) if (!(name in m)) console.log(name);`,
	);
	for (const one of code) {
		const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", one], {
			cwd: consumer.folder,
			encoding: "utf8",
		});
		assert.equal(printed, "");
	}
});
