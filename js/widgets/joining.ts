/** A widget of a canvas as a peer of the bus. */
import type { Bus, Cleanup, JsonObject } from "../types/index.js";

/** What of a widget's frame is needed. */
interface Peer {
	readonly outer: HTMLElement;
	/** Changes what the widget shows by these fields. */
	update(patch: JsonObject): void;
	receive(channel: string, payload: unknown): void;
}

/**
 * Registers a widget under its id. What a person does with it is broadcast; it hears what is sent to it, and of broadcasts those of widgets
 * that it is linked with.
 *
 * @returns Leaves the bus.
 */
export function join(bus: Bus, { id, type }: { id: string; type: string }, peer: Peer): Cleanup {
	const tell = (event: Event) => {
		const { action, payload } = (event as CustomEvent<{ action: string; payload: unknown }>).detail;
		bus.broadcast(id, action, payload);
	};
	peer.outer.addEventListener("widget:interact", tell);
	const leave = bus.register(id, type, ["*"], ({ from, to, channel, payload }) => {
		if (to !== id && !isLinked(bus, id, from)) return;
		if (channel === "data-update" && isPatch(payload)) peer.update(payload);
		else peer.receive(channel, payload);
	});
	return () => {
		peer.outer.removeEventListener("widget:interact", tell);
		leave();
	};
}

/** Fields of a message that is no record would be letters of a text. */
export const isPatch = (payload: unknown): payload is JsonObject =>
	typeof payload === "object" && payload !== null && !Array.isArray(payload);

function isLinked(bus: Bus, one: string, other: string): boolean {
	const groups = new Set(bus.getLinks(one));
	return bus.getLinks(other).some((group) => groups.has(group));
}

/** So many parts of a message are looked at: one that holds the same part often has more of them than anybody can wait for. */
const MAX_LOOKS = 10_000;

/** The texts and numbers that a message mentions, by which others find the same thing among theirs. */
export function mentioned(payload: unknown): ReadonlySet<string> {
	const found = new Set<string>();
	let looks = 0;
	const look = (value: unknown, depth: number) => {
		if (typeof value === "string" && value !== "") found.add(value);
		else if (typeof value === "number") found.add(String(value));
		else if (typeof value === "object" && value !== null && depth < 3) {
			for (const [name, part] of Object.entries(value)) {
				looks += 1;
				if (found.size >= 100 || looks > MAX_LOOKS) return;
				// A place among the teller's own entries is nobody's name.
				if (depth > 0 || name !== "index") look(part, depth + 1);
			}
		}
	};
	look(payload, 0);
	return found;
}
