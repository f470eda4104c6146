/** Tells whoever listens what a model writes. */
import { guarded } from "../core/report.js";
import type { ChatDelta, ChatOptions } from "../types/index.js";

/** Who hears a reply while it is written: `onDelta` all of it, or the others one kind of piece each. */
export type Listeners = Pick<ChatOptions, "onDelta" | "onToken" | "onReasoning" | "onArguments">;

/** What a listener throws is its own problem: it is reported, and the reply goes on. */
export function tell({ onDelta, onToken, onReasoning, onArguments }: Listeners, delta: ChatDelta): void {
	guarded(() => {
		if (onDelta) onDelta(delta);
		else if (delta.type === "text") onToken?.(delta.text);
		else if (delta.type === "reasoning") onReasoning?.(delta.text);
		else if (delta.type === "arguments") {
			onArguments?.({ id: delta.id, name: delta.name, delta: delta.delta });
		}
	});
}
