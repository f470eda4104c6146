/** The way between the host and one sandbox page: nothing else gets in, and not too much or too often. */
import { Pace } from "./pace.js";
import { isPlain } from "./plain.js";
import { failure, idOf, type Incoming, INVALID_REQUEST, read } from "./wire.js";

const BURST = 400;
const PER_SECOND = 200;
const PATIENCE = 2000;

/** Where messages come in and go out. */
export interface Ends {
	/** The host's window. */
	readonly here: Pick<Window, "addEventListener" | "removeEventListener">;
	/** The window of the frame; another one after a reload, and none once the frame is gone. */
	there(): Pick<Window, "postMessage"> | null;
	/** The sandbox page's origin. */
	readonly origin: string;
}

/** Hears and tells one frame. */
export class Channel {
	readonly #ends: Ends;
	readonly #heard: (message: Incoming) => void;
	readonly #flooded: () => void;
	readonly #pace = new Pace(BURST, PER_SECOND, PATIENCE);

	/** @param flooded - Is called, more than once, when more comes than a page has to bear. */
	constructor(ends: Ends, heard: (message: Incoming) => void, flooded: () => void) {
		this.#ends = ends;
		this.#heard = heard;
		this.#flooded = flooded;
		ends.here.addEventListener("message", this.#hear);
	}

	/** Tells the frame, and whoever else may have come to be in it nothing. */
	send(message: object): void {
		this.#ends.there()?.postMessage(message, this.#ends.origin);
	}

	/** Nothing is heard any more. */
	close(): void {
		this.#ends.here.removeEventListener("message", this.#hear);
	}

	readonly #hear = (event: Event) => {
		const { source, origin, data } = event as MessageEvent<unknown>;
		// Another app, or any other page, can send to this window as well; its origin it cannot choose, and its window neither.
		if (!source || source !== this.#ends.there() || origin !== this.#ends.origin) return;
		if (!this.#pace.take()) {
			if (this.#pace.isFlooded) this.#flooded();
			return;
		}
		if (!isPlain(data)) {
			const id = idOf(data);
			if (id !== undefined) this.send(failure(id, INVALID_REQUEST, "The message is no JSON, or too long."));
			return;
		}
		const message = read(data);
		if (message) this.#heard(message);
	};
}
