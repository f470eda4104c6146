/** Buses on several machines as one: over a NATS broker, to which the host has connected. */
import { invalid, aFunction, must, objectOf, optional, optionsOf, read } from "../core/arguments.js";
import type { Bus } from "../types/index.js";
import { Bridge } from "./bridge.js";
import { frameOf } from "./frames.js";
import { Inbox } from "./inbox.js";
import { A_BUS, LINK_OPTIONS, type LinkOptions, SILENCE_MS } from "./link-options.js";
import { Reliable } from "./reliable.js";

export type { LinkOptions };

/** What is needed of a `NatsConnection`: that of `wsconnect` of `@nats-io/nats-core`, or of another of its transports. */
export interface NatsConnectionLike {
	publish(subject: string, payload: Uint8Array): void;
	subscribe(
		subject: string,
		options: { callback: (error: Error | null, message: { data: Uint8Array }) => void },
	): { unsubscribe(): void };
	status(): AsyncIterable<{ type: string }>;
	closed(): Promise<unknown>;
	info?: { max_payload?: number };
}

/** Options of {@link connectNats}. */
export interface NatsOptions extends LinkOptions {
	/** The subject on which all of them speak; whoever may publish there is trusted to be who he says. Default `"webmcp"`. */
	subject?: string;
}

/** A bus's end of a link over NATS. */
export interface NatsLink {
	/** How many messages are not yet acknowledged. */
	readonly waiting: number;
	/**
	 * Resolves when all that was sent until now is acknowledged: each other side that is known by then has taken it in, or has gone.
	 * Without any side that is known, at once. Rejects when the link is ended before.
	 */
	acknowledged(): Promise<void>;
	/** Ends it: the other sides' peers vanish. The connection stays the host's. */
	disconnect(): void;
}

const CONNECTION = objectOf(
	{ publish: aFunction, subscribe: aFunction, status: aFunction, closed: aFunction },
	"a NatsConnection",
);
const OPTIONS = objectOf({
	...LINK_OPTIONS,
	subject: optional(
		must(
			"a subject without spaces and wildcards",
			(text) => typeof text === "string" && /^[^\s.*>]+(\.[^\s.*>]+)*$/.test(text),
			true,
		),
	),
});
const MAX_BYTES = 1024 * 1024;

/**
 * Connects a bus with those of others that do the same on the same subject, as `connectPort` does: payloads cross as JSON.
 * NATS delivers at most once; here each frame is numbered, kept until it is acknowledged by each other side that is known (at most 10,000 frames,
 * 8 MiB), said again after a reconnect, and taken in once and in its order. Reconnecting is the connection's
 * (`reconnect: true, maxReconnectAttempts: -1`).
 *
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function connectNats(bus: Bus, connection: NatsConnectionLike, options: NatsOptions = {}): NatsLink {
	A_BUS("connectNats: bus", bus);
	CONNECTION("connectNats: connection", connection);
	const given = optionsOf("connectNats: options", options, OPTIONS);
	const { channels = ["*"], name = "nats", silenceMs = SILENCE_MS, subject = "webmcp" } = given;
	// Asked before anything is begun: it may be no connection at all.
	const statuses = read("connectNats: connection.status", () => connection.status()[Symbol.asyncIterator]());
	const closed = read("connectNats: connection.closed", () =>
		Promise.resolve(connection.closed().then(() => undefined)),
	);
	const encoder = new TextEncoder();
	const decoder = new TextDecoder();
	let isUp = true;
	const made: { reliable?: Reliable } = {};
	const bridge = new Bridge(bus, { channels: [...channels], name, silenceMs }, (own) => {
		const complain = (problem: string) => own.complaints.tell(problem);
		const reliable = new Reliable(own.id, {
			post: (text) => {
				const bytes = encoder.encode(text);
				const most = Math.min(MAX_BYTES, connection.info?.max_payload ?? MAX_BYTES);
				if (bytes.length > most) throw new Error(`it has ${bytes.length} bytes, more than ${most}.`);
				connection.publish(subject, bytes);
			},
			hear: (data) => {
				const frame = frameOf(data, MAX_BYTES);
				if (typeof frame === "string") complain(frame);
				else own.hear(frame);
			},
			complain,
			isUp: () => isUp,
		});
		made.reliable = reliable;
		const inbox = new Inbox<Uint8Array>((bytes) => {
			const data = parsed(decoder, bytes);
			if (data === undefined) complain("something came that is no frame.");
			else reliable.take(data);
		}, complain);
		const subscription = connection.subscribe(subject, {
			callback: (error, message) => {
				if (error) complain(error.message);
				else inbox.add(message.data);
			},
		});
		if (typeof subscription?.unsubscribe !== "function") {
			throw invalid("connectNats: connection.subscribe", "must return a subscription");
		}
		return {
			post: (frame) => reliable.say(frame),
			close: () => {
				reliable.close();
				inbox.close();
				subscription.unsubscribe();
			},
			get isUp() {
				return isUp;
			},
			forget: (node) => reliable.forget(node),
		};
	});
	const reliable = made.reliable as Reliable;
	const follow = async () => {
		for (;;) {
			const { done, value } = await statuses.next();
			if (done || !bridge.isOpen) return;
			if (value.type === "disconnect") isUp = false;
			if (value.type !== "reconnect") continue;
			isUp = true;
			reliable.resume();
		}
	};
	const ended = () => bridge.close();
	follow().catch(ended);
	closed.then(ended, ended);
	return {
		get waiting() {
			return reliable.waiting;
		},
		acknowledged: () => reliable.acknowledged(),
		disconnect: () => bridge.close(),
	};
}

function parsed(decoder: TextDecoder, bytes: Uint8Array): unknown {
	if (bytes.length > MAX_BYTES) return undefined;
	try {
		return JSON.parse(decoder.decode(bytes));
	} catch {
		return undefined;
	}
}
