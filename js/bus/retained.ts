/** The messages that are kept for later listeners: the last of each channel. */
import type { BusMessage } from "../types/index.js";

/** So many channels keep one; beyond it the oldest is forgotten. */
const MAX_RETAINED = 1_000;

export class Retained {
	readonly #messages = new Map<string, BusMessage>();

	keep(message: BusMessage): void {
		this.#messages.delete(message.channel);
		this.#messages.set(message.channel, message);
		const [oldest] = this.#messages.keys();
		if (this.#messages.size > MAX_RETAINED && oldest !== undefined) this.#messages.delete(oldest);
	}

	/** The oldest first. */
	get list(): BusMessage[] {
		return [...this.#messages.values()];
	}
}
