/** Servers, canvases and buses of a page. */
import { core } from "./init.js";
import type { Bus, CanvasVanilla, WebMcpServer } from "./types.js";

/** A local server without widgets. Throws `not_initialised` before `init()`. */
export function createWebMcpServer(name: string, options: { description?: string } = {}): WebMcpServer {
	return core().createWebMcpServer(name, options) as unknown as WebMcpServer;
}

/** An empty canvas. Throws `not_initialised` before `init()`. */
export function createCanvasVanilla(): CanvasVanilla {
	return core().createCanvasVanilla() as unknown as CanvasVanilla;
}

/** A bus without peers. Throws `not_initialised` before `init()`. */
export function createBus(): Bus {
	return core().createBus() as unknown as Bus;
}
