/** What can go wrong with an exchange. What says that a call was not taken is said only of calls that were not. */
import { setTimeout as wait } from "node:timers/promises";
import { eventsOf, flood, framed } from "./wire.mjs";

/** @typedef {import("./proxy.mjs").Exchange} Exchange */
/** @typedef {import("./wire.mjs").Reply} Reply */
/** @typedef {import("./chance.mjs").Draws} Draws */
/** @typedef {(exchange: Exchange, luck: Draws) => Promise<unknown>} Fault */

const JSON_TYPE = "application/json";
const EVENTS = "text/event-stream";
const HUGE = 100 * 1024 * 1024;
const PAGE = "<!doctype html><title>Gateway</title><h1>Something went wrong</h1>";
const NOT_MCP = ["[]", "{}", "null", "0", '"a"', '{"jsonrpc":"2.0"}', "[[[[", '{"method":7,"id":[]}'];
/** In place of the id of a call. */
const NOT_ITS_ID = ["1000000", "-1", "0", "null", '"1"', "1.5", '{"a":1}', "1e999"];
/** How a server says when to come again, and how it should not. */
const LATER = [undefined, "0", "1", "99999", "-1", "soon", new Date(Date.now() + 1000).toUTCString()];

/** Ends a connection, by FIN or by RST. @param {import("node:net").Socket} socket @param {boolean} resets */
function end(socket, resets) {
	if (resets) socket.resetAndDestroy();
	else socket.end();
}

/** Only the first so many bytes of a reply. @param {Exchange} exchange @param {Reply} reply @param {number} bytes @param {boolean} resets */
export async function cutAt({ socket }, reply, bytes, resets) {
	const { head, body } = framed(reply);
	socket.write(Buffer.concat([head, body]).subarray(0, bytes));
	// What lies in a buffer is lost with a reset, and the client is to see these bytes.
	if (resets) await wait(3);
	end(socket, resets);
}

/** Once the server has done what it was asked. @param {(exchange: Exchange, reply: Reply, luck: Draws) => Promise<unknown> | void} then @returns {Fault} */
const answered = (then) => async (exchange, luck) => then(exchange, await exchange.forward(), luck);

/** Another reply than the server's. @param {(reply: Reply, luck: Draws, exchange: Exchange) => Partial<Reply>} change */
const changed = (change) =>
	answered((exchange, reply, luck) => exchange.send({ ...reply, ...change(reply, luck, exchange) }));

/** At any byte of head or body. @param {boolean} resets */
const cut = (resets) =>
	answered((exchange, reply, luck) => {
		const { head, body } = framed(reply);
		return cutAt(exchange, reply, luck.below(head.length + body.length), resets);
	});

export const FAULTS = /** @satisfies {{[kind: string]: Fault}} */ ({
	cut: cut(false),
	reset: cut(true),
	/** Cut, with an end as if that were all. */
	half: changed(({ body }, luck) => ({ body: body.subarray(0, luck.below(body.length)), isEndless: false })),
	/** It was not taken. */
	unheard: async ({ socket }, luck) => end(socket, luck.next() < 0.5),
	/** It was carried out, and no byte comes back. */
	lost: answered(async ({ socket }, _, luck) => end(socket, luck.next() < 0.5)),
	/** It was carried out, and nothing comes back, not even an end. */
	never: answered(() => undefined),
	late: answered(async ({ send }, reply, luck) => {
		await wait(20 + luck.below(300));
		await send(reply);
	}),
	/** A byte a second, from the head on or after it. */
	slow: answered(async ({ socket }, reply, luck) => {
		const { head, body } = framed(reply);
		const all = Buffer.concat([head, body]);
		let at = luck.oneOf([0, 20, head.length, head.length + (body.length >> 1)]);
		socket.write(all.subarray(0, at));
		for (; at < all.length && !socket.destroyed; at += 1) {
			await wait(1000);
			socket.write(all.subarray(at, at + 1));
		}
		socket.end();
	}),
	/** Everything is said twice. */
	twice: changed(({ type, body }) => {
		const events = eventsOf(body).flatMap((event) => [event, event]);
		const texts = body.length > 0 ? Buffer.from(`[${body},${body}]`) : body;
		return { body: type === EVENTS ? Buffer.concat(events) : texts };
	}),
	/** The answer to something else. */
	wrongId: changed(({ body }, luck, { message: { id } }) => {
		const other = luck.oneOf(NOT_ITS_ID);
		return { body: Buffer.from(String(body).replace(new RegExp(`"id":${id}(?=[,}])`), `"id":${other}`)) };
	}),
	/** 100 MB: as JSON, as one event in one line or many, as events that say nothing, as a page. */
	huge: answered(async ({ socket, message: { id } }, _, luck) => {
		const begin = `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`;
		const [status, type, begun, piece] = luck.oneOf(
			/** @type {const} */ ([
				[200, JSON_TYPE, begin, "a"],
				[200, EVENTS, `data: ${begin}`, "a"],
				[200, EVENTS, "", "data: {}\n"],
				[200, EVENTS, "", ": nothing\n\n"],
				[502, "text/html", PAGE, "<p>"],
			]),
		);
		socket.write(`HTTP/1.1 ${status} Huge\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n${begun}`);
		await flood(socket, piece, HUGE);
		socket.end();
	}),
	redirect: async ({ send, trap }, luck) =>
		send({ status: luck.oneOf([301, 302, 303, 307, 308]), headers: { location: trap }, body: Buffer.of() }),
	/** A gateway's page: before the server was asked, or after it has done what it was asked. */
	page: async ({ forward, send }, luck) => {
		const status = luck.oneOf([400, 403, 404, 405, 500, 502, 504]);
		if (status >= 500 && luck.next() < 0.5) await forward();
		await send({ status, type: "text/html", body: Buffer.from(PAGE) });
	},
	/** Too busy to take it. */
	busy: async ({ send }, luck) => {
		const after = luck.oneOf(LATER);
		const headers = after === undefined ? {} : { "retry-after": after };
		await send({ status: luck.oneOf([429, 503]), type: "text/plain", headers, body: Buffer.from("busy") });
	},
	empty: changed((_, luck) => {
		const [status, type] = luck.oneOf(
			/** @type {const} */ ([
				[200, JSON_TYPE],
				[200, EVENTS],
				[200, ""],
				[202, ""],
				[204, ""],
			]),
		);
		return { status, type, body: Buffer.of(), isEndless: false };
	}),
	/** Another content type than the reply is of, or a page under the right one. */
	type: changed(({ type, body }, luck) => {
		if (luck.next() < 0.3) return { body: Buffer.from(PAGE), isEndless: false };
		const others = [JSON_TYPE, EVENTS, "text/html", "text/plain", "application/octet-stream", ""];
		return { type: luck.oneOf(others.filter((other) => other !== type)), body };
	}),
	/** Ends in the middle of a letter, or has bytes that are none. */
	utf8: changed(({ body }, luck) => {
		const bytes = Buffer.from(body);
		const at = bytes.lastIndexOf("😀");
		if (at >= 0 && luck.next() < 0.5)
			return { body: bytes.subarray(0, at + 1 + luck.below(3)), isEndless: false };
		bytes[Math.max(0, at)] = 0xff;
		return { body: bytes };
	}),
	/** A stream that is there for a while, and then no more. */
	dies: async ({ pass, socket }, luck) => {
		pass();
		await wait(luck.below(40));
		end(socket, luck.next() < 0.5);
	},
	/** The server is started anew, before it is asked or after. */
	forgets: async ({ session = "", forget, forward, pass, send }, luck) => {
		if (luck.next() < 0.5) {
			forget(session);
			return pass();
		}
		const reply = await forward();
		forget(session);
		return send(reply);
	},
	/** Not HTTP, or not MCP. */
	noise: answered(async ({ send, socket }, _, luck) => {
		const type = luck.oneOf([JSON_TYPE, EVENTS]);
		if (luck.next() < 0.5) return send({ status: 200, type, body: Buffer.from(luck.oneOf(NOT_MCP)) });
		return socket.end(Buffer.from(Array.from({ length: 200 }, () => luck.below(256))));
	}),
});

/** @typedef {keyof typeof FAULTS} Kind */

export const KINDS = /** @type {Kind[]} */ (Object.keys(FAULTS));
