/** Many widgets of another library at once, none of which loads before it is shown. */
import { aFunction, aText, type Check, listOf, objectOf, optional } from "../core/arguments.js";
import { createWebMcpServer } from "../server/create.js";
import { WebMcpError } from "../core/errors.js";
import type { Cleanup, WebMcpServer, WidgetRenderer } from "../types/index.js";
import { loaded } from "../widgets/loaded.js";

/** Widgets of another library. */
export interface WidgetPack {
	readonly name: string;
	/** The recipe of each widget, as `registerWidget` takes it. */
	readonly recipes: readonly string[];
	/** Loads what draws a widget: called when the first one of that name is shown. */
	load(name: string): WidgetRenderer | Promise<WidgetRenderer>;
	/** Loads what looks at a widget's data before it is placed (`validate` of a renderer): called when the first one of that name is placed. */
	check?(name: string): Validate | Promise<Validate>;
}

type Validate = NonNullable<WidgetRenderer["validate"]>;

const SERVER: Check = objectOf({ registerWidget: aFunction, getWidget: aFunction }, "a server");
const PACK: Check = objectOf(
	{ name: aText, recipes: listOf(aText, "a list of recipes"), load: aFunction, check: optional(aFunction) },
	"a pack",
);

/**
 * Registers every widget of a pack: all are found by `search_recipes` and drawn by `widget_display` from now on, and of what draws them nothing
 * loads before the first one is shown.
 *
 * @returns Forgets them all again; calling it twice is harmless.
 * @throws {@link WebMcpError} `not_initialised` before `init()`; `invalid_recipe`, `invalid_schema` or `duplicate_widget`, and then none of the
 * pack is registered.
 */
export function registerPack(server: WebMcpServer, pack: WidgetPack): Cleanup {
	SERVER("registerPack: server", server);
	PACK("registerPack: pack", pack);
	// Tried elsewhere first, a pack is registered whole or not at all.
	const trial = createWebMcpServer(pack.name.trim() || "pack");
	for (const recipe of pack.recipes) trial.registerWidget(recipe, () => undefined);
	const names = trial.listWidgets().map(({ name }) => name);
	const taken = names.find((name) => server.getWidget(name) !== undefined);
	if (taken !== undefined)
		throw new WebMcpError(
			"duplicate_widget",
			`The pack '${pack.name}' has a widget '${taken}', which the server '${server.name}' has already.`,
		);
	for (const [at, recipe] of pack.recipes.entries()) {
		const name = names[at] ?? "";
		server.registerWidget(
			recipe,
			loaded(async () => ({ default: await pack.load(name) }), {
				check: async () => ({ default: (await pack.check?.(name)) ?? (() => undefined) }),
			}),
		);
	}
	return () => {
		for (const name of names.splice(0)) server.unregisterWidget(name);
	};
}
