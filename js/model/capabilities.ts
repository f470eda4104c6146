/** What models can do, as data: no API tells, so a table does, and hosts may know better. */
import { aText, copied } from "../core/arguments.js";
import type { Capabilities, WireFormat } from "../types/index.js";

/** One line of {@link MODEL_CAPABILITIES}. */
export interface CapabilityRow extends Partial<Capabilities> {
	/** The API that the line is about; left out for all. */
	format?: WireFormat;
	/** How the model's id begins, in lower case and without a vendor in front (`openai/gpt-4o` is `gpt-4o`). */
	prefix: string;
}

const UNKNOWN: Capabilities = {
	tools: true,
	parallelTools: true,
	images: true,
	caching: true,
	reasoning: false,
};

/**
 * What is known of models by the beginning of their id; the longest that fits counts, and what it leaves out is as for
 * a model of which nothing is known: everything but `reasoning`, and no `contextSize`.
 *
 * From the vendors' own documentation, November 2026. A model that is missing works all the same.
 */
export const MODEL_CAPABILITIES: readonly CapabilityRow[] = [
	{ prefix: "claude-", reasoning: true, contextSize: 200_000 },
	{ prefix: "claude-3-haiku", contextSize: 200_000 },
	{ prefix: "claude-3-5-", contextSize: 200_000 },
	{ prefix: "gpt-3.5", images: false, contextSize: 16_385 },
	{ prefix: "gpt-4o", contextSize: 128_000 },
	{ prefix: "gpt-4.1", contextSize: 1_047_576 },
	{ prefix: "gpt-5", reasoning: true, contextSize: 400_000 },
	{ prefix: "gpt-6", reasoning: true },
	{ prefix: "gpt-oss", reasoning: true, images: false, contextSize: 131_072 },
	{ prefix: "o1", reasoning: true, contextSize: 200_000 },
	{ prefix: "o3", reasoning: true, contextSize: 200_000 },
	{ prefix: "o3-mini", reasoning: true, images: false, contextSize: 200_000 },
	{ prefix: "o4", reasoning: true, contextSize: 200_000 },
	{ prefix: "gemini-", reasoning: true, contextSize: 1_048_576 },
	{ prefix: "gemini-1", contextSize: 1_048_576 },
	{ prefix: "gemini-2.0", contextSize: 1_048_576 },
	{ prefix: "gemma3", contextSize: 131_072 },
	{ prefix: "gemma-3", contextSize: 131_072 },
	{ prefix: "deepseek", reasoning: true, images: false, contextSize: 128_000 },
	{ prefix: "qwen2.5", images: false, contextSize: 32_768 },
	{ prefix: "qwen2.5-vl", contextSize: 32_768 },
	{ prefix: "qwen3", reasoning: true, images: false, contextSize: 32_768 },
	{ prefix: "qwen3-vl", reasoning: true, contextSize: 262_144 },
	{ prefix: "llama3", parallelTools: false, images: false, contextSize: 131_072 },
	{ prefix: "llama-3", parallelTools: false, images: false, contextSize: 131_072 },
	{ prefix: "llama3.2-vision", parallelTools: false, contextSize: 131_072 },
	{ prefix: "codestral", images: false, contextSize: 262_144 },
	{ prefix: "devstral", images: false, contextSize: 131_072 },
	{ prefix: "magistral", reasoning: true, contextSize: 131_072 },
	{ prefix: "mistral", contextSize: 131_072 },
	{ prefix: "mistral-7b", images: false, contextSize: 32_768 },
	{ prefix: "mixtral", images: false, contextSize: 32_768 },
];

/**
 * What a model can do: what the host says, else what {@link MODEL_CAPABILITIES} says, else what most models can.
 *
 * @param format - The API through which it is reached.
 * @param model - Its id.
 * @param known - What the host knows better.
 */
export function capabilitiesOf(
	format: WireFormat,
	model: string,
	known: Partial<Capabilities> = {},
): Capabilities {
	aText("capabilitiesOf: model", model);
	const better = copied("capabilitiesOf: known", known ?? {});
	const name = (model.split("/").pop() ?? model).toLowerCase();
	const fitting = MODEL_CAPABILITIES.filter(
		(row) => name.startsWith(row.prefix) && (row.format === undefined || row.format === format),
	);
	const best = fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
	const { prefix: _, format: __, ...row } = best ?? { prefix: "" };
	return { ...UNKNOWN, ...row, ...better };
}
