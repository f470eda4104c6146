/** The events of `ModelContext`, and its event handler attributes. */

function nameOf(init: unknown): string {
	if (init === undefined || init === null) return "";
	if (typeof init !== "object" && typeof init !== "function")
		throw new TypeError("eventInitDict is no object.");
	const { toolName } = init as { toolName?: unknown };
	if (typeof toolName === "symbol") throw new TypeError("toolName cannot be a symbol.");
	return toolName === undefined ? "" : `${toolName}`;
}

/** A tool has begun to run. */
export class ToolActivatedEvent extends Event {
	readonly #toolName: string;

	constructor(type: string, eventInitDict: (EventInit & { toolName?: string }) | null = {}) {
		if (type === undefined) throw new TypeError("1 argument required, but only 0 present.");
		super(type, eventInitDict ?? {});
		this.#toolName = nameOf(eventInitDict);
	}

	/** Its name. */
	get toolName(): string {
		return this.#toolName;
	}
}

/** The run of a tool was cancelled. */
export class ToolCancelEvent extends Event {
	readonly #toolName: string;

	constructor(type: string, eventInitDict: (EventInit & { toolName?: string }) | null = {}) {
		if (type === undefined) throw new TypeError("1 argument required, but only 0 present.");
		super(type, eventInitDict ?? {});
		this.#toolName = nameOf(eventInitDict);
	}

	/** Its name. */
	get toolName(): string {
		return this.#toolName;
	}
}

type Handler = ((event: Event) => unknown) | null;

/** The event handler attributes of one target (HTML, "Event handlers"): their place among listeners is where they were first set. */
export class EventHandlers {
	readonly #target: EventTarget;
	readonly #set = new Map<string, { handler: unknown; listener: (event: Event) => void }>();

	constructor(target: EventTarget) {
		this.#target = target;
	}

	get(type: string): Handler {
		return (this.#set.get(type)?.handler ?? null) as Handler;
	}

	set(type: string, handler: unknown): void {
		const before = this.#set.get(type);
		// What is neither callable nor an object counts as none.
		if ((typeof handler !== "function" && typeof handler !== "object") || handler === null) {
			if (before) this.#target.removeEventListener(type, before.listener);
			this.#set.delete(type);
		} else if (before) {
			before.handler = handler;
		} else {
			const entry = {
				handler,
				listener: (event: Event) => {
					if (typeof entry.handler !== "function") return;
					if (entry.handler.call(this.#target, event) === false) event.preventDefault();
				},
			};
			this.#set.set(type, entry);
			this.#target.addEventListener(type, entry.listener);
		}
	}
}
