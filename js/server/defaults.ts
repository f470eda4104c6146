/** The published default instances, made on first use after `init()`. */
import { createBus, createWebMcpServer } from "./create.js";
import type { Bus, WebMcpServer, WidgetEntry } from "../types/index.js";
import { nextTask } from "../core/later.js";
import { nativeWidgets } from "../widgets/index.js";

/** So many widgets are registered in one task: the first costs 14 ms, which is the core's code being compiled, the others about 1 each. */
const AT_ONCE = 3;

/** An object whose members are those of `make()`, made on the first access. */
function lazily<T extends object>(make: () => T): T {
	let made: T | undefined;
	return new Proxy({} as T, {
		get(_, key) {
			made ??= make();
			const value: unknown = Reflect.get(made, key, made);
			return typeof value === "function" ? value.bind(made) : value;
		},
		has(_, key) {
			made ??= make();
			return Reflect.has(made, key);
		},
	});
}

let own: WebMcpServer | undefined;
let registered = 0;

/** The built-in server, with up to so many more of its widgets. */
function filled(most: number): WebMcpServer {
	own ??= createWebMcpServer("autoui", { description: "Built-in UI widgets" });
	for (const { recipe, renderer } of nativeWidgets.slice(registered, registered + most)) {
		own.registerWidget(recipe, renderer);
		registered += 1;
	}
	return own;
}

/** The built-in server, with all widgets of the package. Each one's code loads when the first of it is shown. Using it before `init()` throws `not_initialised`. */
export const autoui: WebMcpServer = lazily(() => filled(nativeWidgets.length));

let filling: Promise<void> | undefined;

/** Makes {@link autoui} in several tasks, between which the page can draw; a page that uses it sooner gets all of it at once. */
export function fillAutoui(): Promise<void> {
	filling ??= fill();
	return filling;
}

async function fill(): Promise<void> {
	while (registered < nativeWidgets.length) {
		filled(AT_ONCE);
		await nextTask();
	}
}

/**
 * Another server with the widgets of {@link autoui}, those that are registered later included; tools that the page added to `autoui` are
 * not copied.
 */
export async function copyOfAutoui(): Promise<WebMcpServer> {
	await fillAutoui();
	const copy = createWebMcpServer(autoui.name, { description: autoui.description });
	const missing = () => autoui.listWidgets().filter(({ name }) => copy.getWidget(name) === undefined);
	const add = (widgets: readonly WidgetEntry[]) => {
		for (const { recipe, renderer } of widgets) copy.registerWidget(recipe, renderer);
	};
	for (let left = missing(); left.length > 0; left = missing()) {
		add(left.slice(0, AT_ONCE));
		await nextTask();
	}
	autoui.subscribe(() => add(missing()));
	return copy;
}

/** The page's bus, made on first use. It needs no `init()`. */
export const bus: Bus = lazily(createBus);
