/** Tools that come and go together. */
import { aFunction, aText } from "../core/arguments.js";
import type { Cleanup } from "../types/index.js";

/** Tools of one part of a page, taken back at once when that part goes. */
export interface ToolGroup {
	readonly name: string;
	/** Aborted by {@link ToolGroup.abort}; to be handed to whatever belongs to the group. */
	readonly signal: AbortSignal;
	readonly isAborted: boolean;
	/**
	 * Registers a tool while the group lives.
	 *
	 * @param register - Does it; gets the group's signal and may return what takes the tool back.
	 * @returns False when the group is over; then nothing was registered.
	 */
	register<T>(
		tool: T,
		// biome-ignore lint/suspicious/noConfusingVoidType: a registration may return nothing at all
		register: (tool: T, options: { signal: AbortSignal }) => Cleanup | void,
	): boolean;
	/** Takes every tool back, the last one first. Calling it twice is harmless. */
	abort(): void;
}

/** A group without tools. */
export function createToolGroup(name: string): ToolGroup {
	aText("createToolGroup: name", name);
	const controller = new AbortController();
	const cleanups: Cleanup[] = [];
	return {
		name,
		signal: controller.signal,
		get isAborted() {
			return controller.signal.aborted;
		},
		register(tool, register) {
			aFunction("register: register", register);
			if (controller.signal.aborted) return false;
			const cleanup = register(tool, { signal: controller.signal });
			if (typeof cleanup === "function") cleanups.push(cleanup);
			return true;
		},
		abort() {
			controller.abort();
			while (cleanups.length > 0) {
				try {
					cleanups.pop()?.();
				} catch (error) {
					// One that fails must not keep the others in place.
					reportError(error);
				}
			}
		},
	};
}
