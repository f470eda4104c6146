/** Who listens to what, in the order of registration. */
import { guarded } from "../core/report.js";
import type { BusHandler, BusPeer, BusPeerEvent } from "../types/index.js";

/** Somebody who listens; without a name where it only subscribed. */
export interface Peer {
	readonly id: string;
	readonly type: string;
	readonly channels: readonly string[];
	readonly handler: BusHandler;
	/** The link beyond which it lives. */
	readonly origin: string | undefined;
	/** Taken away; it may still be in a list that is being told. */
	gone: boolean;
}

/** Who hears a channel. */
export interface Hearing {
	readonly all: readonly Peer[];
	/** Those without a name, who hear what is sent to others as well. */
	readonly unnamed: readonly Peer[];
}

/** So many channels' listeners are known without a search. */
const MAX_KNOWN_CHANNELS = 1_000;

export class Peers {
	readonly #all = new Set<Peer>();
	readonly #named = new Map<string, Peer>();
	/** Found once, until somebody comes or goes. */
	readonly #hearing = new Map<string, Hearing>();
	readonly watchers = new Set<(event: BusPeerEvent) => void>();

	/** Adds a peer, in place of an earlier one of its name. */
	add(peer: Peer): void {
		if (peer.id !== "") {
			const before = this.#named.get(peer.id);
			if (before) this.remove(before);
			this.#named.set(peer.id, peer);
		}
		this.#all.add(peer);
		this.#hearing.clear();
		this.#tell("here", peer);
	}

	remove(peer: Peer): void {
		if (peer.gone) return;
		peer.gone = true;
		if (peer.id !== "") this.#named.delete(peer.id);
		this.#all.delete(peer);
		this.#hearing.clear();
		this.#tell("gone", peer);
	}

	named(id: string): Peer | undefined {
		return this.#named.get(id);
	}

	/** The named ones. */
	get list(): BusPeer[] {
		return [...this.#named.values()].map(told);
	}

	get count(): number {
		return this.#named.size;
	}

	hearing(channel: string): Hearing {
		const known = this.#hearing.get(channel);
		if (known) return known;
		const all = [...this.#all].filter((peer) => hears(peer, channel));
		const found = { all, unnamed: all.filter(({ id }) => id === "") };
		if (this.#hearing.size >= MAX_KNOWN_CHANNELS) this.#hearing.clear();
		this.#hearing.set(channel, found);
		return found;
	}

	#tell(kind: BusPeerEvent["kind"], peer: Peer): void {
		if (peer.id === "" || this.watchers.size === 0) return;
		for (const watcher of this.watchers) guarded(() => watcher({ kind, peer: told(peer) }));
	}
}

/** What others learn of a peer. */
function told({ id, type, channels, origin }: Peer): BusPeer {
	const known = { id, type, channels: [...channels] };
	return origin === undefined ? known : { ...known, origin };
}

/** Whether `peer` listens to `channel`. */
export function hears(peer: Peer, channel: string): boolean {
	return peer.channels.some((own) =>
		own.endsWith("*") ? channel.startsWith(own.slice(0, -1)) : own === channel,
	);
}
