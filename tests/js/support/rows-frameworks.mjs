/** All that a page can call of the adapters for frameworks, as `rows.mjs`. */
import * as react from "../../../pkg/adapters/react/index.js";
import * as solid from "../../../pkg/adapters/solid/index.js";
import * as svelte from "../../../pkg/adapters/svelte/index.js";
import * as vue from "../../../pkg/adapters/vue/index.js";
import * as kit from "../../../pkg/index.js";
import { Element } from "./doubles.mjs";
import * as sound from "./sound.mjs";
import { used } from "./used.mjs";

const component = () => undefined;
const drawn = "is called where a component is drawn: see tests/e2e/adapters.test.mjs";

export const FRAMEWORKS = {
	"webmcp-auto-ui/react": {
		of: () => react,
		rows: { Canvas: drawn, useCanvas: drawn, rendererOf: () => ({ component }) },
	},
	"webmcp-auto-ui/svelte": {
		of: () => svelte,
		rows: {
			LLMSelector: drawn.replace("adapters", "elements-frameworks"),
			ModelLoader: drawn.replace("adapters", "elements-frameworks"),
			createCanvas: () => ({ canvas: sound.canvas() }),
			showCanvas: used(
				() => ({
					canvas: sound.canvas(),
					servers: [sound.drawing()],
					options: { bus: kit.createBus(), edit: false, query: () => [] },
				}),
				(attachment) => attachment(new Element())(),
			),
			rendererOf: () => ({ component, context: new Map() }),
		},
	},
	"webmcp-auto-ui/vue": {
		of: () => vue,
		rows: {
			CanvasView: drawn,
			useCanvas: drawn,
			rendererOf: () => ({ component, prepare: () => undefined }),
		},
	},
	"webmcp-auto-ui/solid": {
		of: () => solid,
		rows: {
			createCanvas: () => ({ canvas: sound.canvas() }),
			showCanvas: drawn,
			rendererOf: () => ({ component }),
		},
	},
};
