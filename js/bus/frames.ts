/** What is said over a link between buses, and the reading of it: from the other side comes anything. */
import { unsound } from "./payload.js";

/** A peer as it is announced. */
export interface Announced {
	readonly id: string;
	readonly type: string;
	readonly channels: readonly string[];
	/** The bus on which it is registered. */
	readonly home: string;
}

/** A message as it is carried. */
export interface Carried {
	readonly id: string;
	readonly hops: number;
	readonly from: string;
	readonly to: string;
	readonly channel: string;
	readonly payload: unknown;
	readonly timestamp: number;
	readonly retained: boolean;
}

/** What is said. `hello` has all peers of the sender, or the first of them; who is asked for one sends it. */
export type Said =
	| { readonly kind: "beat" | "bye" }
	| { readonly kind: "hello"; readonly asks: boolean; readonly peers: readonly Announced[] }
	| { readonly kind: "here"; readonly peers: readonly Announced[] }
	| { readonly kind: "gone"; readonly id: string }
	| { readonly kind: "tell"; readonly message: Carried; readonly ask?: number }
	| { readonly kind: "answer"; readonly ask: number; readonly value?: unknown; readonly problem?: string };

/** By whom it is said, and to whom; to all where nobody is named. */
export type Frame = Said & { readonly by: string; readonly for?: string };

/** Peers that one frame announces. */
export const MAX_ANNOUNCED = 100;
const MAX_NAME_CHARS = 256;
const MAX_CHANNELS = 100;
const MAX_PROBLEM_CHARS = 10_000;
const MAX_HOPS = 1_000;

/**
 * Reads a frame.
 *
 * @returns What is wrong with it, as a text, where it cannot be taken.
 */
export function frameOf(data: unknown, maxSize: number): Frame | string {
	if (!isRecord(data)) return "something came that is no frame.";
	const { by, kind } = data;
	const to = data.for;
	if (!isName(by) || (to !== undefined && !isName(to))) return "a frame came without a sender.";
	const said = saidOf(data, maxSize);
	if (typeof said === "string") return said;
	if (!said) return `a frame '${isName(kind) ? kind : ""}' came that is not understood.`;
	return { ...said, by, ...(to === undefined ? {} : { for: to }) };
}

function saidOf(data: { readonly [field: string]: unknown }, maxSize: number): Said | string | undefined {
	const { kind, peers, id, ask, value, problem } = data;
	switch (kind) {
		case "beat":
		case "bye":
			return { kind };
		case "hello":
		case "here": {
			if (!Array.isArray(peers) || peers.length > MAX_ANNOUNCED || !peers.every(isAnnounced))
				return undefined;
			return kind === "here" ? { kind, peers } : { kind, peers, asks: data.asks === true };
		}
		case "gone":
			return isName(id) ? { kind, id } : undefined;
		case "tell": {
			const message = carriedOf(data.message);
			if (!message || !(ask === undefined || isCount(ask))) return undefined;
			const problem = unsound(message.payload, maxSize);
			if (problem) return `a message on '${message.channel}' ${problem} and was not told.`;
			return ask === undefined ? { kind, message } : { kind, message, ask };
		}
		case "answer": {
			if (!isCount(ask)) return undefined;
			if (typeof problem === "string") return { kind, ask, problem: problem.slice(0, MAX_PROBLEM_CHARS) };
			const fault = unsound(value, maxSize);
			return fault ? { kind, ask, problem: `The answer ${fault}.` } : { kind, ask, value };
		}
		default:
			return undefined;
	}
}

/** A message, out of what says that it is one. */
export function carriedOf(data: unknown): Carried | undefined {
	if (!isRecord(data)) return undefined;
	const { id, hops, from, to, channel, payload, timestamp } = data;
	if (!isName(id) || !isCount(hops) || hops > MAX_HOPS || !isText(from) || !isName(to) || !isText(channel))
		return undefined;
	if (typeof timestamp !== "number" || !Number.isFinite(timestamp)) return undefined;
	return { id, hops, from, to, channel, payload, timestamp, retained: data.retained === true };
}

/** Whether it is a peer. */
export function isAnnounced(peer: unknown): peer is Announced {
	if (!isRecord(peer)) return false;
	const { id, type, channels, home } = peer;
	return (
		isName(id) &&
		id !== "*" &&
		isText(type) &&
		isName(home) &&
		Array.isArray(channels) &&
		channels.length <= MAX_CHANNELS &&
		channels.every(isText)
	);
}

export function isRecord(data: unknown): data is { readonly [field: string]: unknown } {
	return typeof data === "object" && data !== null;
}

function isText(text: unknown): text is string {
	return typeof text === "string" && text.length <= MAX_NAME_CHARS;
}

export function isName(text: unknown): text is string {
	return isText(text) && text !== "";
}

export function isCount(count: unknown): count is number {
	return Number.isSafeInteger(count) && (count as number) >= 0;
}
