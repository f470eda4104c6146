/** One list of cards, drawn by a canvas of ours and by two others, for the bench to time. */
import { html, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { createElement, memo } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import * as kit from "webmcp-auto-ui";

await kit.init();
const main = document.querySelector("#main");
const cards = (count) => Array.from({ length: count }, (_, n) => ({ id: `c${n}`, label: `Card ${n}`, value: `${n}` }));

/** What each of them does for the same cards: all at first, then one of them anew. */
const drawers = {
	"a canvas of ours": (box) => {
		const canvas = kit.createCanvasVanilla();
		const end = kit.mountCanvas(box, canvas, [kit.autoui]);
		let ids = [];
		return {
			draw: (all) => {
				canvas.transact(() => {
					ids = all.map(({ label, value }) => canvas.addWidget("stat", { label, value }).id);
				});
			},
			change: (at, value) => canvas.updateWidget(ids[at], { value }),
			end,
		};
	},
	"lit-html": (box) => {
		let shown = [];
		const show = () =>
			render(
				repeat(
					shown,
					({ id }) => id,
					({ label, value }) =>
						html`<section><div class="label">${label}</div><div class="wm-stat-value">${value}</div></section>`,
				),
				box,
			);
		return {
			draw: (all) => {
				shown = all;
				show();
			},
			change: (at, value) => {
				shown = shown.with(at, { ...shown[at], value });
				show();
			},
			end: () => render(null, box),
		};
	},
	React: (box) => {
		const root = createRoot(box);
		const Card = memo(({ label, value }) =>
			createElement(
				"section",
				null,
				createElement("div", { className: "label" }, label),
				createElement("div", { className: "wm-stat-value" }, value),
			),
		);
		let shown = [];
		const show = () =>
			flushSync(() => root.render(shown.map(({ id, label, value }) => createElement(Card, { key: id, label, value }))));
		return {
			draw: (all) => {
				shown = all;
				show();
			},
			change: (at, value) => {
				shown = shown.with(at, { ...shown[at], value });
				show();
			},
			end: () => root.unmount(),
		};
	},
};

/** Lets what waits for its turn run. */
const task = () =>
	new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = resolve;
		port2.postMessage(0);
	});
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Milliseconds to draw so many cards, and to change one of them, each with the browser's own layout of it. */
async function timed(name, count) {
	const box = document.createElement("div");
	main.replaceChildren(box);
	const drawer = drawers[name](box);
	await frame();
	const begin = performance.now();
	drawer.draw(cards(count));
	while (main.querySelectorAll(".wm-stat-value").length < count) await task();
	main.getBoundingClientRect();
	const drawn = performance.now() - begin;
	await frame();
	const changes = [];
	for (let n = 0; n < 50; n++) {
		const start = performance.now();
		drawer.change((n * 37) % count, `new ${n}`);
		changes.push(performance.now() - start);
		if (n % 10 === 0) await frame();
	}
	if (!main.textContent.includes("new 49")) throw new Error(`${name} did not show the change.`);
	drawer.end();
	return { drawn, change: changes.sort((a, b) => a - b)[25] };
}

/** The times between frames while so many widgets get a value in each. */
async function streaming(type, count, ms) {
	const canvas = kit.createCanvasVanilla();
	const end = kit.mountCanvas(main, canvas, [kit.autoui]);
	const dataOf = (n) =>
		type === "chart" ? { bars: ["a", "b", "c", "d"].map((label, at) => [label, (n * (at + 3)) % 100]) } : { label: "l", value: `${n}` };
	const ids = Array.from({ length: count }, (_, n) => canvas.addWidget(type, dataOf(n)).id);
	await new Promise((resolve) => setTimeout(resolve, 1500));
	const gaps = [];
	let last = performance.now();
	for (let n = 0, until = last + ms; last < until; n++) {
		canvas.transact(() => {
			for (const [at, id] of ids.entries()) canvas.updateWidget(id, dataOf(n + at));
		});
		const now = await frame();
		gaps.push(now - last);
		last = now;
	}
	end();
	return { frames: gaps.length, ...quantiles(gaps) };
}

const quantiles = (all) => {
	const sorted = all.toSorted((a, b) => a - b);
	return { median: sorted[sorted.length >> 1], p95: sorted[Math.floor(sorted.length * 0.95)] };
};

/** The times between frames, and of the work in them, while a table of so many rows scrolls by so many pixels in each frame. */
async function scrolling(count, pixels, ms) {
	const rows = Array.from({ length: count }, (_, n) => ({ n, name: `Row ${n}`, share: (n * 37) % 101, when: `${2000 + (n % 25)}` }));
	const canvas = kit.createCanvasVanilla();
	const end = kit.mountCanvas(main, canvas, [kit.autoui]);
	canvas.addWidget("data-table", { rows });
	let region;
	while (!region?.querySelector("tbody tr")) {
		await frame();
		region = main.querySelector(".wm-table");
	}
	await new Promise((resolve) => setTimeout(resolve, 500));
	const [gaps, works] = [[], []];
	const bottom = () => region.scrollHeight - region.clientHeight;
	let last = await frame();
	let toward = 1;
	for (const until = last + ms; last < until; ) {
		const begin = performance.now();
		if (region.scrollTop >= bottom() - 1) toward = -1;
		else if (region.scrollTop <= 0) toward = 1;
		region.scrollTop += toward * pixels;
		// What hears of the scrolling runs before the next frame, and the page is laid out then.
		await task();
		region.getBoundingClientRect();
		works.push(performance.now() - begin);
		const now = await frame();
		gaps.push(now - last);
		last = now;
	}
	const seen = region.querySelector("tbody").textContent.includes("Row");
	end();
	if (!seen) throw new Error("There is nothing to be seen.");
	return { frames: gaps.length, gap: quantiles(gaps), work: quantiles(works) };
}

window.bench = { names: Object.keys(drawers), timed, streaming, scrolling };
