/** Buses of tabs, frames and Workers as one: over a MessagePort, a BroadcastChannel or a Worker. */
import { aFunction, must, objectOf, optional, optionsOf } from "../core/arguments.js";
import type { Bus, Cleanup } from "../types/index.js";
import { Bridge } from "./bridge.js";
import { type Frame, frameOf } from "./frames.js";
import { Inbox } from "./inbox.js";
import { A_BUS, LINK_OPTIONS, type LinkOptions, SILENCE_MS } from "./link-options.js";
import { Presence } from "./presence.js";
import { onLeave, onPort, type PortLike } from "./port-events.js";

export type { LinkOptions, PortLike };

const HEARS = must(
	"a MessagePort, a BroadcastChannel or a Worker",
	(port) => typeof port === "object" && port !== null && ("addEventListener" in port || "on" in port),
);
const METHODS = objectOf({
	postMessage: aFunction,
	addEventListener: optional(aFunction),
	removeEventListener: optional(aFunction),
	on: optional(aFunction),
	off: optional(aFunction),
	start: optional(aFunction),
});
const OPTIONS = objectOf(LINK_OPTIONS);
/** Frames are told apart by it from what else is said on the port. */
const KEY = "webmcp-auto-ui/bus";
const MAX_SIZE = 64 * 1024 * 1024;

/**
 * Connects a bus with those at the other end of `port`, where this is called as well: broadcasts, retained messages and the channel `link` cross,
 * each once; the named peers of the other side are peers here, to be sent to and asked; those whose name is here already are refused.
 * Both sides have to connect for it. The port stays the host's: it is neither closed nor read by anybody who does not want it.
 *
 * @returns What ends it: the other side's peers vanish. They also do where the other side's page, port or Worker goes.
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function connectPort(bus: Bus, port: PortLike, options: LinkOptions = {}): Cleanup {
	A_BUS("connectPort: bus", bus);
	HEARS("connectPort: port", port);
	METHODS("connectPort: port", port);
	const given = optionsOf("connectPort: options", options, OPTIONS);
	const { channels = ["*"], name = "port", silenceMs = SILENCE_MS } = given;
	const endings: Cleanup[] = [];
	const presence = isShared(port) ? new Presence() : undefined;
	const bridge = new Bridge(bus, { channels: [...channels], name, silenceMs }, (own) => {
		const inbox = new Inbox<Ours>(
			(data) => {
				const frame = frameOf(data[KEY], MAX_SIZE);
				if (typeof frame === "string") own.complaints.tell(frame);
				else {
					own.hear(frame);
					if (data.locked === true && own.knows(frame.by))
						presence?.watch(frame.by, () => own.lose(frame.by));
				}
			},
			(problem) => own.complaints.tell(problem),
		);
		const unlisten = onPort(port, {
			message: (data) => {
				if (isOurs(data)) inbox.add(data);
			},
			unreadable: () => own.complaints.tell("something came that cannot be read."),
			close: () => own.close(),
		});
		endings.push(unlisten, () => inbox.close());
		return {
			post: (frame: Frame) =>
				port.postMessage(presence?.isHeld ? { [KEY]: frame, locked: true } : { [KEY]: frame }),
			close: () => {
				for (const end of endings) end();
				presence?.release();
			},
			forget: (node) => presence?.forget(node),
		};
	});
	const come = () => {
		presence?.hold(bridge.id, () => bridge.greet());
	};
	const leave = () => {
		bridge.pause();
		// A page that holds one is not kept in the browser's cache.
		presence?.release();
	};
	come();
	endings.push(
		onLeave(leave, () => {
			come();
			bridge.greet();
		}),
	);
	return () => bridge.close();
}

interface Ours {
	readonly [KEY]: unknown;
	/** The sender holds its lock. */
	readonly locked?: unknown;
}

/** Whether its other sides are of the same origin, and have the same locks. */
function isShared(port: PortLike): boolean {
	return typeof BroadcastChannel === "function" && port instanceof BroadcastChannel;
}

function isOurs(data: unknown): data is Ours {
	return typeof data === "object" && data !== null && Object.hasOwn(data, KEY);
}
