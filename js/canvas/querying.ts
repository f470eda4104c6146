/** Widgets that ask for rows, such as a notebook, get them from where the page says. */
import type { Cleanup, Json, McpToolResult } from "../types/index.js";
import type { Mounted } from "./mount.js";
import { rowsIn } from "./rows-in.js";

/** Answers `sql` of a widget with rows, or with what a server's tool has answered. */
export type Query = (sql: string, widgetId: string) => Answer | Promise<Answer>;

type Answer = Json | McpToolResult;

/** Lets the widgets of a canvas query: what a widget tells by `query` is answered by `result`. */
export function querying({ container, frames }: Mounted, query: Query): Cleanup {
	const asked = (event: Event) => {
		const { cell, sql } = (event as CustomEvent<{ cell?: unknown; sql?: unknown } | null>).detail ?? {};
		const id = (event.target as Element).closest<HTMLElement>("[data-widget-id]")?.dataset.widgetId ?? "";
		const frame = frames.get(id);
		if (!frame || typeof sql !== "string") return;
		const answer = (payload: object) => frame.receive("result", { cell, ...payload });
		Promise.resolve()
			.then(() => query(sql, id))
			.then((answered) => ({ rows: rowsIn(answered) }))
			.catch((problem: unknown) => ({ error: problem instanceof Error ? problem.message : String(problem) }))
			.then(answer);
	};
	container.addEventListener("query", asked);
	return () => container.removeEventListener("query", asked);
}
