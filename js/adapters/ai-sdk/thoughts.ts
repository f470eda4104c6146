/** Decides how what only the provider understands (signatures, ids) is kept in a history and given back. */
import type { ContentBlock, Json } from "../../types/index.js";
import type { ProviderOptions } from "./model.js";

/** A thought, as histories hold it. */
export type ReasoningBlock = Extract<ContentBlock, { type: "reasoning" }>;

/** Whose `opaque` ours is. */
const FORMAT = "ai-sdk";

/** A thought with what its provider said about it; `toolCallId` names the call that it is about instead. */
export function thought(
	text: string,
	metadata: ProviderOptions | undefined,
	toolCallId?: string,
): ReasoningBlock | undefined {
	if (text === "" && !metadata) return undefined;
	const block: ReasoningBlock = { type: "reasoning", text };
	if (metadata) {
		// What JSON cannot hold could not come back from a journal either.
		const data = JSON.parse(JSON.stringify(toolCallId ? { metadata, toolCallId } : { metadata })) as Json;
		block.opaque = { format: FORMAT, data };
	}
	return block;
}

/** What {@link thought} kept; `foreign` where another provider's format did. */
export function recalled(block: ReasoningBlock): {
	metadata?: ProviderOptions;
	toolCallId?: string;
	foreign: boolean;
} {
	const { opaque } = block;
	if (!opaque) return { foreign: false };
	if (opaque.format !== FORMAT) return { foreign: true };
	const data = opaque.data as { metadata?: ProviderOptions; toolCallId?: string } | null;
	return { ...data, foreign: false };
}
