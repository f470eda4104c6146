/** Doors between this page's tools and everybody else's: the browser's WebMCP, other windows, programs on the desktop. */
export { createToolGuard } from "../guard/guard.js";
export type * from "../guard/types.js";
export { type Exposed, type ExposeOptions, exposeNative } from "./expose.js";
export { type Imported, type ImportOptions, importNative } from "./import.js";
export {
	type AgentCallExecutor,
	callToolViaPostMessage,
	isWebMCPEvent,
	type ListenOptions,
	listenForAgentCalls,
	type PostMessageOptions,
	stopListening,
} from "./messages.js";
export { connectRelay, type RelayLink, type RelayLinkOptions, type RelayState } from "./relay.js";
export type { ServedOptions } from "./served.js";
export type * from "./types.js";
