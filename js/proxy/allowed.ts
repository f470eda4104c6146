/**
 * Decides, for each API, which fields of a body go up: what says a conversation, tools of the client's own and how to
 * answer. What runs tools at the provider's, leads to other models or addresses, is billed otherwise, or names what the
 * key's account holds (files, caches, earlier responses, prompts) is not among them.
 */
import { type Fielded, fielded, type Naming, type Shape } from "./shape.js";
import type { WireFormat } from "../types/index.js";

/** Blocks of Anthropic, whose results and documents hold further ones. */
const blockWith = (content: Shape): Fielded =>
	fielded(
		"text cache_control citations title context thinking signature data id name input tool_use_id is_error",
		{ content, source: fielded("media_type data url", { content }, ["base64", "text", "url", "content"]) },
		[
			"text",
			"image",
			"document",
			"search_result",
			"thinking",
			"redacted_thinking",
			"tool_use",
			"tool_result",
		],
	);
// A message holds a result, that a document, and that its parts; no API takes more.
const block = blockWith(blockWith(blockWith(fielded("type text cache_control"))));

const anthropic = fielded(
	"model max_tokens stream tool_choice temperature top_k top_p stop_sequences cache_control output_format",
	{
		messages: fielded("role", { content: block }),
		system: block,
		tools: fielded(
			"name description input_schema strict cache_control input_examples eager_input_streaming",
			{},
			[undefined, "custom"],
		),
		thinking: fielded("type budget_tokens display"),
		output_config: fielded("effort format"),
		metadata: fielded("user_id"),
	},
);

const openaiPart = fielded(
	"text image_url input_audio audio_url video_url refusal thinking closed signature cache_control",
	{ file: fielded("file_data filename") },
	["text", "image_url", "input_audio", "audio_url", "video_url", "file", "refusal", "thinking"],
);

/** Of chat completions, in their dialects. */
const openai = fielded(
	"model stream stream_options max_tokens max_completion_tokens n stop seed random_seed temperature top_p top_k min_p" +
		" presence_penalty frequency_penalty repetition_penalty repeat_penalty logit_bias logprobs top_logprobs" +
		" tool_choice parallel_tool_calls function_call response_format verbosity prompt_cache_key prompt_mode" +
		" safe_prompt reasoning_effort reasoning_format include_reasoning enable_thinking thinking_budget",
	{
		messages: fielded(
			"role name tool_calls tool_call_id function_call refusal reasoning reasoning_content reasoning_details" +
				" prefix partial cache_control",
			{ content: openaiPart },
		),
		tools: fielded("cache_control", { function: fielded("name description parameters strict") }, [
			undefined,
			"function",
		]),
		functions: fielded("name description parameters"),
		reasoning: fielded("effort max_tokens enabled exclude summary"),
		thinking: fielded("type budget_tokens clear_thinking"),
		// Others would reach into a server's template.
		chat_template_kwargs: fielded(
			"enable_thinking thinking thinking_budget reasoning_effort preserve_thinking clear_thinking",
		),
	},
);

const responsesPart = fielded(
	"text image_url detail annotations logprobs refusal file_data filename file_url",
	{},
	["input_text", "output_text", "summary_text", "reasoning_text", "refusal", "input_image", "input_file"],
);

const responses = fielded(
	"model instructions stream stream_options store include tool_choice parallel_tool_calls max_output_tokens" +
		" temperature top_p top_logprobs text truncation prompt_cache_key",
	{
		input: fielded(
			"id status role phase call_id name arguments summary encrypted_content",
			{ content: responsesPart, output: responsesPart },
			[undefined, "message", "reasoning", "function_call", "function_call_output"],
		),
		tools: fielded("name description parameters strict", {}, ["function"]),
		reasoning: fielded("effort summary generate_summary"),
	},
);

const inlineData = fielded("mimeType data displayName");
const content = fielded("role", {
	parts: fielded("text thought thoughtSignature functionCall videoMetadata mediaResolution", {
		inlineData,
		functionResponse: fielded("id name response willContinue scheduling", {
			parts: fielded("", { inlineData }),
		}),
	}),
});

const gemini = fielded("", {
	contents: content,
	systemInstruction: content,
	tools: fielded("", {
		functionDeclarations: fielded(
			"name description behavior parameters parametersJsonSchema response responseJsonSchema",
		),
	}),
	toolConfig: fielded("", { functionCallingConfig: fielded("mode allowedFunctionNames") }),
	generationConfig: fielded(
		"temperature topP topK seed maxOutputTokens candidateCount stopSequences presencePenalty frequencyPenalty" +
			" responseMimeType responseSchema responseJsonSchema responseModalities imageConfig mediaResolution" +
			" responseLogprobs logprobs",
		{ thinkingConfig: fielded("includeThoughts thinkingBudget thinkingLevel") },
	),
});

/** What goes up by API. */
export const ALLOWED: { readonly [format in WireFormat]: Fielded } = {
	anthropic,
	openai,
	"openai-responses": responses,
	gemini,
};

/** How each API reads a field's name: Google takes `max_output_tokens` for `maxOutputTokens`, and so on. */
export const namingOf = (format: WireFormat): Naming =>
	format === "gemini"
		? (name) =>
				/^[a-z0-9_]+$/.test(name) ? name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()) : name
		: (name) => name;
