/** Everything that the package offers, by name. */
export * from "./compat/index.js";
export {
	type Area,
	type Box,
	floatingLayout,
	type Pane,
	stackLayout,
	tilingLayout,
	weightsOf,
} from "./canvas/layouts.js";
export { type MountCanvasOptions, mountCanvas } from "./canvas/mount.js";
export type { Query } from "./canvas/querying.js";
export { mountToolbar } from "./canvas/toolbar.js";
export { type CapabilityRow, capabilitiesOf, MODEL_CAPABILITIES } from "./capabilities.js";
export {
	createBus,
	createCanvasVanilla,
	createWebMcpServer,
	type WebMcpServerOptions,
} from "./create.js";
export { autoui, bus } from "./defaults.js";
export { WebMcpError } from "./errors.js";
export {
	type CompressHistoryOptions,
	compressOldToolResults,
	estimateTokens,
	trimConversationHistory,
} from "./history.js";
export type { HttpProviderOptions } from "./http-options.js";
export { type InitOptions, init } from "./init.js";
export { createIndexedDBJournal, createMemoryJournal, type ReadableJournal } from "./journal.js";
export {
	type AliasMap,
	activateServerTools,
	buildDiscoveryCache,
	buildDiscoveryTools,
	buildDiscoveryToolsWithAliases,
	buildSystemPrompt,
	buildSystemPromptWithAliases,
	buildToolsFromLayers,
	DiscoveryCache,
	flattenedPaths,
	type KnownServer,
	type PromptOptions,
	resolveCanonicalTools,
	sanitizeServerName,
	toProviderTools,
} from "./layers.js";
export {
	type Abortable,
	type ConnectedServer,
	McpClient,
	type McpClientOptions,
	McpMultiClient,
	type McpServerInfo,
} from "./mcp.js";
export {
	type ContextHit,
	ContextRAG,
	type ContextRAGOptions,
	type ContextSource,
	type SavedContext,
} from "./memory.js";
export { MODEL_PRESETS } from "./model-choice.js";
export { type MountedWidget, mountWidget, type RendererSource } from "./mount.js";
export { registerPack, type WidgetPack } from "./packs/register.js";
export { moreWidgets } from "./widgets/index.js";
export { type ProposedWish, type ProposeWishesOptions, proposeWishes } from "./wishes.js";
export { type MapTiles, setMapTiles } from "./widgets/map/tiles.js";
export {
	LocalLLMProvider,
	type LocalLLMProviderOptions,
	MODEL_ALIASES,
	RemoteLLMProvider,
	type RemoteLLMProviderOptions,
} from "./providers.js";
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
	sanitizeSchema,
	sanitizeSchemaWithReport,
	unflattenParams,
	validateJsonSchema,
} from "./schema.js";
export { createWidgetPreview, type PreviewSource, type WidgetPreview } from "./preview.js";
export { type RateLimit, withRateLimit } from "./rate-limit.js";
export { AgentRun, AgentSession, createSession, resumeAgentLoop, runAgentLoop } from "./session.js";
export type * from "./types.js";
export { type WarmUpOptions, warmUp } from "./warm-up.js";
export { WasmProvider } from "./wasm-provider.js";
export { clearAllModelCaches, clearModelCache, listCachedModels, type StoredModel } from "./model-cache.js";
