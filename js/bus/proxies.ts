/** Peers of other buses, each by a peer here that passes on to it. */
import type { Bus, BusHandler, BusPeer } from "../types/index.js";
import type { Complaints } from "./complaints.js";
import type { Announced } from "./frames.js";
import type { BusNode } from "./node.js";
import { shared } from "./patterns.js";

/** Of one link, all its other sides together: as many widgets as a few boards have. */
const MAX_PROXIES = 1_000;

interface Proxy {
	readonly node: string;
	readonly peer: Announced;
	/** Takes it away; nothing where another of its name is here. */
	remove: (() => void) | undefined;
}

export class Proxies {
	readonly #bus: Bus;
	readonly #own: BusNode;
	readonly #link: string;
	readonly #channels: readonly string[];
	readonly #complaints: Complaints;
	readonly #handler: (node: string, id: string) => BusHandler;
	/** By other side and name. */
	readonly #announced = new Map<string, Map<string, Proxy>>();
	#count = 0;
	/** The peers that are here by another way than this link. */
	readonly others = new Map<string, BusPeer>();

	constructor(
		bus: Bus,
		own: BusNode,
		link: string,
		channels: readonly string[],
		complaints: Complaints,
		handler: (node: string, id: string) => BusHandler,
	) {
		this.#bus = bus;
		this.#own = own;
		this.#link = link;
		this.#channels = channels;
		this.#complaints = complaints;
		this.#handler = handler;
		for (const peer of bus.listPeers()) this.others.set(peer.id, peer);
	}

	/** Notes a peer of the other side, in place of an earlier one of its name, and makes one here that passes on to it. */
	add(node: string, peer: Announced): void {
		// It is one of ours that others have told back.
		if (peer.home === this.#own.id) return;
		const before = this.#announced.get(node)?.get(peer.id);
		if (before && JSON.stringify(before.peer) === JSON.stringify(peer)) return;
		if (before) this.#forget(before);
		if (this.#count >= MAX_PROXIES) {
			this.#complaints.tell(`more than ${MAX_PROXIES} peers were announced, the rest is left out.`);
			return;
		}
		const proxy: Proxy = { node, peer, remove: undefined };
		const known = this.#announced.get(node) ?? new Map<string, Proxy>();
		this.#announced.set(node, known.set(peer.id, proxy));
		this.#count += 1;
		this.#appear(proxy);
	}

	remove(node: string, id: string): void {
		const proxy = this.#announced.get(node)?.get(id);
		if (!proxy) return;
		this.#forget(proxy);
		this.retry(id);
	}

	/** Takes away what a side has announced, but for `ids`. */
	keep(node: string, ids: ReadonlySet<string>): void {
		for (const id of [...(this.#announced.get(node)?.keys() ?? [])]) if (!ids.has(id)) this.remove(node, id);
	}

	/** Takes away everything of a side. */
	leave(node: string): void {
		this.keep(node, new Set());
		this.#announced.delete(node);
	}

	/** A name has become free: somebody of it may have waited. */
	retry(id: string): void {
		if (this.others.has(id)) return;
		for (const known of this.#announced.values()) {
			const proxy = known.get(id);
			if (proxy && !proxy.remove) this.#appear(proxy);
		}
	}

	/** One was replaced by another of its name here. */
	displaced(id: string): void {
		for (const known of this.#announced.values()) {
			const proxy = known.get(id);
			if (proxy) proxy.remove = undefined;
		}
	}

	#appear(proxy: Proxy): void {
		const { node, peer } = proxy;
		const channels = shared(this.#channels, peer.channels);
		if (channels.length === 0) return;
		if (this.#isTaken(peer)) return;
		this.#own.homes.set(peer.id, peer.home);
		const handler = this.#handler(node, peer.id);
		proxy.remove = this.#bus.register(peer.id, peer.type, channels, handler, { origin: this.#link });
	}

	#isTaken({ id, home }: Announced): boolean {
		const passing = [...this.#announced.values()].map((known) => known.get(id)).find((one) => one?.remove);
		const here = this.others.get(id);
		if (!passing && !here) return false;
		const theirs = here?.origin === undefined && here ? this.#own.id : this.#own.homes.get(id);
		// The same one on a second way is no other.
		if (theirs !== home)
			this.#complaints.tell(`a peer '${id}' of the other side was refused, there is one of that name here.`);
		return true;
	}

	#forget(proxy: Proxy): void {
		this.#announced.get(proxy.node)?.delete(proxy.peer.id);
		this.#count -= 1;
		const { remove } = proxy;
		proxy.remove = undefined;
		if (!remove) return;
		this.#own.homes.delete(proxy.peer.id);
		remove();
	}
}
