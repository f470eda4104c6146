/** The adapters for frameworks where there is no page: on a server, and in plain modules. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createElement, Fragment } from "react";
import { renderToString as reactText } from "react-dom/server";
import { renderToString as solidText } from "solid-js/web";
import { createSSRApp, h, reactive } from "vue";
import { renderToString as vueText } from "vue/server-renderer";
import * as react from "../../pkg/adapters/react/index.js";
import * as solid from "../../pkg/adapters/solid/index.js";
import * as svelte from "../../pkg/adapters/svelte/index.js";
import * as vue from "../../pkg/adapters/vue/index.js";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

/** A canvas with one widget, and how many listen to it. */
function canvasWithOne() {
	const canvas = kit.createCanvasVanilla();
	canvas.addWidget("stat", { label: "a", value: "1" });
	const subscribe = canvas.subscribe.bind(canvas);
	const count = { listening: 0 };
	canvas.subscribe = (listener) => {
		count.listening += 1;
		const stop = subscribe(listener);
		return () => {
			count.listening -= 1;
			stop();
		};
	};
	return { canvas, count };
}

test("on a server React writes what the canvas holds, an empty element for it, and listens to nothing", () => {
	const { canvas, count } = canvasWithOne();
	const App = () => {
		const length = react.useCanvas(canvas, ({ blocks }) => blocks.length);
		const shown = createElement(react.Canvas, { canvas, servers: [kit.autoui], className: "desk" });
		return createElement(Fragment, null, length, shown);
	};
	assert.equal(reactText(createElement(App)), '1<div class="desk"></div>');
	assert.equal(count.listening, 0);
});

test("so does Vue", async () => {
	const { canvas, count } = canvasWithOne();
	const App = {
		setup() {
			const snapshot = vue.useCanvas(canvas);
			return () =>
				h("main", [
					`${snapshot.value.blocks.length}`,
					h(vue.CanvasView, { canvas, servers: [kit.autoui], class: "desk" }),
				]);
		},
	};
	assert.equal(await vueText(createSSRApp(App)), '<main>1<div class="desk"></div></main>');
	assert.equal(count.listening, 0);
});

test("so does Solid", () => {
	const { canvas, count } = canvasWithOne();
	assert.equal(
		solidText(() => `${solid.createCanvas(canvas).blockCount}`),
		"1",
	);
	assert.equal(count.listening, 0);
});

for (const [name, { createCanvas }] of Object.entries({ svelte, solid })) {
	test(`a canvas of ${name} is a canvas for all else`, async () => {
		const canvas = createCanvas();
		kit.autoui.attachCanvas(canvas);
		const { id } = await kit.autoui.executeTool("widget_display", {
			name: "stat",
			params: { label: "Visitors", value: "42" },
		});
		assert.deepEqual(
			[canvas.blockCount, canvas.isEmpty, canvas.blocks[0].id, canvas.canUndo],
			[1, false, id, true],
		);
		assert.deepEqual(
			canvas.history.done.map(({ actor }) => actor),
			["agent"],
		);
		const heard = [];
		const stop = canvas.subscribe(({ layout }) => void heard.push(layout));
		canvas.transact(() => {
			canvas.setLayout("grid");
			canvas.removeWidget(id);
		});
		stop();
		assert.deepEqual([heard, canvas.layout, canvas.selected, canvas.isEmpty], [["grid"], "grid", [], true]);
		assert.equal(canvas.undo() && canvas.blockCount, 1);
		kit.autoui.detachCanvas();
	});
}

test("one canvas has several that follow it", () => {
	const canvas = kit.createCanvasVanilla();
	const followed = [svelte.createCanvas(canvas), solid.createCanvas(canvas)];
	followed[0].addWidget("stat", { label: "a", value: "1" });
	assert.deepEqual([canvas.blockCount, followed[1].blockCount], [1, 1]);
	assert.equal(followed[0].getSnapshot(), canvas.getSnapshot());
});

test("a canvas that a page of Vue made reactive is followed all the same", async () => {
	const { canvas } = canvasWithOne();
	const snapshot = vue.useCanvas(() => reactive({ canvas }).canvas);
	canvas.addWidget("stat", { label: "b", value: "2" });
	assert.equal(snapshot.value.blocks.length, 2);
	assert.equal(snapshot.value, canvas.getSnapshot());
});
