/** What the mini apps of all frameworks work on: two canvases, a bus, a server, and counts of who listens and who is drawn. */
import * as kit from "webmcp-auto-ui";

const PRICE = `---
widget: price
description: A price with its product
schema:
  type: object
  required: [product, price]
  properties:
    product: {type: string}
    price: {type: number}
---
Use it for one product.`;

/** How often what was drawn, by its name; the tests read it. */
const renders = {};
/** Components of widgets that are in the page, and how many widgets were drawn. */
const alive = { now: 0, drawn: 0 };

/** Says that something is drawn, and returns it. */
export function seen(name, what) {
	renders[name] = (renders[name] ?? 0) + 1;
	return what;
}

/** Says that a widget's component has come; returns what says that it has gone. */
export function lives() {
	alive.now += 1;
	return () => {
		alive.now -= 1;
	};
}

/** A canvas that knows how many listen to it. */
function counted() {
	const canvas = kit.createCanvasVanilla();
	const subscribe = canvas.subscribe.bind(canvas);
	const listeners = new Set();
	canvas.subscribe = (listener) => {
		const key = {};
		listeners.add(key);
		const stop = subscribe(listener);
		return () => {
			listeners.delete(key);
			stop();
		};
	};
	return Object.assign(canvas, { listeners });
}

let count = 0;
/** Adds a price to a canvas. */
export const add = (canvas) => canvas.addWidget("price", { product: `Tea ${(count += 1)}`, price: count });

/** Makes all of it; `renderer` draws prices. */
export async function desk(renderer) {
	await kit.init();
	const server = kit.createWebMcpServer("shop");
	const made = { server, renders, alive };
	server.registerWidget(PRICE, (...given) => {
		alive.drawn += 1;
		// A renderer may read what the page follows.
		made.read?.();
		return renderer(...given);
	});
	const canvases = [counted(), counted()];
	if (location.hash === "#filled") add(canvases[0]);
	return Object.assign(made, { canvases, bus: kit.createBus() });
}

/** Tells the test that the app is there; `close` takes it down. */
export function ready(made, close) {
	Object.assign(window, { app: { ...made, close } });
}
