/** Events, and what can be listened to. */
import { EVENTS } from "../messages.js";
import { want } from "./telling.js";

type Listener = ((event: InsideEvent) => unknown) | { handleEvent(event: InsideEvent): unknown };

/** Where an error goes that nobody catches. */
export const reporting = { report: (_error: unknown): void => undefined };

/** An event. Those of the page's frame carry its fields, such as `key`. */
export class InsideEvent {
	readonly type: string;
	readonly bubbles: boolean;
	readonly detail: unknown;
	target: Target | null = null;
	currentTarget: Target | null = null;
	defaultPrevented = false;
	isStopped = false;
	isEnded = false;
	[field: string]: unknown;

	constructor(type: string, fields: { readonly [name: string]: unknown } = {}) {
		for (const [name, value] of Object.entries(fields)) this[name] = value;
		this.type = String(type);
		this.bubbles = Boolean(fields.bubbles);
		this.detail = fields.detail ?? null;
	}

	/** What the page does by itself is done by then: only code sees that it was asked for. */
	preventDefault(): void {
		this.defaultPrevented = true;
	}
	stopPropagation(): void {
		this.isStopped = true;
	}
	stopImmediatePropagation(): void {
		this.isStopped = true;
		this.isEnded = true;
	}
}

/** What can be listened to. */
export class Target {
	readonly #listeners = new Map<string, { listener: Listener; once: boolean }[]>();
	readonly #handlers = new Map<string, unknown>();

	addEventListener(type: string, listener: Listener | null, options?: boolean | { once?: boolean }): void {
		if (!listener) return;
		const known = this.#listeners.get(type) ?? [];
		if (known.some((one) => one.listener === listener)) return;
		const once = typeof options === "object" && options?.once === true;
		this.#listeners.set(type, [...known, { listener, once }]);
		want(type);
	}

	removeEventListener(type: string, listener: Listener | null): void {
		const known = this.#listeners.get(type) ?? [];
		this.#listeners.set(
			type,
			known.filter((one) => one.listener !== listener),
		);
	}

	/** Sets what `onclick` and the like hold. */
	handle(type: string, handler: unknown): void {
		this.#handlers.set(type, handler);
		if (typeof handler === "function") want(type);
	}

	handlerOf(type: string): unknown {
		return this.#handlers.get(type) ?? null;
	}

	/** Who hears of an event after this one. */
	above(): Target | null {
		return null;
	}

	dispatchEvent(event: InsideEvent): boolean {
		event.target ??= this;
		for (let at: Target | null = this; at; at = event.bubbles ? at.above() : null) {
			at.#hear(event);
			if (event.isStopped) break;
		}
		event.currentTarget = null;
		return !event.defaultPrevented;
	}

	#hear(event: InsideEvent): void {
		event.currentTarget = this;
		const call = (work: () => unknown) => {
			if (event.isEnded) return;
			try {
				work();
			} catch (error) {
				reporting.report(error);
			}
		};
		const handler = this.handlerOf(event.type);
		if (typeof handler === "function") call(() => handler.call(this, event));
		for (const one of this.#listeners.get(event.type) ?? []) {
			if (one.once) this.removeEventListener(event.type, one.listener);
			const { listener } = one;
			if (typeof listener === "function") call(() => listener.call(this, event));
			else call(() => listener.handleEvent(event));
		}
	}
}

/** Gives `onclick` and the like to an object; `of` is who is listened to. */
export function withHandlers(object: object, of: (object: unknown) => Target): void {
	for (const type of [...EVENTS, "load", "message"]) {
		Object.defineProperty(object, `on${type}`, {
			configurable: true,
			get(this: unknown) {
				return of(this).handlerOf(type);
			},
			set(this: unknown, handler: unknown) {
				of(this).handle(type, handler);
			},
		});
	}
}
