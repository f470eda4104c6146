/** The published default instances, made on first use after `init()`. */
import { createBus, createWebMcpServer } from "./create.js";
import type { Bus, WebMcpServer } from "../types/index.js";
import { nativeWidgets } from "../widgets/index.js";

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

/** The built-in server with the native widgets. Using it before `init()` throws `not_initialised`. */
export const autoui: WebMcpServer = lazily(() => {
	const server = createWebMcpServer("autoui", { description: "Built-in UI widgets" });
	for (const { recipe, renderer } of nativeWidgets) server.registerWidget(recipe, renderer);
	return server;
});

/** The page's bus. Using it before `init()` throws `not_initialised`. */
export const bus: Bus = lazily(createBus);
