/** Decides when what the engine remembers is stored: after a second of rest, where it has learned enough to be worth it. */

import type { EngineInstance } from "./instance.js";
import { MOST_SNAPSHOT_BYTES, type SnapshotFile } from "./snapshot-file.js";

const REST_MS = 1000;
/** Computing fewer tokens again costs less than writing them all. */
const WORTH_TOKENS = 64;
/** A token is worth writing so many bytes: a large snapshot is written again once there is much more to remember, not after each wish. */
const WORTH_BYTES = 128 << 10;

/** Takes back what was stored of this engine's model, and stores it again as it grows. */
export class Memory {
	readonly #engine: EngineInstance;
	readonly #file: SnapshotFile;
	#stored = 0;
	/** Of the snapshot that is stored. */
	#bytes = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	private constructor(engine: EngineInstance, file: SnapshotFile) {
		this.#engine = engine;
		this.#file = file;
	}

	/** What cannot be taken back is removed: the engine starts without. */
	static async open(engine: EngineInstance, file: SnapshotFile): Promise<Memory> {
		const memory = new Memory(engine, file);
		try {
			memory.#bytes = (await file.read((parts) => engine.restore(parts))) ?? 0;
		} catch (error) {
			await file.remove();
			// A trap leaves the instance in an unknown state.
			if (error instanceof WebAssembly.RuntimeError) throw error;
		}
		memory.#stored = engine.learned;
		return memory;
	}

	/** A request begins: nothing is stored until it has ended. */
	pause(): void {
		clearTimeout(this.#timer);
	}

	/** A request has ended; `enter` runs a task when no other runs. */
	rest(enter: (task: () => Promise<void>) => void): void {
		this.pause();
		const learned = Math.abs(this.#engine.learned - this.#stored);
		if (learned < WORTH_TOKENS || learned * WORTH_BYTES < this.#bytes) return;
		this.#timer = setTimeout(() => enter(() => this.#store()), REST_MS);
	}

	async #store(): Promise<void> {
		const { learned } = this.#engine;
		this.#bytes = await this.#file.write(this.#engine.snapshot(MOST_SNAPSHOT_BYTES));
		this.#stored = learned;
	}
}
