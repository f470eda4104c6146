/** One bus's end of a link to other buses: what is told there is told here, and the other way round. */
import type { Bus, BusMessage, BusPeer, Cleanup } from "../types/index.js";
import { Asked } from "./asked.js";
import { Complaints, wordsOf } from "./complaints.js";
import {
	type Announced,
	type Carried,
	carriedOf,
	type Frame,
	isAnnounced,
	MAX_ANNOUNCED,
	type Said,
} from "./frames.js";
import { drawnId, nodeOf } from "./node.js";
import { covers, shared } from "./patterns.js";
import { Proxies } from "./proxies.js";
import { Sides } from "./sides.js";

/** What carries frames. Those of one sender arrive in their order. */
export interface Link {
	/** Throws what cannot be sent. */
	post(frame: Frame): void;
	close(): void;
	/** False while nothing can arrive, so that silence says nothing. */
	readonly isUp?: boolean;
	/** A side has gone. */
	forget?(node: string): void;
}

/** How buses are connected. */
export interface BridgeOptions {
	readonly channels: readonly string[];
	readonly name: string;
	readonly silenceMs: number;
}

/** Of 1,000 that a bus keeps. */
const MAX_KEPT = 250;

export class Bridge {
	/** This end's name on the link. */
	readonly id = drawnId();
	readonly complaints: Complaints;
	readonly #bus: Bus;
	readonly #options: BridgeOptions;
	readonly #name: string;
	readonly #link: Link;
	readonly #sides: Sides;
	readonly #proxies: Proxies;
	readonly #asked = new Asked();
	readonly #endings: Cleanup[] = [];
	/** The channels on which the other sides have left messages for later listeners. */
	readonly #kept = new Set<string>();
	#isOpen = true;
	#isPaused = false;

	constructor(bus: Bus, options: BridgeOptions, open: (bridge: Bridge) => Link) {
		const own = nodeOf(bus);
		this.#bus = bus;
		this.#options = options;
		this.#name = own.linkName(options.name);
		this.complaints = new Complaints(this.#name);
		this.#proxies = new Proxies(bus, own, this.#name, options.channels, this.complaints, (node, id) =>
			this.#passing(node, id),
		);
		this.#link = open(this);
		this.#sides = new Sides(options.silenceMs, {
			beat: () => this.say({ kind: "beat" }),
			lost: (node) => this.#leave(node),
			isUp: () => this.#link.isUp ?? true,
		});
		let isNew = false;
		const unsubscribe = bus.subscribe(options.channels, (message) => {
			// What was kept before is told to each side that comes.
			if (isNew && message.to === "*") this.#tell(message);
		});
		isNew = true;
		const unwatch = bus.watchPeers(({ kind, peer }) => this.#watched(kind, peer));
		this.#endings.push(unsubscribe, unwatch, () => own.links.delete(this.#name));
		this.greet();
	}

	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** Tells that this side is here: whoever hears it for the first time introduces itself. */
	greet(): void {
		if (!this.#isOpen) return;
		this.#isPaused = false;
		this.say({ kind: "beat" });
	}

	/** Tells the other sides that this one goes, as a page may that comes back later. */
	pause(): void {
		this.#sayBye();
		for (const node of this.#sides.list) this.#leave(node);
	}

	close(): void {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		this.#sayBye();
		for (const end of this.#endings) end();
		this.#link.close();
		for (const node of this.#sides.list) this.#leave(node);
		this.#sides.close();
	}

	/** Whether a side is there. */
	knows(node: string): boolean {
		return this.#sides.list.includes(node);
	}

	/** A side has gone without a word. */
	lose(node: string): void {
		this.#leave(node);
	}

	#sayBye(): void {
		try {
			if (!this.#isPaused) this.#link.post(this.#addressed({ kind: "bye" }, undefined));
		} catch {
			// The way to the others is closed already.
		}
		this.#isPaused = true;
	}

	/** Takes in what another side said. */
	hear(frame: Frame): void {
		const { by } = frame;
		if (this.#isPaused || by === this.id || (frame.for !== undefined && frame.for !== this.id)) return;
		if (frame.kind === "bye") {
			this.#leave(by);
			return;
		}
		const meeting = this.#sides.met(by);
		if (meeting === "full") {
			this.complaints.tell("more sides came than can be known, some are not heard.");
			return;
		}
		if (frame.kind === "hello") {
			if (frame.asks) this.#introduce(by, false);
		} else if (meeting === "first") this.#introduce(by, true);
		this.#take(frame, by);
	}

	#take(frame: Frame, by: string): void {
		switch (frame.kind) {
			case "hello":
				this.#proxies.keep(by, new Set(frame.peers.map(({ id }) => id)));
				for (const peer of frame.peers) this.#proxies.add(by, peer);
				break;
			case "here":
				for (const peer of frame.peers) this.#proxies.add(by, peer);
				break;
			case "gone":
				this.#asked.leave(by, frame.id);
				this.#proxies.remove(by, frame.id);
				break;
			case "tell":
				this.#told(by, frame.message, frame.ask);
				break;
			case "answer":
				this.#asked.answer(by, frame.ask, frame.value, frame.problem);
		}
	}

	/** Says something, and reports where it cannot be sent. */
	say(said: Said, to?: string): void {
		if (this.#isPaused) return;
		try {
			this.#link.post(this.#addressed(said, to));
		} catch (error) {
			this.complaints.tell(`a '${said.kind}' cannot be sent: ${wordsOf(error)}`);
		}
	}

	#addressed(said: Said, to: string | undefined): Frame {
		return { ...said, by: this.id, ...(to === undefined ? {} : { for: to }) };
	}

	#introduce(node: string, asks: boolean): void {
		const peers = [...this.#proxies.others.values()].flatMap((peer) => this.#announced(peer));
		this.say({ kind: "hello", asks, peers: peers.slice(0, MAX_ANNOUNCED) }, node);
		for (let at = MAX_ANNOUNCED; at < peers.length; at += MAX_ANNOUNCED)
			this.say({ kind: "here", peers: peers.slice(at, at + MAX_ANNOUNCED) }, node);
		for (const message of this.#bus.listRetained())
			if (covers(this.#options.channels, message.channel)) this.#tell(message, node);
	}

	/** A peer as the other sides learn of it; none where it hears nothing that crosses. */
	#announced({ id, type, channels, origin }: BusPeer): Announced[] {
		const own = nodeOf(this.#bus);
		const both = shared(this.#options.channels, channels);
		const home = (origin === undefined ? undefined : own.homes.get(id)) ?? own.id;
		const peer = { id, type, channels: both, home };
		if (both.length === 0) return [];
		if (isAnnounced(peer)) return [peer];
		this.complaints.tell(
			`the peer '${id.slice(0, 80)}' has too long a name, or too many channels, to be announced.`,
		);
		return [];
	}

	#watched(kind: "here" | "gone", peer: BusPeer): void {
		if (peer.origin === this.#name) {
			if (kind === "gone") this.#proxies.displaced(peer.id);
			return;
		}
		if (kind === "here") {
			this.#proxies.others.set(peer.id, peer);
			const peers = this.#announced(peer);
			if (peers.length > 0) this.say({ kind: "here", peers });
			return;
		}
		this.#proxies.others.delete(peer.id);
		if (this.#announced(peer).length > 0) this.say({ kind: "gone", id: peer.id });
		// Not at once: who is replaced goes before the other comes.
		queueMicrotask(() => this.#isOpen && this.#proxies.retry(peer.id));
	}

	#tell(message: BusMessage, to?: string): void {
		// What came over this link does not go back over it.
		if (this.#isPaused || message.origin?.link === this.#name) return;
		try {
			this.#link.post(this.#addressed({ kind: "tell", message: this.#carried(message) }, to));
		} catch (error) {
			this.complaints.tell(`${aboutOf(message)} cannot be sent: ${wordsOf(error)}`);
		}
	}

	#carried(message: BusMessage): Carried {
		const { from, to, channel, payload, timestamp, retained = false } = message;
		const hops = (message.origin?.hops ?? 0) + 1;
		const id = nodeOf(this.#bus).idOf(message);
		// What is sent while another message is told goes on its count, so that circles over several buses end.
		const counted = Math.max(hops, this.#bus.hops + 1);
		const carried = { id, hops: counted, from, to, channel, payload, timestamp, retained };
		if (!carriedOf(carried)) throw new Error("its names are too long.");
		return carried;
	}

	/** What stands for a peer of another side. */
	#passing(node: string, id: string): (message: BusMessage) => unknown {
		return (message) => {
			if (message.to !== id) return undefined;
			if (message.origin?.link === this.#name) {
				if (message.asks) throw new Error(`'${id}' lives beyond the link over which the message came.`);
				return undefined;
			}
			if (!message.asks) {
				this.#tell(message, node);
				return undefined;
			}
			const carried = this.#carried(message);
			return this.#asked.ask(node, id, (ask) =>
				this.#link.post(this.#addressed({ kind: "tell", message: carried, ask }, node)),
			);
		};
	}

	#told(node: string, carried: Carried, ask: number | undefined): void {
		const { id, hops, retained, ...message } = carried;
		const { channel, to } = message;
		if (!covers(this.#options.channels, channel) || !nodeOf(this.#bus).isNew(id)) return;
		const origin = { link: this.#name, id, hops };
		const keeps = retained && to === "*" && this.#mayKeep(channel);
		const onAnswer = (answer: Promise<unknown>) => {
			answer.then(
				(value) => this.#answer(node, ask ?? 0, to, channel, value),
				(error: unknown) => this.say({ kind: "answer", ask: ask ?? 0, problem: wordsOf(error) }, node),
			);
		};
		const heard = this.#bus.deliver(
			{
				...message,
				origin,
				...(keeps ? { retained: true } : {}),
				...(ask === undefined ? {} : { asks: true }),
			},
			ask === undefined ? {} : { onAnswer },
		);
		if (heard || ask === undefined) return;
		this.say({ kind: "answer", ask, problem: `Nobody called '${to}' listens to '${channel}' there.` }, node);
	}

	#answer(node: string, ask: number, to: string, channel: string, value: unknown): void {
		try {
			if (this.#isOpen) this.#link.post(this.#addressed({ kind: "answer", ask, value }, node));
		} catch (error) {
			const problem = `The answer of '${to}' on '${channel}' cannot be sent: ${wordsOf(error)}`;
			this.say({ kind: "answer", ask, problem }, node);
		}
	}

	/** Others may not push out everything that is kept here. */
	#mayKeep(channel: string): boolean {
		if (this.#kept.has(channel)) return true;
		if (this.#kept.size >= MAX_KEPT) {
			this.complaints.tell(
				`messages are kept for later on ${MAX_KEPT} channels, on more they are only told.`,
			);
			return false;
		}
		this.#kept.add(channel);
		return true;
	}

	#leave(node: string): void {
		if (!this.#sides.leave(node)) return;
		this.#asked.leave(node);
		this.#proxies.leave(node);
		this.#link.forget?.(node);
	}
}

function aboutOf({ to, channel }: BusMessage): string {
	return `a message on '${channel}'${to === "*" ? "" : ` to '${to}'`}`;
}
