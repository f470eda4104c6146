/** Servers, canvases and buses of a page. */
import { MessageBus } from "../bus/bus.js";
import { withActions } from "../canvas/store.js";
import { core } from "../core/init.js";
import { drawnBy } from "../core/judging.js";
import type { Bus, CanvasVanilla, WebMcpServer } from "../types/index.js";
import { withChecks } from "./checked.js";

/** Options of {@link createWebMcpServer}. */
export interface WebMcpServerOptions {
	description?: string;
	/**
	 * Asked for each http and https address in a widget's data, with its place as a JSON Pointer. Without it all are
	 * allowed; other schemes but mailto never are, and embedded data must be a picture (png, jpeg, gif, webp, avif).
	 * What a widget's schema leaves open, such as the rows of `data-table`, is text and not asked about: nothing of it is
	 * loaded, and a link in a cell leads away only when a person presses it.
	 */
	allowUrl?(url: string, path: string): boolean;
	/** The most characters of an embedded picture's address. Default 2 MB. */
	maxDataUrlLength?: number;
}

/**
 * A local server without widgets.
 *
 * @throws {@link WebMcpError} `not_initialised` before `init()`, `invalid_argument` for a blank name.
 */
export function createWebMcpServer(name: string, options: WebMcpServerOptions = {}): WebMcpServer {
	return withChecks(noting(core().createWebMcpServer(name, options) as unknown as WebMcpServer));
}

const NOTES = Symbol("notes what it draws");

/** Has all servers of this core noted where they are attached: only the core's own side of a canvas knows it otherwise. */
function noting(server: WebMcpServer): WebMcpServer {
	const all: WebMcpServer & { [NOTES]?: true } = Object.getPrototypeOf(server);
	if (!all[NOTES]) {
		const attach = all.attachCanvas;
		all[NOTES] = true;
		all.attachCanvas = function (this: WebMcpServer, canvas) {
			attach.call(this, canvas);
			drawnBy(canvas, [this]);
		};
	}
	return server;
}

/** An empty canvas. Throws `not_initialised` before `init()`. */
export function createCanvasVanilla(): CanvasVanilla {
	return withActions(core().createCanvasVanilla() as unknown as CanvasVanilla);
}

/** A bus without peers. It needs no `init()`. */
export function createBus(): Bus {
	return new MessageBus();
}
