/** The message bus. */

/** A message on the bus. Its payload is passed as it is, uncopied; the message itself nobody can change for others. */
export interface BusMessage {
	readonly from: string;
	/** The receiver, or `*` for a broadcast. */
	readonly to: string;
	readonly channel: string;
	readonly payload: unknown;
	/** Milliseconds since 1970. */
	readonly timestamp: number;
	/** Of a message that came from another bus. It was written elsewhere: neither `from` nor the payload can be relied upon. */
	readonly origin?: BusOrigin;
	/** A {@link Bus.request}: somebody waits for the answer. */
	readonly asks?: true;
	/** It is kept for whoever listens later. */
	readonly retained?: true;
}

/** Where a message came from that another bus told. */
export interface BusOrigin {
	/** The link over which it came; it never goes back over it. */
	readonly link: string;
	/** The same on every bus, so that a message that comes on two ways is told once. */
	readonly id: string;
	/** How many messages led to it, on all buses together. */
	readonly hops: number;
}

/** Gets messages. What it returns, or what its promise resolves to, answers {@link Bus.request}. */
export type BusHandler = (message: BusMessage) => unknown;

/**
 * What happens to messages for a handler whose promise of an earlier one is still open. `"call"`: it is called all the same.
 * `"queue"`: they wait, at most 1,000, beyond which the oldest is dropped. `"latest"`: only the last one waits.
 */
export type BusBackpressure = "call" | "queue" | "latest";

/** How a handler is told. */
export interface BusListening {
	/** Default `"call"`. */
	whenBusy?: BusBackpressure;
	/** The link beyond which the peer lives, for one that only passes on to it. */
	origin?: string;
}

/** A peer of the bus, as {@link Bus.listPeers} has it. */
export interface BusPeer {
	id: string;
	type: string;
	channels: string[];
	/** The link beyond which it lives; none where it lives here. */
	origin?: string;
}

/** A peer that came, or has gone. */
export interface BusPeerEvent {
	readonly kind: "here" | "gone";
	readonly peer: BusPeer;
}

/** How {@link Bus.deliver} tells. */
export interface BusDelivery {
	/** Gets the promise of what the named receiver answers. */
	onAnswer?: (answer: Promise<unknown>) => void;
}

/** What became of a message: for a log. */
export interface BusEvent {
	readonly message: BusMessage;
	/** How many handlers were told. */
	readonly told: number;
	/** What kept it from being told, such as messages that go round in a circle; or what a handler threw. */
	readonly problems: readonly unknown[];
}

/** Options of {@link Bus.request}. */
export interface BusRequest {
	/** Milliseconds until it is given up; default 5,000, 0 for never. */
	timeoutMs?: number;
	signal?: AbortSignal;
}

/**
 * The FONC message bus (spec "System Architecture", FONC Message Bus). Messages are told in the order in which they were sent, to
 * handlers in the order of their registration; what a handler sends is told after all have heard what it was told. A handler that
 * throws is reported (`reportError`) and harms nobody.
 *
 * Channels of listeners are names, or beginnings with a star: `orders.*` is every channel that begins with `orders.`, and `*` is
 * every channel.
 */
export interface Bus {
	/** A peer under a name, in place of an earlier one. Returns an idempotent function that takes it away. */
	register(
		id: string,
		type: string,
		channels: readonly string[],
		handler: BusHandler,
		listening?: BusListening,
	): () => void;
	/** True when the target is registered and listens to the channel. */
	send(from: string, to: string, channel: string, payload?: unknown): boolean;
	/**
	 * Tells everybody who listens but `from`. Returns how many.
	 *
	 * @param options - With `retain` the message is kept, in place of an earlier one of the channel, and told to whoever listens later.
	 */
	broadcast(from: string, channel: string, payload?: unknown, options?: { retain?: boolean }): number;
	/**
	 * Sends, and resolves to what the peer's handler returns.
	 *
	 * @throws Rejects with {@link WebMcpError} `not_found` where nobody of that name listens to the channel, `network` where it does not answer in time, with the signal's
	 *   reason, or with what the handler throws.
	 */
	request(
		from: string,
		to: string,
		channel: string,
		payload?: unknown,
		options?: BusRequest,
	): Promise<unknown>;
	/** Hears channels, without a name. Returns an idempotent unsubscribe. */
	subscribe(channels: readonly string[], handler: BusHandler, listening?: BusListening): () => void;
	/**
	 * Lets `step` see each message before anybody else, in the order of use: what it returns is told in its place, and nothing
	 * where it returns `undefined`. Returns a function that takes it away.
	 */
	use(step: (message: BusMessage) => BusMessage | undefined): () => void;
	/** Calls back with what became of each message: for a log. Returns an idempotent unsubscribe. */
	watch(listener: (event: BusEvent) => void): () => void;
	/** Puts peers into one group, a new one or `groupId`; returns its id. Told on the channel `link`. */
	link(ids: readonly string[], groupId?: string): string;
	/** Takes a peer out of a group; a group of fewer than two goes. Told on the channel `link`. */
	unlink(id: string, groupId: string): void;
	getLinks(id: string): string[];
	getGroup(groupId: string): string[];
	hasLinks(id: string): boolean;
	listPeers(): BusPeer[];
	/** Calls back when a peer comes or goes. Returns an idempotent unsubscribe. */
	watchPeers(listener: (event: BusPeerEvent) => void): () => void;
	/** The messages that are kept for whoever listens later, one of each channel. */
	listRetained(): BusMessage[];
	/**
	 * Tells a message that came from another bus, as it is; one that is `retained` is kept. For a transport of your own: those of
	 * `webmcp-auto-ui/bus/port` and `webmcp-auto-ui/bus/nats` use it.
	 *
	 * @returns Whether the target hears it; of a broadcast, whether anybody does.
	 */
	deliver(message: BusMessage & { readonly origin: BusOrigin }, options?: BusDelivery): boolean;
	/** How many messages led to the one that is being told: 0 for the first, and while nothing is told. */
	readonly hops: number;
	readonly peerCount: number;
	/** The last message that was told. */
	readonly lastMessage: BusMessage | undefined;
}
