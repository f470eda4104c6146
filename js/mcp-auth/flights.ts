/** Lets all who want the same wait for it together. */
import { cancelled, orAborted } from "./waiting.js";

interface Flight<T> {
	readonly result: Promise<T>;
	readonly stop: AbortController;
	waiting: number;
}

/** What is under way, by name. */
export class Flights<T> {
	readonly #flights = new Map<string, Flight<T>>();

	/** Waits for what is under way, or begins it; it is stopped when nobody waits for it any more. */
	async join(
		name: string,
		signal: AbortSignal | undefined,
		work: (signal: AbortSignal) => Promise<T>,
	): Promise<T> {
		if (signal?.aborted) throw cancelled();
		const flight = this.#flights.get(name) ?? this.#begin(name, work);
		flight.waiting += 1;
		try {
			return await orAborted(flight.result, signal);
		} finally {
			flight.waiting -= 1;
			if (flight.waiting === 0) this.#end(name, flight);
		}
	}

	/** Stops one, or all. */
	stop(name?: string): void {
		for (const [each, flight] of [...this.#flights]) {
			if (name === undefined || name === each) this.#end(each, flight);
		}
	}

	#begin(name: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
		const stop = new AbortController();
		const flight: Flight<T> = { result: work(stop.signal), stop, waiting: 0 };
		// Those who wait hear of it; where nobody does, nobody needs to.
		flight.result.catch(() => undefined);
		this.#flights.set(name, flight);
		return flight;
	}

	#end(name: string, flight: Flight<T>): void {
		if (this.#flights.get(name) === flight) this.#flights.delete(name);
		flight.stop.abort();
	}
}
