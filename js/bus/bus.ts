/** FONC, Functions Over Networked Components: widgets send messages to names, not calls to objects. */
import {
	aFlag,
	aFunction,
	aText,
	listOf,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	read,
} from "../core/arguments.js";
import { guarded, report } from "../core/report.js";
import type {
	Bus,
	BusDelivery,
	BusEvent,
	BusHandler,
	BusListening,
	BusMessage,
	BusOrigin,
	BusPeer,
	BusPeerEvent,
	BusRequest,
	Cleanup,
} from "../types/index.js";
import { Links } from "./links.js";
import { paced } from "./paced.js";
import { hears, type Peer, Peers } from "./peers.js";
import { answerOf } from "./request.js";
import { Retained } from "./retained.js";

/** A message that leads to a message, and so on: beyond this many they go round in a circle. */
const MAX_HOPS = 32;
const NONE: readonly unknown[] = [];

const CHANNELS = listOf(aText, "a list of names");
const LISTENING = objectOf({
	whenBusy: optional(oneOf(["call", "queue", "latest"])),
	origin: optional(aText),
});
const HOPS = number("a whole number from 0", (hops) => Number.isSafeInteger(hops) && hops >= 0);
const TRUE = optional(must("true where it is given", (value) => value === true));
const DELIVERED = objectOf({
	from: aText,
	to: aText,
	channel: aText,
	timestamp: number("a time", Number.isFinite),
	origin: objectOf({ link: aText, id: aText, hops: HOPS }),
	asks: TRUE,
	retained: TRUE,
});
const DELIVERY = objectOf({ onAnswer: optional(aFunction) });
const TELLING = objectOf({ retain: optional(aFlag) });

/** A message on its way. */
interface Sent {
	readonly message: BusMessage;
	readonly receivers: readonly Peer[];
	/** While it was told this one was sent. */
	readonly cause: Sent | undefined;
	readonly hops: number;
	/** Takes what the named receiver answers. */
	readonly answered: ((answer: () => unknown) => void) | undefined;
}

export class MessageBus implements Bus {
	readonly #peers = new Peers();
	readonly #links = new Links();
	readonly #steps = new Set<(message: BusMessage) => BusMessage | undefined>();
	readonly #watchers = new Set<(event: BusEvent) => void>();
	readonly #retained = new Retained();
	/** Sent, and not yet told. */
	readonly #queue: Sent[] = [];
	#telling: Sent | undefined;
	#last: BusMessage | undefined;

	register(
		id: string,
		type: string,
		channels: readonly string[],
		handler: BusHandler,
		listening: BusListening = {},
	): Cleanup {
		aText("register: id", id);
		aText("register: type", type);
		CHANNELS("register: channels", channels);
		aFunction("register: handler", handler);
		LISTENING("register: listening", listening);
		return this.#listen(id, type, channels, handler, listening);
	}

	subscribe(channels: readonly string[], handler: BusHandler, listening: BusListening = {}): Cleanup {
		CHANNELS("subscribe: channels", channels);
		aFunction("subscribe: handler", handler);
		LISTENING("subscribe: listening", listening);
		return this.#listen("", "subscriber", channels, handler, listening);
	}

	send(from: string, to: string, channel: string, payload?: unknown): boolean {
		if (typeof from !== "string") aText("send: from", from);
		if (typeof to !== "string") aText("send: to", to);
		if (typeof channel !== "string") aText("send: channel", channel);
		return this.#post(messageOf(from, to, channel, payload)).heard;
	}

	broadcast(from: string, channel: string, payload?: unknown, telling?: { retain?: boolean }): number {
		if (typeof from !== "string") aText("broadcast: from", from);
		if (typeof channel !== "string") aText("broadcast: channel", channel);
		if (telling !== undefined) TELLING("broadcast: telling", telling);
		const message = messageOf(from, "*", channel, payload);
		return this.#post(telling?.retain ? { ...message, retained: true } : message).count;
	}

	request(
		from: string,
		to: string,
		channel: string,
		payload?: unknown,
		options: BusRequest = {},
	): Promise<unknown> {
		if (typeof from !== "string") aText("request: from", from);
		if (typeof to !== "string") aText("request: to", to);
		if (typeof channel !== "string") aText("request: channel", channel);
		const message: BusMessage = { ...messageOf(from, to, channel, payload), asks: true };
		return answerOf(to, channel, options, (answered) => this.#post(message, answered).heard);
	}

	deliver(message: BusMessage & { readonly origin: BusOrigin }, options: BusDelivery = {}): boolean {
		DELIVERED("deliver: message", message);
		DELIVERY("deliver: options", options);
		const came = read("deliver: message", () => ({ ...message, origin: { ...message.origin } }));
		const { onAnswer } = options;
		const answered = onAnswer && ((answer: () => unknown) => onAnswer(Promise.resolve().then(answer)));
		return this.#post(came, answered ?? undefined).heard;
	}

	use(step: (message: BusMessage) => BusMessage | undefined): Cleanup {
		aFunction("use: step", step);
		return added(this.#steps, (message) => step(message));
	}

	watch(listener: (event: BusEvent) => void): Cleanup {
		aFunction("watch: listener", listener);
		return added(this.#watchers, (event) => listener(event));
	}

	watchPeers(listener: (event: BusPeerEvent) => void): Cleanup {
		aFunction("watchPeers: listener", listener);
		return added(this.#peers.watchers, (event) => listener(event));
	}

	link(ids: readonly string[], groupId?: string): string {
		CHANNELS("link: ids", ids);
		optional(aText)("link: groupId", groupId);
		const group = this.#links.link(ids, groupId ?? undefined);
		this.#post(messageOf("", "*", "link", { action: "linked", ids, groupId: group }));
		return group;
	}

	unlink(id: string, groupId: string): void {
		aText("unlink: id", id);
		aText("unlink: groupId", groupId);
		this.#links.unlink(id, groupId);
		this.#post(messageOf("", "*", "link", { action: "unlinked", ids: [id], groupId }));
	}

	getLinks(id: string): string[] {
		aText("getLinks: id", id);
		return this.#links.groupsOf(id);
	}

	getGroup(groupId: string): string[] {
		aText("getGroup: groupId", groupId);
		return this.#links.members(groupId);
	}

	hasLinks(id: string): boolean {
		aText("hasLinks: id", id);
		return this.#links.groupsOf(id).length > 0;
	}

	listPeers(): BusPeer[] {
		return this.#peers.list;
	}

	listRetained(): BusMessage[] {
		return this.#retained.list;
	}

	get hops(): number {
		return this.#telling?.hops ?? 0;
	}

	get peerCount(): number {
		return this.#peers.count;
	}

	get lastMessage(): BusMessage | undefined {
		return this.#last;
	}

	#listen(
		id: string,
		type: string,
		channels: readonly string[],
		handler: BusHandler,
		{ whenBusy, origin }: BusListening,
	): Cleanup {
		const peer: Peer = {
			id,
			type,
			channels: [...channels],
			// Put together of parts, an object is many times slower to tell.
			handler: paced(handler, whenBusy ?? "call"),
			origin: origin ?? undefined,
			gone: false,
		};
		this.#peers.add(peer);
		for (const message of this.#retained.list) {
			if (hears(peer, message.channel)) this.#send(message, [peer]);
		}
		return () => this.#peers.remove(peer);
	}

	/** Tells a message, and whether the one it is for hears it, and how many do. */
	#post(sent: BusMessage, answered?: (answer: () => unknown) => void): { heard: boolean; count: number } {
		const message = this.#steps.size === 0 ? sent : this.#stepped(sent);
		if (!message) return { heard: false, count: 0 };
		const { from, to, channel } = message;
		const { all, unnamed } = this.#peers.hearing(channel);
		if (to === "*") {
			if (message.retained) this.#retained.keep(message);
			// Elsewhere others may have the same names.
			const own = from === "" || message.origin ? undefined : this.#peers.named(from);
			const receivers = own ? all.filter((peer) => peer !== own) : all;
			this.#send(message, receivers, answered);
			return { heard: receivers.length > 0, count: receivers.length };
		}
		const named = this.#peers.named(to);
		const target = named && hears(named, channel) ? named : undefined;
		const receivers = target ? (unnamed.length === 0 ? [target] : [target, ...unnamed]) : unnamed;
		this.#send(message, receivers, answered);
		return { heard: target !== undefined, count: receivers.length };
	}

	#stepped(sent: BusMessage): BusMessage | undefined {
		let message: BusMessage | undefined = sent;
		for (const step of this.#steps) {
			const before: BusMessage = message;
			message = guarded(() => step(before));
			if (!message) return undefined;
		}
		const { origin, retained, asks } = sent;
		// Without its origin it would go back to where it came from; and what is kept is the sender's matter.
		if (origin !== message.origin || retained !== message.retained || asks !== message.asks)
			message = { ...message, origin, retained, asks };
		return message;
	}

	#send(message: BusMessage, receivers: readonly Peer[], answered?: Sent["answered"]): void {
		// Who changes a message that others get as well would change it for them; freezing costs as much as telling two.
		if (receivers.length > 1 || this.#watchers.size > 0) Object.freeze(message);
		const cause = this.#telling;
		const before = message.origin ? message.origin.hops : 0;
		const hops = cause ? Math.max(cause.hops + 1, before) : before;
		const sent: Sent = { message, receivers, answered, cause, hops };
		if (cause) {
			this.#queue.push(sent);
			return;
		}
		this.#tell(sent);
		// What a handler sends waits until all have heard what it was told, so everybody hears everything in one order.
		while (this.#queue.length > 0) this.#tell(this.#queue.shift() as Sent);
		this.#telling = undefined;
	}

	#tell(sent: Sent): void {
		this.#telling = sent;
		let problems = NONE;
		let told = 0;
		if (sent.hops > MAX_HOPS) {
			const problem = new Error(circleOf(sent));
			problems = [problem];
			sent.answered?.(() => Promise.reject(problem));
		} else {
			this.#last = sent.message;
			for (const peer of sent.receivers) {
				// A handler before this one may have taken it away.
				if (peer.gone) continue;
				told += 1;
				try {
					const answer = peer.handler(sent.message);
					if (peer.id === sent.message.to) sent.answered?.(() => answer);
				} catch (problem) {
					if (peer.id === sent.message.to && sent.answered) sent.answered(() => Promise.reject(problem));
					else problems = [...problems, problem];
				}
			}
		}
		if (problems.length > 0) problems.forEach(report);
		if (this.#watchers.size === 0) return;
		for (const watcher of this.#watchers) guarded(() => watcher({ message: sent.message, told, problems }));
	}
}

function messageOf(from: string, to: string, channel: string, payload: unknown): BusMessage {
	return { from, to, channel, payload, timestamp: Date.now() };
}

/** Names who sends to whom. */
function circleOf(sent: Sent): string {
	const hops = new Set<string>();
	for (let at: Sent | undefined = sent; at; at = at.cause)
		hops.add(`'${at.message.from}' on '${at.message.channel}'`);
	return `Messages go round in a circle, after ${MAX_HOPS} of them one was not told: ${[...hops].reverse().join(" → ")}.`;
}

function added<T>(set: Set<T>, item: T): Cleanup {
	set.add(item);
	return () => void set.delete(item);
}
