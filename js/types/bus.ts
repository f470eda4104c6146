/** The message bus. */

/** A message on the bus. */
export interface BusMessage {
	from: string;
	/** The receiver, or `*` for a broadcast. */
	to: string;
	channel: string;
	payload: unknown;
	/** Milliseconds since 1970. */
	timestamp: number;
}

/** The FONC message bus (spec "System Architecture", FONC Message Bus). */
export interface Bus {
	register(id: string, type: string, channels: string[], handler: (message: BusMessage) => void): () => void;
	/** True when the target is registered and listens to the channel or to `*`. */
	send(from: string, to: string, channel: string, payload: unknown): boolean;
	/** Returns how many peers were told. */
	broadcast(from: string, channel: string, payload: unknown): number;
	subscribe(channels: string[], handler: (message: BusMessage) => void): () => void;
	link(ids: string[], groupId?: string): string;
	unlink(id: string, groupId: string): void;
	getLinks(id: string): string[];
	getGroup(groupId: string): string[];
	hasLinks(id: string): boolean;
	listPeers(): { id: string; type: string; channels: string[] }[];
	readonly peerCount: number;
}
