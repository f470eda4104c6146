/** Replies as the bytes that go over the wire. */
import { STATUS_CODES } from "node:http";

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {string} type empty for none
 * @property {{[name: string]: string}} [headers] others than those of the type and of the length
 * @property {Buffer} body
 * @property {boolean} [isEndless] that more would come
 */

const LAST = Buffer.from("0\r\n\r\n");

/** Head and body: events each in a chunk of their own, all else with its length. @param {Omit<Reply, "type"> & {type?: string}} reply */
export function framed({ status, type = "", headers = {}, body, isEndless }) {
	const isStream = type === "text/event-stream";
	const lines = {
		...(type !== "" && { "content-type": type }),
		...headers,
		...(isStream ? { "transfer-encoding": "chunked" } : { "content-length": String(body.length) }),
		connection: "close",
	};
	const named = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
	const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${named.join("")}\r\n`);
	if (!isStream) return { head, body };
	const chunks = eventsOf(body).flatMap((event) => [
		Buffer.from(`${event.length.toString(16)}\r\n`),
		event,
		Buffer.from("\r\n"),
	]);
	return { head, body: Buffer.concat(isEndless ? chunks : [...chunks, LAST]) };
}

/** What stands between blank lines. @param {Buffer} bytes */
export function eventsOf(bytes) {
	const events = [];
	for (let from = 0; from < bytes.length; ) {
		const at = bytes.indexOf("\n\n", from);
		const to = at < 0 ? bytes.length : at + 2;
		events.push(bytes.subarray(from, to));
		from = to;
	}
	return events;
}

/** Writes so many bytes of `piece` over and over, as fast as they are taken. @param {import("node:net").Socket} socket @param {string} piece @param {number} bytes */
export async function flood(socket, piece, bytes) {
	const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
	for (let left = bytes; left > 0 && !socket.destroyed; left -= block.length) {
		if (socket.write(block)) continue;
		await new Promise((resolve) => {
			const go = () => {
				socket.off("drain", go).off("close", go);
				resolve(undefined);
			};
			socket.on("drain", go).on("close", go);
		});
	}
}

/**
 * Behind which byte of a reply all has been said (`whole`), the answer (`answered`), and where to go on from (`begun`).
 *
 * @param {Reply} reply
 */
export function placesOf(reply) {
	const { head, body } = framed(reply);
	const whole = head.length + body.length;
	if (reply.type !== "text/event-stream") return { whole, answered: whole, begun: Number.POSITIVE_INFINITY };
	const events = eventsOf(reply.body);
	const end = (/** @type {Buffer} */ event) => head.length + body.indexOf(event) + event.length;
	const [first] = events;
	const hasId = first.subarray(0, 3).equals(Buffer.from("id:"));
	return {
		whole,
		answered: end(events[events.length - 1]),
		begun: hasId ? end(first) : Number.POSITIVE_INFINITY,
	};
}
