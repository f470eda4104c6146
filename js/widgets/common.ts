/** The widgets that `autoui` has at once: as many as a small model reads ahead of a wish. */
export const COMMON: ReadonlySet<string> = new Set([
	...["stat", "chart", "data-table", "list", "text", "kv", "map", "scatter"],
	...["alert", "cards", "code", "log", "profile", "tags", "timeline"],
]);
