/** How fast a download is, and how long it will take: by what came in the last seconds. */

const WINDOW_MS = 5_000;
/** Before so much time has passed nothing is told: it would jump. */
const LEAST_MS = 1_000;

/** Measures one download. */
export class Pace {
	readonly #seen: { at: number; bytes: number }[] = [];

	/** Bytes in a second and seconds that are left, once they can be told. */
	told(loaded: number | undefined, total: number | undefined): { speed?: number; left?: number } {
		if (loaded === undefined) return {};
		const at = performance.now();
		this.#seen.push({ at, bytes: loaded });
		while (this.#seen.length > 2 && at - (this.#seen[0]?.at ?? at) > WINDOW_MS) this.#seen.shift();
		const [first] = this.#seen;
		if (!first || at - first.at < LEAST_MS || loaded <= first.bytes) return {};
		const speed = ((loaded - first.bytes) * 1000) / (at - first.at);
		return { speed, ...(total !== undefined && { left: (total - loaded) / speed }) };
	}
}
