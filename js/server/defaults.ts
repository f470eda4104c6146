/** The published default instances, made on first use after `init()`. */
import { createBus, createWebMcpServer } from "./create.js";
import type { Bus, WebMcpServer, WidgetEntry } from "../types/index.js";
import { fillsServer, serversFilled } from "../core/filling.js";
import { nextTask } from "../core/later.js";
import { report } from "../core/report.js";
import { moreWidgets, nativeWidgets, type WidgetSource } from "../widgets/index.js";

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

/** The built-in server, with up to so many more of the widgets that it has at once. */
function filled(most: number): WebMcpServer {
	own ??= begun();
	register(own, nativeWidgets.slice(registered, registered + most));
	registered = Math.min(registered + most, nativeWidgets.length);
	return own;
}

function register(server: WebMcpServer, widgets: readonly WidgetSource[]): void {
	for (const { recipe, renderer } of widgets) server.registerWidget(recipe, renderer);
}

function begun(): WebMcpServer {
	const server = createWebMcpServer("autoui", { description: "Built-in UI widgets" });
	const execute = server.executeTool;
	fillsServer(addOthers(server));
	return Object.assign(server, {
		executeTool: (async (...call) => {
			await serversFilled();
			return execute(...call);
		}) satisfies WebMcpServer["executeTool"],
	});
}

/** Adds the other widgets, whose recipes are loaded for that. Where they cannot be, the server has the first ones. */
async function addOthers(server: WebMcpServer): Promise<void> {
	const others = await moreWidgets().catch(report);
	// A page that has made one of its own of that name keeps it.
	const isMissing = ({ name }: WidgetSource) => server.getWidget(name) === undefined;
	const missing = (others ?? []).filter(isMissing);
	for (let at = 0; at < missing.length; at += AT_ONCE) {
		await nextTask();
		register(server, missing.slice(at, at + AT_ONCE).filter(isMissing));
	}
}

/**
 * The built-in server, with all widgets of the package: 15 at once, the others a moment later, and a run of the agent, `executeTool`, a shared
 * and a stored canvas wait for these. Each widget's code loads when the first of it is shown. Using it before `init()` throws
 * `not_initialised`.
 */
export const autoui: WebMcpServer = lazily(() => filled(nativeWidgets.length));

let filling: Promise<void> | undefined;

/** Makes {@link autoui} in several tasks, between which the page can draw; a page that uses it sooner gets the first widgets at once. */
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
