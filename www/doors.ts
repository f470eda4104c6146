/** The doors to this page's tools: who else may use them, and what has come through. */
import { autoui, type CanvasVanilla } from "webmcp-auto-ui";
import { installModelContext } from "webmcp-auto-ui/polyfill";
import { answerFromPage, createToolApi, toolsFrom } from "webmcp-auto-ui/tool-api";
import {
	type AuditEntry,
	connectRelay,
	createToolGuard,
	type DoorCall,
	type Exposed,
	exposeNative,
	type RelayLink,
	type RelayState,
} from "webmcp-auto-ui/webmcp";

/** How many lines of the log are shown. */
const SHOWN = 5;

/** The state of the doors. */
export class Doors {
	/** Whether the browser itself has WebMCP; else the polyfill stands in. */
	readonly isNative = "modelContext" in document;
	readonly #canvas: CanvasVanilla;
	readonly #guard;
	readonly #listeners = new Set<() => void>();
	#exposed: Exposed | undefined;
	#link: RelayLink | undefined;
	#stopServing: (() => void) | undefined;
	#wishes = 0;

	/** @param ask - Asks the person about a call that may change or remove something. */
	constructor(canvas: CanvasVanilla, ask: (call: DoorCall, signal: AbortSignal) => Promise<boolean>) {
		this.#canvas = canvas;
		this.#guard = createToolGuard({ ask, audit: () => this.#changed() });
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
			this.#exposed = exposeNative(autoui, { canvas: this.#canvas, guard: this.#guard });
		}
		this.#changed();
	}

	/** Connects to a relay on this machine; whatever is wrong is thrown. */
	connect(url: string, token: string): void {
		this.disconnect();
		const onState = () => this.#changed();
		this.#link = connectRelay(autoui, { url, token, canvas: this.#canvas, guard: this.#guard, onState });
		this.#changed();
	}

	disconnect(): void {
		this.#link?.close();
		this.#link = undefined;
		this.#changed();
	}

	/** Whether the tools are served over HTTP, to this browser. */
	get isServed(): boolean {
		return this.#stopServing !== undefined;
	}

	/** Serves the tools under the page's own address, or ends that; whatever is wrong is thrown. */
	async serve(isOpen: boolean): Promise<void> {
		this.#wishes += 1;
		const wish = this.#wishes;
		this.#stopServing?.();
		this.#stopServing = undefined;
		if (isOpen) {
			await navigator.serviceWorker.register("./service-worker.js", { type: "module" });
			// Meanwhile the person may have thought otherwise.
			if (wish !== this.#wishes) return;
			const api = createToolApi({ ...toolsFrom(autoui, undefined, this.#guard), allowExecute: true });
			this.#stopServing = answerFromPage(api);
		}
		this.#changed();
	}

	subscribe(listener: () => void): void {
		this.#listeners.add(listener);
	}

	#changed(): void {
		for (const listener of this.#listeners) listener();
	}
}
