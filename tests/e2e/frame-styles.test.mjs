/** Frames stay on their canvas: whatever style, place and size a widget brings, nothing is painted and nothing takes clicks beyond it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { servePackage } from "./support/package-site.mjs";

let site;
let browser;
before(async () => {
	site = await servePackage();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	site?.close();
});

const LOOKS = {
	"a shadow without end": { style: { "box-shadow": "0 0 0 9999px red" } },
	"a shadow far away": { style: { "box-shadow": "500px 300px 0 200px red" } },
	"an outline without end": { style: { outline: "9999px solid red" } },
	"a border without end": { style: { border: "9999px solid red" } },
	"a margin below nothing, and a size": {
		style: {
			margin: "-500px 0 0 -300px",
			"min-width": "2000px",
			"min-height": "2000px",
			"background-color": "red",
		},
	},
	"a place elsewhere": { x: -350, y: -250, width: 900, height: 900, style: { "background-color": "red" } },
	"a size beyond": { width: 5000, height: 5000, style: { "background-color": "red" } },
	"text without end": {
		style: { "font-size": "900px", color: "red", overflow: "visible", "max-height": "10px" },
	},
	"lines far apart": { style: { "line-height": "4000px", overflow: "visible", height: "10px" } },
	"padding without end": { style: { padding: "9999px", "background-color": "red" } },
	"a token that is no colour": {
		style: { "--color-border": "9999px red", "box-shadow": "0 0 0 var(--color-border)" },
	},
	"a shadow by all that is allowed": {
		style: { "box-shadow": "0 0 64px 64px red", outline: "64px solid red", margin: "0" },
	},
	"columns without end": { layout: "grid", style: { "grid-column": "span 9999", "background-color": "red" } },
};

test("nothing of a frame is painted or pressed beyond the canvas, in any layout", async () => {
	const { page, close } = await openPage(browser, { viewport: { width: 900, height: 800 } });
	await page.goto(site.url);
	await page.evaluate(async () => {
		const kit = await import("/pkg/index.js");
		await kit.init();
		const board = document.createElement("div");
		Object.assign(document.body.style, { margin: "0", background: "white", overflow: "hidden" });
		Object.assign(board.style, { position: "absolute", left: "300px", top: "250px", width: "300px" });
		document.body.append(board);
		const canvas = kit.createCanvasVanilla();
		kit.autoui.attachCanvas(canvas);
		kit.mountCanvas(board, canvas, [kit.autoui]);
		Object.assign(window, { board, canvas });
	});
	/** What is seen around the canvas, as far as a clip may leave room for the ring of what is selected. */
	const around = async () => {
		const { bottom } = await page.evaluate(() => board.getBoundingClientRect().toJSON());
		const parts = [
			{ x: 0, y: 0, width: 900, height: 240 },
			{ x: 0, y: 240, width: 290, height: 560 },
			{ x: 610, y: 240, width: 290, height: 560 },
			...(bottom < 780 ? [{ x: 0, y: bottom + 10, width: 900, height: 790 - bottom }] : []),
		];
		const isBlank = [];
		for (const clip of parts) {
			const picture = (await page.screenshot({ clip })).toString("base64");
			isBlank.push(
				await page.evaluate(async (picture) => {
					const image = new Image();
					image.src = `data:image/png;base64,${picture}`;
					await image.decode();
					const place = new OffscreenCanvas(image.width, image.height).getContext("2d");
					place.drawImage(image, 0, 0);
					return place.getImageData(0, 0, image.width, image.height).data.every((byte) => byte === 255);
				}, picture),
			);
		}
		const pressed = await page.evaluate(() => {
			const bottom = board.getBoundingClientRect().bottom;
			const points = [
				[10, 10],
				[150, 300],
				[290, 260],
				[610, 300],
				[700, 500],
				[450, 240],
				[450, bottom + 10],
				[890, 790],
			];
			return points.filter(([x, y]) => y < 800 && board.contains(document.elementFromPoint(x, y)));
		});
		return { isBlank: isBlank.every(Boolean), pressed };
	};
	for (const [what, { layout, ...block }] of Object.entries(LOOKS)) {
		for (const each of layout ? [layout] : ["flow", "grid", "tiling", "floating", "stack"]) {
			const isSet = await page.evaluate(
				([block, layout]) => {
					canvas.setLayout(layout);
					try {
						canvas.setBlocks([
							{ type: "stat", data: { label: "Under", value: "1" } },
							{ type: "stat", data: { label: "Words ".repeat(8), value: "2" }, ...block },
						]);
						return true;
					} catch {
						return false;
					}
				},
				[block, each],
			);
			// What the core refuses already is nowhere.
			if (!isSet) continue;
			await page.waitForFunction(() => board.querySelectorAll(".wm-stat-value").length === 2);
			assert.deepEqual(await around(), { isBlank: true, pressed: [] }, `${what}, ${each}`);
		}
	}
	await close();
});
