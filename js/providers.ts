/** Models behind an address: a proxy that keeps the key, or a server on the person's own machine. */
import { WebMcpError } from "./errors.js";
import { type Core, core, init } from "./init.js";
import type { ChatMessage, ChatOptions, LLMProvider, LLMResponse, ProviderTool } from "./types.js";

type RawHttpProvider = InstanceType<Core["RawHttpProvider"]>;
type RawSlot = Parameters<RawHttpProvider["lend"]>[0];

/** Which API the server speaks. */
export type WireFormat = "anthropic" | "openai";

/** Options of {@link RemoteLLMProvider}. */
export interface RemoteLLMProviderOptions {
	/** Where requests go; the proxy behind it adds the key. */
	proxyUrl: string;
	/** An alias (`haiku`, `sonnet`, `opus`) or a model's own id. Default `sonnet`. */
	model?: string;
	/** Default `anthropic`. */
	format?: WireFormat;
	/** Sent with each request; never put a key here that must stay secret. */
	headers?: { [name: string]: string };
	/** What the aliases mean; the default is {@link MODEL_ALIASES}. */
	aliases?: { [alias: string]: string };
}

/** The ids behind the published aliases. */
export const MODEL_ALIASES: { readonly [alias: string]: string } = {
	haiku: "claude-haiku-4-5-20251001",
	sonnet: "claude-sonnet-4-6",
	opus: "claude-opus-4-6",
};

/** A model behind a proxy of the host (spec "System Architecture", RemoteLLMProvider). */
export class RemoteLLMProvider implements LLMProvider {
	readonly name = "remote";
	readonly #options: RemoteLLMProviderOptions;
	#model: string;
	#raw: RawHttpProvider | undefined;

	constructor(options: RemoteLLMProviderOptions) {
		this.#options = { ...options, proxyUrl: address("RemoteLLMProvider", "proxyUrl", options?.proxyUrl) };
		this.#model = this.#resolve(options.model ?? "sonnet");
	}

	/** The id that is sent. */
	get model(): string {
		return this.#model;
	}

	/** Switches the model from the next request on. */
	setModel(model: string): void {
		this.#model = this.#resolve(model);
		this.#raw = undefined;
	}

	/** Asks the model. Rejects with a {@link WebMcpError}, or with the signal's reason. */
	async chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse> {
		await init();
		return (await this.#core().chat(messages, tools, options)) as LLMResponse;
	}

	/** @internal Lets the core use this provider without crossing the boundary at each step. */
	lend(slot: RawSlot): void {
		this.#core().lend(slot);
	}

	#core(): RawHttpProvider {
		this.#raw ??= new (core().RawHttpProvider)({
			url: this.#options.proxyUrl,
			model: this.#model,
			format: this.#options.format ?? "anthropic",
			local: false,
			headers: { "x-model": this.#model, ...this.#options.headers },
		});
		return this.#raw;
	}

	#resolve(model: string): string {
		const aliases = this.#options.aliases ?? MODEL_ALIASES;
		return Object.hasOwn(aliases, model) ? (aliases[model] as string) : model;
	}
}

/** Options of {@link LocalLLMProvider}. */
export interface LocalLLMProviderOptions {
	/** `ollama`, or any server that speaks OpenAI chat completions. Default `ollama`. */
	backend?: "ollama" | "openai";
	model: string;
	/** Without `/v1`. Default `http://localhost:11434`, Ollama's own. */
	baseUrl?: string;
	headers?: { [name: string]: string };
}

/** A model on the person's machine (spec "System Architecture", LocalLLMProvider). */
export class LocalLLMProvider implements LLMProvider {
	readonly name = "local";
	readonly model: string;
	readonly #url: string;
	readonly #headers: { [name: string]: string };
	#raw: RawHttpProvider | undefined;

	constructor(options: LocalLLMProviderOptions) {
		this.model = options.model;
		const base = address("LocalLLMProvider", "baseUrl", options.baseUrl ?? "http://localhost:11434");
		this.#url = `${base.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/chat/completions`;
		this.#headers = { ...options.headers };
	}

	/** Asks the model. Rejects with a {@link WebMcpError}, or with the signal's reason. */
	async chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse> {
		await init();
		return (await this.#core().chat(messages, tools, options)) as LLMResponse;
	}

	/** @internal Lets the core use this provider without crossing the boundary at each step. */
	lend(slot: RawSlot): void {
		this.#core().lend(slot);
	}

	#core(): RawHttpProvider {
		this.#raw ??= new (core().RawHttpProvider)({
			url: this.#url,
			model: this.model,
			format: "openai",
			local: true,
			headers: this.#headers,
		});
		return this.#raw;
	}
}

function address(owner: string, option: string, value: unknown): string {
	if (typeof value === "string" && value.trim() !== "") return value;
	throw new WebMcpError(
		"invalid_argument",
		`${owner} needs the option ${option}: the address to send requests to.`,
	);
}
