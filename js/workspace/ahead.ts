/** While nobody wishes for anything, a model in the page reads what the next wish will need. */
import { warmUp } from "../agent/warm-up.js";
import type { AgentOptions } from "../types/index.js";

/** Reads ahead, once for what there is. */
export class Ahead {
	#reading: AbortController | undefined;
	/** What all is read for. */
	#done: string | undefined;

	/**
	 * Reads what is not read yet. Safe to call often; a failure is left to the wish that meets it.
	 *
	 * @param optionsOf - Of the runs to come; nothing where none can begin.
	 */
	async read(optionsOf: () => AgentOptions | undefined): Promise<void> {
		const options = optionsOf();
		if (!options || this.#reading) return;
		const wanted = wantedFor(options);
		if (this.#done === wanted) return;
		const reading = new AbortController();
		this.#reading = reading;
		const read = await warmUp({ ...options, signal: reading.signal }).then(
			() => !reading.signal.aborted,
			() => false,
		);
		this.#reading = undefined;
		if (!read) return;
		this.#done = wanted;
		// Servers that have come meanwhile.
		return this.read(optionsOf);
	}

	/** Leaves the model to a wish. */
	stop(): void {
		this.#reading?.abort();
	}

	/** The model is another one, or gone. */
	forget(): void {
		this.stop();
		this.#done = undefined;
	}
}

function wantedFor({ layers, needsApproval }: AgentOptions): string {
	// What a local layer offers may change: its tools' descriptions tell of its tables.
	const names = layers.map((layer) =>
		layer.protocol === "mcp"
			? layer.serverUrl
			: [layer.serverName, ...layer.tools.map(({ name, description }) => [name, description])],
	);
	return JSON.stringify([needsApproval, names]);
}
