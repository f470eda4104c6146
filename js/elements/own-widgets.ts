/** The package's own widgets, for elements that are made of some of them. */
import { loaded } from "../widgets/loaded.js";
import { loaders } from "../widgets/loaders.js";
import type { RendererSource } from "../widgets/mount.js";

/** All of them, whether or not `autoui` has them. */
export const OWN: readonly RendererSource[] = [
	{
		name: "autoui",
		getWidget(name) {
			const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
			return load && { renderer: loaded(load) };
		},
	},
];
