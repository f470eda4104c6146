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
	 * allowed; of other schemes only mailto and tel are, and embedded data must be a picture (png, jpeg, gif, webp, avif).
	 * In what a widget's schema leaves open, such as the rows of `data-table`, an address stands under a name that means one (`href`, `imageUrl`),
	 * or in a column that the data calls a link; all else there is text.
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
const CANVAS = Symbol("the canvas");

type Noting = WebMcpServer & { [NOTES]?: true; [CANVAS]?: CanvasVanilla | undefined };

/** Has all servers of this core noted where they are attached: only the core's own side of a canvas knows it otherwise. */
function noting(server: WebMcpServer): WebMcpServer {
	const all: Noting = Object.getPrototypeOf(server);
	if (!all[NOTES]) {
		const { attachCanvas: attach, detachCanvas: detach } = all;
		all[NOTES] = true;
		all.attachCanvas = function (this: Noting, canvas) {
			attach.call(this, canvas);
			this[CANVAS] = canvas;
			drawnBy(canvas, [this]);
		};
		all.detachCanvas = function (this: Noting) {
			detach.call(this);
			this[CANVAS] = undefined;
		};
	}
	return server;
}

/** The canvas that a server places its widgets on; nothing where it is attached to none. */
export function canvasOf(server: WebMcpServer): CanvasVanilla | undefined {
	return (server as Noting)[CANVAS];
}

/** An empty canvas. Throws `not_initialised` before `init()`. */
export function createCanvasVanilla(): CanvasVanilla {
	return withActions(core().createCanvasVanilla() as unknown as CanvasVanilla);
}

/** A bus without peers. It needs no `init()`. */
export function createBus(): Bus {
	return new MessageBus();
}
