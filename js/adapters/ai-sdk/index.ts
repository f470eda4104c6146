/** `webmcp-auto-ui/ai-sdk`: language models of the Vercel AI SDK as providers. Depends on no package of it. */
import { aFunction, anObject, aText, objectOf, optional, optionsOf, recordOf } from "../../core/arguments.js";
import { abortable } from "../../core/abortable.js";
import { WebMcpError } from "../../core/errors.js";
import { checkChat } from "../../model/chat-arguments.js";
import type { ChatOptions, LLMProvider, LLMResponse } from "../../types/index.js";
import { translated } from "./failure.js";
import type { CallOptions, LanguageModelLike, ProviderOptions, StreamPart } from "./model.js";
import { callOptions } from "./prompt.js";
import { Reply } from "./reply.js";

export type { LanguageModelLike, ProviderOptions } from "./model.js";

/** Options of {@link fromLanguageModel}, sent with each request. */
export interface LanguageModelOptions {
	/** Extras of the SDK's providers, such as `{ openai: { parallelToolCalls: false } }`. */
	providerOptions?: ProviderOptions;
	headers?: { [name: string]: string };
}

const MODEL = objectOf(
	{ doStream: aFunction, specificationVersion: aText, provider: aText, modelId: aText },
	"a model of the AI SDK, such as openai('gpt-5')",
);
const OPTIONS = objectOf({
	providerOptions: optional(anObject),
	headers: optional(recordOf(optional(aText))),
});

const VERSIONS = ["v2", "v3", "v4"];

/**
 * A language model of the AI SDK (`ai` 5 to 7: `openai("…")`, `anthropic("…")`, `createOpenAICompatible(…)("…")`) as a
 * provider. It streams; tools that the model's provider runs itself stay there; tries are not repeated.
 *
 * @throws {@link WebMcpError} `invalid_argument` when this is no language model, `unsupported` when it is one of a
 *   version that is not known.
 */
export function fromLanguageModel(model: LanguageModelLike, options: LanguageModelOptions = {}): LLMProvider {
	MODEL("fromLanguageModel: model", model);
	const given = optionsOf("fromLanguageModel: options", options, OPTIONS);
	const version = model.specificationVersion;
	if (!VERSIONS.includes(version)) {
		throw new WebMcpError(
			"unsupported",
			`The model '${model.modelId}' follows version ${version} of the AI SDK's specification; known are ${VERSIONS.join(", ")}.`,
		);
	}
	return {
		name: model.provider,
		model: model.modelId,
		async chat(messages, tools, options) {
			checkChat(messages, tools, options);
			const chatOptions = options ?? {};
			chatOptions.signal?.throwIfAborted();
			const call = { ...callOptions(version, messages, tools, chatOptions), ...given };
			try {
				return await asked(model, call, chatOptions);
			} catch (error) {
				if (chatOptions.signal?.aborted) throw chatOptions.signal.reason;
				throw translated(error);
			}
		},
	};
}

async function asked(
	model: LanguageModelLike,
	call: CallOptions,
	options: ChatOptions,
): Promise<LLMResponse> {
	// Some models end their stream where they are told to stop, or go on: half a reply is none.
	const { signal } = options;
	const opening = Promise.resolve(model.doStream(call as never));
	const { stream } = await abortable(opening, signal).catch((error: unknown) => {
		if (signal?.aborted) opening.then(({ stream }) => stream.cancel()).catch(() => undefined);
		throw error;
	});
	const reader = (stream as ReadableStream<StreamPart>).getReader();
	const reply = new Reply(options);
	try {
		for (;;) {
			const { done, value } = await abortable(reader.read(), signal);
			signal?.throwIfAborted();
			if (done) return reply.whole();
			reply.take(value);
		}
	} finally {
		reader.cancel().catch(() => undefined);
	}
}
