/** Everything that the package offers, by name. */
export { autoui, bus } from "./defaults.js";
export { WebMcpError } from "./errors.js";
export { type InitOptions, init } from "./init.js";
export {
	type Abortable,
	type ConnectedServer,
	McpClient,
	type McpClientOptions,
	McpMultiClient,
	type McpServerInfo,
} from "./mcp.js";
export { mountCanvas, mountWidget } from "./mount.js";
export {
	LocalLLMProvider,
	type LocalLLMProviderOptions,
	MODEL_ALIASES,
	RemoteLLMProvider,
	type RemoteLLMProviderOptions,
	type WireFormat,
} from "./providers.js";
export {
	buildDiscoveryTools,
	buildSystemPrompt,
	buildToolsFromLayers,
	createBus,
	createCanvasVanilla,
	createWebMcpServer,
	resolveCanonicalTools,
	runAgentLoop,
} from "./run.js";
export {
	autoRepairParams,
	type CompiledJsonSchema,
	compileJsonSchema,
	createPartialJson,
	flattenSchema,
	type JsonSchemaError,
	type JsonSchemaResult,
	loadFullValidator,
	type PartialJson,
	type PathMap,
	type SchemaPatch,
	sanitizeSchema,
	sanitizeSchemaWithReport,
	unflattenParams,
	validateJsonSchema,
} from "./schema.js";
export type * from "./types.js";
export { WasmProvider } from "./wasm-provider.js";
