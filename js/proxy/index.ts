/** `webmcp-auto-ui/proxy`: the keys of model APIs stay on the server. Needs no WebAssembly and no Node. */
export { createModelProxy } from "./create.js";
export type {
	Authorization,
	Authorized,
	Keys,
	KeyStyle,
	ModelProxy,
	ModelProxyOptions,
	ProxyEntry,
	ProxyLimits,
	Upstream,
} from "./types.js";
