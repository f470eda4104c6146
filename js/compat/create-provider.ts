/** The published factory of providers, and their older names. */
import { must, objectOf } from "../core/arguments.js";
import {
	LocalLLMProvider,
	type LocalLLMProviderOptions,
	RemoteLLMProvider,
	type RemoteLLMProviderOptions,
} from "../provider/over-http.js";
import type { WasmProviderOptions } from "../types/index.js";
import { WasmProvider } from "../provider/wasm-provider.js";

/** Which provider, and its options. */
export type CreateProviderOptions =
	| ({ type: "remote" } & RemoteLLMProviderOptions)
	| ({ type: "local" } & LocalLLMProviderOptions)
	| ({ type: "wasm" } & WasmProviderOptions);

/** What {@link createProvider} makes of options. */
export type CreatedProvider<T> = T extends { type: "remote" }
	? RemoteLLMProvider
	: T extends { type: "local" }
		? LocalLLMProvider
		: WasmProvider;

/**
 * The provider of that type (spec "System Architecture", Factory).
 *
 * @throws {@link WebMcpError} `invalid_argument` for an unknown type or options that the provider cannot use.
 */
export function createProvider<T extends CreateProviderOptions>(options: T): CreatedProvider<T> {
	return made(options) as CreatedProvider<T>;
}

const TYPES = ["remote", "local", "wasm"];
const OPTIONS = objectOf(
	{ type: must("'remote', 'local' or 'wasm'", (type) => TYPES.includes(type as string), true) },
	"an object whose type is 'remote', 'local' or 'wasm'",
);

function made(options: CreateProviderOptions) {
	OPTIONS("createProvider: options", options);
	switch (options.type) {
		case "remote":
			return new RemoteLLMProvider(options);
		case "local":
			return new LocalLLMProvider(options);
		case "wasm":
			return new WasmProvider(options);
	}
}

/** The older name of {@link RemoteLLMProvider}. */
export const AnthropicProvider = RemoteLLMProvider;
/** The older name of {@link WasmProvider}. */
export const GemmaProvider = WasmProvider;
