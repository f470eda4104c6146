/** Decides which API stands behind an address where the host does not say. */
import type { WireFormat } from "../types/index.js";

/** By where requests go. Google's own chat completions lie below `/v1beta` too, so they come first. */
const ADDRESSES: readonly (readonly [RegExp, WireFormat])[] = [
	[/\/chat\/completions\/?$/i, "openai"],
	[/\/v1\/responses\/?$/i, "openai-responses"],
	[/\/v1\/messages\/?$/i, "anthropic"],
	[/generativelanguage|\/v1beta(\/|$)/i, "gemini"],
];

/** By how the model is called. Names with a vendor in front are those of routers, which speak chat completions. */
const MODELS: readonly (readonly [RegExp, WireFormat])[] = [
	[/^claude-/i, "anthropic"],
	[/^(models\/)?gemini-/i, "gemini"],
	[
		/\/|^(chatgpt|codestral|deepseek|devstral|gpt|grok|llama|magistral|ministral|mistral|mixtral|o\d|qwen)/i,
		"openai",
	],
];

/**
 * The API that an address speaks: what the end of its path says, else what the model's name says, else `anthropic`.
 *
 * @param url - Where requests go; its query says nothing.
 * @param model - The model's id, not an alias.
 */
export function wireFormatOf(url: string, model: string): WireFormat {
	const [path = ""] = url.split(/[?#]/, 1);
	const told = ADDRESSES.find(([form]) => form.test(path)) ?? MODELS.find(([form]) => form.test(model));
	return told?.[1] ?? "anthropic";
}

/** The address as the core takes it, which adds `/v1beta/…` itself where the format is `gemini`. */
export function baseOf(url: string, format: WireFormat): string {
	return format === "gemini" ? url.replace(/\/v1beta(\/[^?#]*)?(?=[?#]|$)/i, "") : url;
}
