/** Models behind an address: a proxy that keeps the key, or a server on the person's own machine. */
import { aText, optional, recordOf } from "../core/arguments.js";
import { capabilitiesOf } from "../model/capabilities.js";
import { anAddress, checked, type HttpProviderOptions, settings } from "./http-options.js";
import { type Core, core, init } from "../core/init.js";
import type {
	Capabilities,
	ChatMessage,
	ChatOptions,
	LLMProvider,
	LLMResponse,
	ProviderTool,
	WireFormat,
} from "../types/index.js";
import { baseOf, wireFormatOf } from "./wire-format.js";

type RawHttpProvider = InstanceType<Core["RawHttpProvider"]>;
type RawSlot = Parameters<RawHttpProvider["lend"]>[0];

/** Local models are loaded before they answer: ten minutes for that. */
const LOCAL_TIMEOUTS = { connectMs: 600_000, firstByteMs: 600_000 };

/** Options of {@link RemoteLLMProvider}. */
export interface RemoteLLMProviderOptions extends HttpProviderOptions {
	/**
	 * Where requests go; the proxy behind it adds the key. It is used as it is for `anthropic` (stands for
	 * `…/v1/messages`), `openai` (`…/v1/chat/completions`) and `openai-responses` (`…/v1/responses`). For `gemini` the
	 * address names the model: `/v1beta/models/{model}:streamGenerateContent?alt=sse` is appended, before a query, in place
	 * of what begins with `/v1beta` there.
	 */
	proxyUrl: string;
	/** An alias (`haiku`, `sonnet`, `opus`) or a model's own id. Default `sonnet`. */
	model?: string;
	/**
	 * Which API stands behind the address. Default: what the path of `proxyUrl` says (`…/chat/completions`, `…/v1/responses`,
	 * `…/v1/messages`, `…/v1beta…`), else what the model's name says (`claude-…`, `gpt-…`, `o3`, `gemini-…`, `mistral-…`, `vendor/…`),
	 * else `anthropic`; and where the first reply is another API's, the request is sent again as that one has it. With
	 * {@link RemoteLLMProvider.setModel} it is told anew.
	 */
	format?: WireFormat;
	/** What the aliases mean; the default is {@link MODEL_ALIASES}. */
	aliases?: { [alias: string]: string };
}

const REMOTE = { proxyUrl: anAddress, model: optional(aText), aliases: optional(recordOf(aText)) };

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
		this.#options = checked("RemoteLLMProvider", options, REMOTE);
		this.#model = this.#resolve(this.#options.model ?? "sonnet");
	}

	/** The id that is sent. */
	get model(): string {
		return this.#model;
	}

	/** What the model can do, as far as the host or {@link MODEL_CAPABILITIES} knows. */
	get capabilities(): Capabilities {
		return capabilitiesOf(this.format, this.#model, this.#options.capabilities);
	}

	/** The API that is spoken: the host's choice, else what the address and the model's name tell, or the first reply has told. */
	get format(): WireFormat {
		return (this.#raw?.format as WireFormat | undefined) ?? this.#guess;
	}

	get #guess(): WireFormat {
		return this.#options.format ?? wireFormatOf(this.#options.proxyUrl, this.#model);
	}

	/** Switches the model from the next request on. */
	setModel(model: string): void {
		aText("setModel: model", model);
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
		const format = this.#guess;
		this.#raw ??= new (core().RawHttpProvider)({
			...settings(format, this.#model, this.#options),
			url: baseOf(this.#options.proxyUrl, format),
			local: false,
			learnsFormat: this.#options.format === undefined,
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
export interface LocalLLMProviderOptions extends HttpProviderOptions {
	/** `ollama`, or any server that speaks OpenAI chat completions. Default `ollama`. */
	backend?: "ollama" | "openai";
	model: string;
	/** Without `/v1`. Default `http://localhost:11434`, Ollama's own. */
	baseUrl?: string;
}

const LOCAL = { model: aText, baseUrl: optional(anAddress) };

/** A model on the person's machine (spec "System Architecture", LocalLLMProvider). */
export class LocalLLMProvider implements LLMProvider {
	readonly name = "local";
	readonly model: string;
	/** What the model can do, as far as the host or {@link MODEL_CAPABILITIES} knows. */
	readonly capabilities: Capabilities;
	readonly #url: string;
	readonly #options: LocalLLMProviderOptions;
	#raw: RawHttpProvider | undefined;

	constructor(options: LocalLLMProviderOptions) {
		this.#options = checked("LocalLLMProvider", options, LOCAL);
		const { model, capabilities, baseUrl = "http://localhost:11434" } = this.#options;
		this.model = model;
		this.capabilities = capabilitiesOf("openai", model, capabilities);
		this.#url = `${baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/chat/completions`;
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
			...settings("openai", this.model, { toolCallText: "auto", ...this.#options }, LOCAL_TIMEOUTS),
			url: this.#url,
			local: true,
			headers: { ...this.#options.headers },
		});
		return this.#raw;
	}
}
