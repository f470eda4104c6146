/** Connections that a browser grants: never more at once, and each client gets its turn. */

/** Browsers open 6 to an origin over HTTP/1.1, of all tabs together. */
const MOST_REQUESTS = 4;
/** What stays open for as long as it lasts must leave room for the rest. */
const MOST_STREAMS = 2;

type Grant = () => void;

/** Who waits for a connection to one origin, and how many there are. */
class Lane {
	#busy = 0;
	readonly #most: number;
	/** By client, in the order of their turns. */
	readonly #waiting = new Map<object, Grant[]>();

	constructor(most: number) {
		this.#most = most;
	}

	get isIdle(): boolean {
		return this.#busy === 0 && this.#waiting.size === 0;
	}

	take(client: object, signal: AbortSignal): Promise<void> {
		if (this.#busy < this.#most) {
			this.#busy += 1;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const queue = this.#waiting.get(client) ?? [];
			const grant = (): void => {
				signal.removeEventListener("abort", leave);
				resolve();
			};
			const leave = (): void => {
				queue.splice(queue.indexOf(grant), 1);
				if (queue.length === 0) this.#waiting.delete(client);
				reject(signal.reason);
			};
			queue.push(grant);
			this.#waiting.set(client, queue);
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	give(): void {
		for (const [client, queue] of this.#waiting) {
			const grant = queue.shift();
			// Whoever had a turn waits until the others have had theirs.
			this.#waiting.delete(client);
			if (queue.length > 0) this.#waiting.set(client, queue);
			if (grant) {
				grant();
				return;
			}
		}
		this.#busy -= 1;
	}
}

const lanes = new Map<string, Lane>();

/**
 * Waits for a connection to the origin of `url`.
 *
 * @param client - Whose turn it is.
 * @returns what gives it back, once
 */
export async function connection(
	client: object,
	url: string,
	isStream: boolean,
	signal: AbortSignal,
): Promise<() => void> {
	signal.throwIfAborted();
	const key = `${isStream ? "stream" : "request"} ${new URL(url).origin}`;
	const lane = lanes.get(key) ?? new Lane(isStream ? MOST_STREAMS : MOST_REQUESTS);
	lanes.set(key, lane);
	await lane.take(client, signal);
	let isGiven = false;
	return () => {
		if (isGiven) return;
		isGiven = true;
		lane.give();
		if (lane.isIdle) lanes.delete(key);
	};
}
