/** Charts of Vega-Lite as widgets, each with parameters that a small model can fill. */
import type { WidgetPack } from "../register.js";
import { ALL } from "./all.js";
import { recipeOf } from "./recipe.js";

/**
 * Some fifty charts, named `vega-…`, for `registerPack(autoui, vegaLite)`. They draw with the packages `vega`, `vega-lite` and
 * `vega-interpreter`, which load when the first of them is shown.
 */
export const vegaLite: WidgetPack = {
	name: "vega-lite",
	recipes: ALL.map(recipeOf),
	load: async (name) => (await import("./draw.js")).rendererOf(name),
	check: async (name) => (await import("./check.js")).checkOf(name),
};
