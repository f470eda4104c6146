/** While nobody wishes for anything, the model in this page reads what the first wish will need. */
import { autoui, warmUp } from "webmcp-auto-ui";
import type { Model } from "./model.js";
import type { Servers } from "./servers.js";

/** Reads ahead, once for a model and the servers that are there. */
export class Ahead {
	readonly #model: Model;
	readonly #servers: Servers;
	#reading: AbortController | undefined;
	/** For which servers and rules all is read. */
	#done: string | undefined;

	constructor(model: Model, servers: Servers) {
		this.#model = model;
		this.#servers = servers;
	}

	/** Reads what is not read yet. Safe to call often; a failure is left to the wish that meets it. */
	async read(): Promise<void> {
		const { provider, settings } = this.#model;
		const { layers, client } = this.#servers;
		const wanted = [settings.ask, ...layers.map(({ serverUrl, serverName }) => serverUrl ?? serverName)].join(
			" ",
		);
		if (!provider || this.#reading || this.#done === wanted) return;
		const reading = new AbortController();
		const { signal } = reading;
		this.#reading = reading;
		const needsApproval = settings.ask === "never" ? {} : { needsApproval: settings.ask };
		const options = { provider, layers: [autoui.layer(), ...layers], client, signal, ...needsApproval };
		const read = await warmUp(options).then(
			() => !signal.aborted,
			() => false,
		);
		this.#reading = undefined;
		if (!read) return;
		this.#done = wanted;
		// Servers that have come meanwhile.
		return this.read();
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
