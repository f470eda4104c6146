/** The callbacks of a run as the core gets them: those of the host, and who iterates over the run hears the same. */
import type { AgentCallbacks, AgentOptions, RunEvent } from "../types/index.js";

/** The options with callbacks that also tell the listeners, as many as there are then. */
export function heardBy(
	options: AgentOptions,
	listeners: ReadonlySet<(event: RunEvent) => void>,
): AgentOptions {
	const host = options.callbacks ?? {};
	const onEvent = (event: RunEvent) => {
		for (const listener of listeners) listener(event);
		if (typeof host.onEvent === "function") host.onEvent(event);
	};
	// Asked anew at each event: whoever begins to iterate late hears the rest, and events that nobody hears are
	// not made. It stands before nothing, for a proxy may not change what a frozen object says.
	const callbacks = new Proxy<AgentCallbacks>(
		{},
		{
			get: (_, key) => {
				if (key === "onEvent" && listeners.size > 0) return onEvent;
				const value: unknown = Reflect.get(host, key);
				if (typeof value !== "function") return value;
				// Private members are only on the host's own object.
				return key === "onWidget" ? withTextId(value.bind(host)) : value.bind(host);
			},
		},
	);
	return { ...options, callbacks };
}

/** Ids are texts in all that a model writes; a host may count its widgets. */
function withTextId(onWidget: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
	return (...args) => {
		const placed = onWidget(...args);
		try {
			const { id } = Object(placed) as { id?: unknown };
			return typeof id === "number" && Number.isFinite(id) ? { id: String(id) } : placed;
		} catch {
			// What cannot be read is no id.
			return placed;
		}
	};
}
