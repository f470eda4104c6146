/** The tools of one document, and what runs of them. */
import type { ToolHints } from "../types.js";
import { ToolActivatedEvent, ToolCancelEvent } from "./events.js";
import { FormError } from "./form-fill.js";
import { NAVIGATED } from "./form-run.js";
import type { Queue } from "./tasks.js";

/** A tool as documents tell each other of it. */
export interface Listed {
	readonly name: string;
	readonly title: string | undefined;
	readonly description: string;
	/** JSON text; empty where the tool has none. */
	readonly schema: string;
	readonly annotations: Required<ToolHints> | undefined;
}

/** A tool that is there. */
export interface Definition extends Listed {
	/** The origins that see it beside its own. */
	readonly exposedTo: readonly string[];
	/** Runs it; what it does at once is done before `toolactivated`. */
	start(input: object, options: { signal: AbortSignal }): unknown;
}

/** What came of a call: its text, `null` where the document went elsewhere, or why there is none, as far as callers are told. */
export type Outcome = { readonly text: string | null } | { readonly failed: string };

/** What a document is to the others of its own origin in the tab. */
export interface Neighbour {
	/** Whether it may have tools at all. */
	allowed(): boolean | Promise<boolean>;
	list(): readonly Definition[];
	/** Calls a tool in a task of the document; `settle` hears once. Gives what cancels. */
	call(name: string, input: string, settle: (outcome: Outcome) => void): () => void;
	/** Tools have changed that this document sees. */
	changed(): void;
}

/** What a tool itself throws is its own page's business. */
export const FAILED: Outcome = { failed: "The tool could not be called, or it failed." };

interface Running {
	readonly name: string;
	readonly controller: AbortController;
	readonly settle: (outcome: Outcome) => void;
}

/** The spec's "model context" of a document. */
export class DocumentTools implements Neighbour {
	readonly #window: Window & typeof globalThis;
	readonly #target: EventTarget;
	readonly #queue: Queue;
	readonly #tools = new Map<string, Definition>();
	readonly #running = new Set<Running>();
	readonly allowed: () => boolean | Promise<boolean>;

	constructor(
		window: Window & typeof globalThis,
		target: EventTarget,
		queue: Queue,
		allowed: () => boolean | Promise<boolean>,
	) {
		this.#window = window;
		this.#target = target;
		this.#queue = queue;
		this.allowed = allowed;
		window.addEventListener("pagehide", () => {
			for (const running of this.#running) this.#settle(running, FAILED);
		});
	}

	has(name: string): boolean {
		return this.#tools.has(name);
	}

	add(definition: Definition): void {
		this.#tools.set(definition.name, definition);
	}

	/** Takes a tool away; false where it is gone already. What runs of it goes on. */
	remove(definition: Definition): boolean {
		return this.#tools.get(definition.name) === definition && this.#tools.delete(definition.name);
	}

	list(): readonly Definition[] {
		return [...this.#tools.values()];
	}

	changed(): void {
		if (this.allowed() === true) this.#target.dispatchEvent(new Event("toolchange"));
	}

	call(name: string, input: string, settle: (outcome: Outcome) => void): () => void {
		let running: Running | undefined;
		let isCancelled = false;
		this.#queue(() => {
			if (isCancelled) return;
			const definition = this.#tools.get(name);
			const given = definition && parsed(input, this.#window);
			if (!definition || !given) return settle(FAILED);
			running = { name, controller: new this.#window.AbortController(), settle };
			this.#running.add(running);
			this.#run(running, definition, given);
		});
		return () => {
			isCancelled = true;
			// After the caller has heard, as the browser has it.
			this.#queue(() => {
				if (!running || !this.#running.delete(running)) return;
				running.controller.abort();
				this.#target.dispatchEvent(new ToolCancelEvent("toolcancel", { toolName: name }));
			});
		};
	}

	#run(running: Running, definition: Definition, input: object): void {
		const { name } = running;
		const work = attempt(() => definition.start(input, { signal: running.controller.signal }));
		// After it has begun: Chromium and the public tests have it so, the draft the other way round.
		this.#target.dispatchEvent(new ToolActivatedEvent("toolactivated", { toolName: name }));
		work
			.then((value) => (value === NAVIGATED ? null : resultText(value)))
			.then(
				(text) => this.#settle(running, { text }),
				(error) => {
					if (error instanceof FormError) return this.#settle(running, { failed: error.message });
					console.warn(`The tool '${name}' failed.`, error);
					this.#settle(running, FAILED);
				},
			);
	}

	#settle(running: Running, outcome: Outcome): void {
		if (this.#running.delete(running)) running.settle(outcome);
	}
}

function attempt(work: () => unknown): Promise<unknown> {
	return new Promise((resolve) => resolve(work()));
}

function parsed(input: string, window: Window & typeof globalThis): object | undefined {
	try {
		const value: unknown = window.JSON.parse(input);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/** As Chromium writes results: objects as JSON, all else as text. */
function resultText(value: unknown): string {
	if (typeof value === "symbol") throw new TypeError("A symbol cannot be told.");
	const isObject = typeof value === "object" || typeof value === "function";
	return isObject ? (JSON.stringify(value) ?? "undefined") : String(value);
}
