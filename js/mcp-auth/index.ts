/** Signs in to MCP servers: OAuth 2.1 in a browser, and wherever else there is `fetch`. */
export { createMcpAuth } from "./auth.js";
export { finishMcpSignIn } from "./callback.js";
export { webStore } from "./stores.js";
export type * from "./types.js";
