/** The published document's own paths and leniency, in one line. */

/**
 * Options with which the API is as the document ("F3: Tool Execution API") has it: `POST /tools/{name}/call` without a prefix, a body that is
 * no JSON is `{}`, arguments are not checked, any site may call. Safe only where no browser can reach it.
 *
 * `createToolApi({ ...asDocumented, tools, call, allowExecute: true })`
 */
export const asDocumented = { prefix: "", security: "document" } as const;
