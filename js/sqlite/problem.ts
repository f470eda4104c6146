/** What is wrong with a file or a query, in words for whoever gave it. */
export class Problem extends Error {}
