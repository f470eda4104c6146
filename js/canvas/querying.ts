/** Widgets that ask for rows, such as a notebook, get them from where the page says. */
import type { Cleanup, Json } from "../types.js";
import type { Mounted } from "./mount.js";

/** Answers `sql` of a widget with rows. */
export type Query = (sql: string, widgetId: string) => Json | Promise<Json>;

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
			.then(
				(rows) => answer({ rows }),
				(problem: unknown) => answer({ error: problem instanceof Error ? problem.message : String(problem) }),
			);
	};
	container.addEventListener("query", asked);
	return () => container.removeEventListener("query", asked);
}
