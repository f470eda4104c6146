/** Hands the package's widgets to the test. */
import DOMPurify from "dompurify";
import { MessageBus } from "webmcp-auto-ui/bus/bus.js";
import { mountCanvas } from "webmcp-auto-ui/canvas/mount.js";
import { mountWidget } from "webmcp-auto-ui/widgets/mount.js";
import { addWidgetWords } from "webmcp-auto-ui/widgets/say.js";
import { setMapTiles } from "webmcp-auto-ui/widgets/map/tiles.js";
import { proposeWishes } from "webmcp-auto-ui/agent/wishes.js";
import { nativeWidgets } from "webmcp-auto-ui/widgets/index.js";

const renderers = new Map(
	nativeWidgets.map(({ name, renderer }) => [name, renderer]),
);
const source = (name, map) => ({
	name,
	getWidget: (type) => (map.has(type) ? { renderer: map.get(type) } : undefined),
});

/** A canvas with the published surface that `mountCanvas` uses. */
function stubCanvas(initial) {
	const listeners = new Set();
	let blocks = initial;
	return {
		getSnapshot: () => ({ blocks, layout: "flow", selected: [] }),
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		set: (next) => {
			blocks = next;
			for (const listener of listeners) listener({ blocks });
		},
		/** An update is the only action that a mounted canvas does by itself. */
		act({ id, params }) {
			this.set(blocks.map((block) => (block.id === id ? { ...block, data: { ...block.data, ...params } } : block)));
			return true;
		},
		listeners,
	};
}

window.kit = { addWidgetWords, createBus: () => new MessageBus(), DOMPurify, mountCanvas, mountWidget, proposeWishes, setMapTiles, stubCanvas, source, native: source("autoui", renderers) };
