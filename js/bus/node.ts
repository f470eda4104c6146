/** What all links of one bus know together: its name among buses, what it has heard already, and where foreign peers are at home. */
import type { Bus, BusMessage } from "../types/index.js";

/** Messages that are known again when they come on a second way. */
const MAX_SEEN = 20_000;

export class BusNode {
	readonly id = drawnId();
	/** The links' names. */
	readonly links = new Set<string>();
	/** The buses of peers that live elsewhere, by name. */
	readonly homes = new Map<string, string>();
	readonly #seen = new Set<string>();

	/** Remembers a message. False where it is known. */
	isNew(id: string): boolean {
		if (this.#seen.has(id)) return false;
		this.#seen.add(id);
		const [oldest] = this.#seen;
		if (this.#seen.size > MAX_SEEN && oldest !== undefined) this.#seen.delete(oldest);
		return true;
	}

	/** A name for a link that no other has. */
	linkName(wanted: string): string {
		let name = wanted;
		for (let n = 2; this.links.has(name); n += 1) name = `${wanted}-${n}`;
		this.links.add(name);
		return name;
	}

	/** What a message is called on all buses. */
	idOf(message: BusMessage): string {
		if (message.origin) return message.origin.id;
		const id = ids.get(message) ?? drawnId();
		ids.set(message, id);
		// It may come back in a circle.
		this.isNew(id);
		return id;
	}
}

const nodes = new WeakMap<Bus, BusNode>();
const ids = new WeakMap<BusMessage, string>();

export function nodeOf(bus: Bus): BusNode {
	const node = nodes.get(bus) ?? new BusNode();
	nodes.set(bus, node);
	return node;
}

/** A name that nobody guesses. */
export function drawnId(): string {
	return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
