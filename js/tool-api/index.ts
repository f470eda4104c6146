/** The Tool Execution API: the page's tools, or a server's, for anyone who speaks HTTP. */
export { createToolApi } from "./create.js";
export { asDocumented } from "./documented.js";
export { type LayerClient, toolsFrom } from "./from.js";
export { answerFromPage } from "./page.js";
export type * from "./types.js";
