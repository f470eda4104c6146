/** What a server with sessions keeps of one: its streams, of which each can be gone on with after any of its events. */

/** @typedef {import("node:http").ServerResponse} Response */

/** Tells the proxy that no end is to be waited for. */
export const ENDLESS = "x-endless";
/** How soon a client may come back, milliseconds. */
const RETRY_MS = 10;

/**
 * A stream of events that cannot be gone on with.
 *
 * @param {Response} response
 * @param {{isEndless: boolean}} options
 */
export function endless(response, { isEndless }) {
	const more = isEndless ? { [ENDLESS]: "1" } : {};
	response.writeHead(200, { "content-type": "text/event-stream", ...more });
	response.flushHeaders();
	return {
		/** @param {string} text */
		send: (text) => void response.write(`data: ${text}\n\n`),
		end: () => void response.end(),
	};
}

/** A stream whose events have ids, and are kept. */
class Stream {
	/** @type {string[]} */
	#events = [];
	#isOver = false;
	/** @type {Response | undefined} */
	#response;
	#name;

	/** @param {string} name */
	constructor(name) {
		this.#name = name;
		// Something to go on after, before there is anything to say (2025-11-25, Streamable HTTP, SEP-1699).
		this.#events.push(`id: ${name}.0\nretry: ${RETRY_MS}\ndata:\n\n`);
	}

	get isOpen() {
		return this.#response !== undefined && !this.#response.destroyed;
	}

	/** Sends what came after event `from`, and what else comes. @param {Response} response @param {number} from @param {boolean} isEndless */
	follow(response, from, isEndless) {
		endless(response, { isEndless });
		this.#response?.end();
		this.#response = response;
		for (const event of this.#events.slice(from)) response.write(event);
		if (this.#isOver) response.end();
	}

	/** @param {string} text */
	send(text) {
		const event = `id: ${this.#name}.${this.#events.length}\ndata: ${text}\n\n`;
		this.#events.push(event);
		this.#response?.write(event);
	}

	end() {
		this.#isOver = true;
		this.#response?.end();
	}
}

export class Session {
	/** By its name. @type {Map<string, Stream>} */
	#streams = new Map();
	/** The one by which the server tells what it wants. */
	#own = new Stream("own");

	/** @param {string} id */
	constructor(id) {
		this.id = id;
		this.#streams.set("own", this.#own);
	}

	/** A stream for the answer to a request. @param {Response} response @param {string} name that no other has */
	open(response, name) {
		const stream = new Stream(name);
		this.#streams.set(name, stream);
		stream.follow(response, 0, false);
		return stream;
	}

	/** Goes on with a stream; false where there is no such event. @param {Response} response @param {string | string[]} [after] */
	follow(response, after) {
		if (after === undefined) {
			this.#own.follow(response, 0, true);
			return true;
		}
		const [name, event] = String(after).split(".");
		const stream = this.#streams.get(name);
		if (!stream) return false;
		stream.follow(response, Number(event) + 1, stream === this.#own);
		return true;
	}

	/** Whether anybody hears what is told now. */
	get isHeard() {
		return this.#own.isOpen;
	}

	/** @param {string} text */
	tell(text) {
		this.#own.send(text);
	}

	close() {
		for (const stream of this.#streams.values()) stream.end();
	}
}
