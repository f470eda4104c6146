/** What a picture shows as a table, for those who cannot see it. */
import { element, numberText } from "./dom.js";

/** A row: what it is of, and its numbers; `undefined` where one is missing. */
export type NumberRow = readonly [string, ...(number | undefined)[]];

/** A table that screen readers read, and tests: of each number the exact value stands in `data-value`. `heads` say what the numbers are. */
export function numberTable(
	title: string,
	rows: readonly NumberRow[],
	heads: readonly string[] = [],
): HTMLElement {
	const cell = (value: number | undefined) =>
		value === undefined ? element("td") : element("td", { "data-value": String(value) }, numberText(value));
	const lines = rows.map(([label, ...values]) =>
		element("tr", {}, element("th", { scope: "row" }, label), ...values.map(cell)),
	);
	const caption = title === "" ? [] : [element("caption", {}, title)];
	const columns = heads.map((head) => element("th", { scope: "col" }, head));
	const head = heads.length > 0 ? [element("thead", {}, element("tr", {}, element("td"), ...columns))] : [];
	return element(
		"table",
		{ class: "wm-hidden wm-numbers" },
		...caption,
		...head,
		element("tbody", {}, ...lines),
	);
}

/** The first of so many things in words, and how many more there are. */
export function someOf(things: readonly string[], most = 12): string {
	const rest = things.length > most ? `, and ${things.length - most} more` : "";
	return `${things.slice(0, most).join(", ")}${rest}`;
}
