/** How long texts are for a model. */
import { core } from "../core/init.js";

/** About how many tokens a text is; calibrated on two tokenizers, see the core's `model/tokens.rs`. */
export function estimateTokens(text: string): number {
	return core().estimateTokens(text);
}
