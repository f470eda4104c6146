/** What both sides of the Worker say of SQL: names, results, mistakes. */

/** @typedef {import("./datasets.mjs").Cell} Cell */
/** @typedef {{columns: string[], rows: Record<string, Cell>[], truncated: boolean}} Result */
/** @typedef {{name: string, type: "number" | "text", distinct: number}} Column */
/** @typedef {{name: string, rows: number, columns: Column[]}} TableInfo */

/** @param {string} name */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** A mistake in a question, in words for whoever asked. */
export class QueryError extends Error {}
