/** While nobody wishes for anything, the model in this page reads what the first wish will need. */
import { autoui, type LLMProvider, warmUp } from "webmcp-auto-ui";
import type { Model } from "./model.js";
import type { Servers } from "./servers.js";

/** Reads ahead, once for a model and the servers that are there. */
export class Ahead {
	readonly #model: Model;
	readonly #servers: Servers;
	#reading: AbortController | undefined;
	/** For whom all is read. */
	#done: { provider: LLMProvider; servers: string } | undefined;

	constructor(model: Model, servers: Servers) {
		this.#model = model;
		this.#servers = servers;
	}

	/** Reads what is not read yet. Safe to call often; a failure is left to the wish that meets it. */
	async read(): Promise<void> {
		const { provider, settings } = this.#model;
		const { layers, client } = this.#servers;
		const servers = layers.map(({ serverUrl, serverName }) => serverUrl ?? serverName).join(" ");
		if (!provider || this.#reading) return;
		if (this.#done?.provider === provider && this.#done.servers === servers) return;
		const reading = new AbortController();
		const { signal } = reading;
		this.#reading = reading;
		const needsApproval = settings.ask === "never" ? {} : { needsApproval: settings.ask };
		await warmUp({ provider, layers: [autoui.layer(), ...layers], client, signal, ...needsApproval }).catch(
			() => undefined,
		);
		if (!signal.aborted) this.#done = { provider, servers };
		this.#reading = undefined;
	}

	/** Leaves the model to a wish. */
	stop(): void {
		this.#reading?.abort();
	}
}
