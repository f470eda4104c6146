/** `document.modelContext` for browsers that have none. Importing this installs nothing. */
export {
	cleanupWebMCPPolyfill,
	hasNativeWebMCP,
	initializeWebMCPPolyfill,
	type PolyfillOptions,
} from "./earlier.js";
export { installModelContext } from "./install.js";
