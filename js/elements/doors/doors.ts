/** The doors to a page's tools: which are open, and what has come through. */
import { createToolGuard } from "../../guard/guard.js";
import type { AuditEntry, DoorCall } from "../../guard/types.js";
import { answerFromPage, createToolApi, toolsFrom } from "../../tool-api/index.js";
import type { CanvasVanilla, WebMcpServer } from "../../types/index.js";
import {
	connectRelay,
	type Exposed,
	exposeNative,
	type RelayLink,
	type RelayState,
} from "../../webmcp/index.js";
import { installModelContext } from "../../webmcp/polyfill/index.js";
import { Observed } from "../../workspace/observed.js";

/** How many calls are shown. */
const SHOWN = 5;

/** The state of the doors to one server. */
export class Doors extends Observed {
	/** Whether the browser itself has WebMCP; else the polyfill stands in. */
	readonly isNative = "modelContext" in document;
	readonly #server: WebMcpServer;
	readonly #canvas: CanvasVanilla;
	readonly #guard;
	#exposed: Exposed | undefined;
	#link: RelayLink | undefined;
	#stopServing: (() => void) | undefined;
	#wishes = 0;

	/** @param ask - Asks the person about a call that may change or remove something. */
	constructor(
		server: WebMcpServer,
		canvas: CanvasVanilla,
		ask: (call: DoorCall, signal: AbortSignal) => Promise<boolean>,
	) {
		super();
		this.#server = server;
		this.#canvas = canvas;
		this.#guard = createToolGuard({ ask, audit: () => this.tell() });
	}

	/** Whether WebMCP is open. */
	get isExposed(): boolean {
		return this.#exposed !== undefined;
	}

	get relay(): RelayState | "off" {
		return this.#link?.state ?? "off";
	}

	/** The last calls, newest first. */
	get log(): readonly AuditEntry[] {
		return this.#guard.log.slice(-SHOWN).reverse();
	}

	/** Opens WebMCP, or closes it. */
	expose(isOpen: boolean): void {
		this.#exposed?.stop();
		this.#exposed = undefined;
		if (isOpen) {
			installModelContext();
			this.#exposed = exposeNative(this.#server, { canvas: this.#canvas, guard: this.#guard });
		}
		this.tell();
	}

	/** Connects to a relay on this machine; whatever is wrong is thrown. */
	connect(url: string, token: string): void {
		this.disconnect();
		const onState = () => this.tell();
		this.#link = connectRelay(this.#server, {
			url,
			token,
			canvas: this.#canvas,
			guard: this.#guard,
			onState,
		});
		this.tell();
	}

	disconnect(): void {
		this.#link?.close();
		this.#link = undefined;
		this.tell();
	}

	/** Whether the tools are served over HTTP, to this browser. */
	get isServed(): boolean {
		return this.#stopServing !== undefined;
	}

	/** Serves the tools under the page's own address by a Service Worker, or ends that; whatever is wrong is thrown. */
	async serve(worker: string, isOpen: boolean): Promise<void> {
		this.#wishes += 1;
		const wish = this.#wishes;
		this.#stopServing?.();
		this.#stopServing = undefined;
		if (isOpen) {
			await navigator.serviceWorker.register(worker, { type: "module" });
			// Meanwhile the person may have thought otherwise.
			if (wish !== this.#wishes) return;
			const api = createToolApi({ ...toolsFrom(this.#server, undefined, this.#guard), allowExecute: true });
			this.#stopServing = answerFromPage(api);
		}
		this.tell();
	}

	/** Closes all. */
	close(): void {
		this.#wishes += 1;
		this.#exposed?.stop();
		this.#exposed = undefined;
		this.#stopServing?.();
		this.#stopServing = undefined;
		this.#link?.close();
		this.#link = undefined;
	}
}
