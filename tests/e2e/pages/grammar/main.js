/** Hands the widgets that are drawn by a grammar, and those of the pack, to the test. */
import { mountWidget } from "webmcp-auto-ui/widgets/mount.js";
import { vegaLite } from "webmcp-auto-ui/packs/vega-lite";
import { pictureOf } from "webmcp-auto-ui/widgets/diagram/picture.js";
import { nativeWidgets } from "webmcp-auto-ui/widgets/index.js";

const nameOf = (recipe) => /^widget: (.*)$/m.exec(recipe)[1];
const drawnBy = (name) => async (container, data, context) =>
	(await vegaLite.load(name))(container, data, context);
const renderers = new Map([
	...nativeWidgets.map(({ name, renderer }) => [name, renderer]),
	...vegaLite.recipes.map((recipe) => [nameOf(recipe), drawnBy(nameOf(recipe))]),
]);
const examples = vegaLite.recipes.flatMap((recipe) =>
	JSON.parse(/^examples: (.*)$/m.exec(recipe)[1]).map(({ params }) => [nameOf(recipe), params]),
);
const source = {
	name: "grammar",
	getWidget: (type) => (renderers.has(type) ? { renderer: renderers.get(type) } : undefined),
};

window.kit = { mountWidget, native: source, examples, pictureOf };
