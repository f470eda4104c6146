/** Where a document's tools live: in a tab of frames, of its own origin and of others. */
import { type Definition, DocumentTools, FAILED, type Listed, type Outcome } from "./document-tools.js";
import { neighbourOf, setDoor, windowsOf } from "./frames.js";
import { Links } from "./links.js";
import { Policy } from "./policy.js";
import { type Queue, taskSource } from "./tasks.js";

/** A tool, and whose it is. */
export interface Found {
	readonly tool: Listed;
	readonly window: Window;
	readonly origin: string;
}

/** A document among the others of its tab. */
export class Home {
	readonly tools: DocumentTools;
	readonly #window: Window & typeof globalThis;
	readonly #document: Document;
	/** Runs what it is given in a task, in order. */
	readonly queue: Queue;
	readonly #links: Links;
	/** Calls of ours that have not ended; they are cancelled when the document goes. */
	readonly #calls = new Set<() => void>();

	constructor(window: Window & typeof globalThis, target: EventTarget) {
		this.#window = window;
		this.#document = window.document;
		this.queue = taskSource();
		const policy = new Policy(window);
		this.tools = new DocumentTools(window, target, this.queue, () => policy.allowed());
		setDoor(window.document, this.tools);
		this.#links = new Links(window, this.tools, policy);
		window.addEventListener("pagehide", () => {
			for (const cancel of this.#calls) cancel();
		});
	}

	/** Closes the document to the others. */
	close(): void {
		setDoor(this.#document, undefined);
		this.#links.close();
	}

	isActive(): boolean {
		return this.#document.defaultView === this.#window && !this.#window.closed;
	}

	/** Adds a tool at once; `told` is called when every document that sees it has heard. */
	add(definition: Definition, told?: () => void): void {
		this.tools.add(definition);
		this.#notify(definition, told);
	}

	/** Takes a tool away; nothing happens where it is gone. */
	remove(definition: Definition): void {
		if (this.tools.remove(definition)) this.#notify(definition);
	}

	/** The tools of all documents of our origin, and of these other origins as far as they expose them to us. */
	async listed(origins: readonly string[]): Promise<Found[]> {
		const found = windowsOf(this.#top()).map(async (window): Promise<Found[]> => {
			const neighbour = neighbourOf(window);
			if (neighbour) {
				if (!(await neighbour.allowed())) return [];
				return neighbour.list().map((tool) => ({ tool, window, origin: this.#window.origin }));
			}
			const origin = this.#links.originOf(window);
			if (origin === undefined || !origins.includes(origin)) return [];
			return (await this.#links.list(window, origin)).map((tool) => ({ tool, window, origin }));
		});
		return (await Promise.all(found)).flat();
	}

	/** Calls a tool of a window whose document must be of `origin`; `settle` hears once, in a task. Gives what cancels. */
	call(
		target: Window,
		origin: string,
		name: string,
		input: string,
		settle: (outcome: Outcome) => void,
	): () => void {
		let stop: () => void = () => undefined;
		const cancel = () => {
			this.#calls.delete(cancel);
			stop();
		};
		this.#calls.add(cancel);
		stop = this.#begun(target, origin, name, input, (outcome) => {
			this.#calls.delete(cancel);
			this.queue(() => settle(outcome));
		});
		return cancel;
	}

	#begun(
		target: Window,
		origin: string,
		name: string,
		input: string,
		settle: (outcome: Outcome) => void,
	): () => void {
		const isHere = target.top === this.#top();
		const neighbour = isHere ? neighbourOf(target) : undefined;
		if (neighbour?.allowed() === true && origin === this.#window.origin) {
			return neighbour.call(name, input, settle);
		}
		if (!neighbour && isHere && this.#links.originOf(target) === origin) {
			return this.#links.call(target, origin, name, input, settle);
		}
		settle(FAILED);
		return () => undefined;
	}

	#notify({ exposedTo }: Definition, told?: () => void): void {
		this.queue(() => {
			for (const window of windowsOf(this.#top())) neighbourOf(window)?.changed();
			this.#links.changed(exposedTo);
			told?.();
		});
	}

	#top(): Window {
		return this.#window.top ?? this.#window;
	}
}
