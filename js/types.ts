/** Every plain shape of the public API, once. Rust mirrors them with serde. */
export type * from "./types/bus.js";
export type * from "./types/canvas.js";
export type * from "./types/chat.js";
export type * from "./types/embedder.js";
export type * from "./types/json.js";
export type * from "./types/layers.js";
export type * from "./types/mcp.js";
export type * from "./types/model.js";
export type * from "./types/run.js";
