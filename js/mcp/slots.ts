/** Connections that a browser grants: never more at once, and each client gets its turn. */

/**
 * What one is for: an answer; what servers wait for in the middle of calls; whatever a server tells, which can be done without; or all that it
 * says, without which nothing goes on.
 */
export type Lane = "request" | "told" | "stream" | "session";

/** Browsers open so many to an origin over HTTP/1.1, of all tabs together. */
const MOST = 6;
/** So many are left to what servers wait for: all others may be waiting for just that. */
const LEFT = 1;
const MOST_REQUESTS = 4;
/** What stays open for as long as it lasts must leave room for the rest. */
const MOST_STREAMS = 2;
const MOST_OPEN = 4;

interface Waiting {
	lane: Lane;
	grant(): void;
}

/** Who waits for a connection to one origin, and how many there are. */
class Connections {
	readonly #busy = { request: 0, told: 0, stream: 0, session: 0 };
	/** By client, in the order of their turns. */
	readonly #waiting = new Map<object, Waiting[]>();

	get isIdle(): boolean {
		return this.#total === 0 && this.#waiting.size === 0;
	}

	get #total(): number {
		const { request, told, stream, session } = this.#busy;
		return request + told + stream + session;
	}

	#isFree(lane: Lane): boolean {
		const { request, stream, session } = this.#busy;
		if (this.#total >= MOST) return false;
		if (lane === "told") return true;
		if (this.#total >= MOST - LEFT) return false;
		if (lane === "request") return request < MOST_REQUESTS;
		return stream + session < (lane === "stream" ? MOST_STREAMS : MOST_OPEN);
	}

	take(client: object, lane: Lane, signal: AbortSignal): Promise<void> {
		if (this.#isFree(lane)) {
			this.#busy[lane] += 1;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const queue = this.#waiting.get(client) ?? [];
			const waiting = {
				lane,
				grant: (): void => {
					signal.removeEventListener("abort", leave);
					resolve();
				},
			};
			const leave = (): void => {
				queue.splice(queue.indexOf(waiting), 1);
				if (queue.length === 0) this.#waiting.delete(client);
				reject(signal.reason);
			};
			queue.push(waiting);
			this.#waiting.set(client, queue);
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	give(lane: Lane): void {
		this.#busy[lane] -= 1;
		while (this.#grantNext());
	}

	#grantNext(): boolean {
		for (const [client, queue] of this.#waiting) {
			const at = queue.findIndex(({ lane }) => this.#isFree(lane));
			const [waiting] = at < 0 ? [] : queue.splice(at, 1);
			if (!waiting) continue;
			// Whoever had a turn waits until the others have had theirs.
			this.#waiting.delete(client);
			if (queue.length > 0) this.#waiting.set(client, queue);
			this.#busy[waiting.lane] += 1;
			waiting.grant();
			return true;
		}
		return false;
	}
}

const origins = new Map<string, Connections>();

/**
 * Waits for a connection to the origin of `url`.
 *
 * @param client - Whose turn it is.
 * @returns what gives it back, once
 */
export async function connection(
	client: object,
	url: string,
	lane: Lane,
	signal: AbortSignal,
): Promise<() => void> {
	signal.throwIfAborted();
	const { origin } = new URL(url);
	const connections = origins.get(origin) ?? new Connections();
	origins.set(origin, connections);
	await connections.take(client, lane, signal);
	let isGiven = false;
	return () => {
		if (isGiven) return;
		isGiven = true;
		connections.give(lane);
		if (connections.isIdle) origins.delete(origin);
	};
}
