/** Every plain shape of the public API, once. Rust mirrors them with serde. */
export type * from "./bus.js";
export type * from "./canvas.js";
export type * from "./chat.js";
export type * from "./embedder.js";
export type * from "./json.js";
export type * from "./layers.js";
export type * from "./mcp.js";
export type * from "./model.js";
export type * from "./run.js";
