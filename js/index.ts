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
export { type CapabilityRow, capabilitiesOf, MODEL_CAPABILITIES } from "./model/capabilities.js";
export {
	createBus,
	createCanvasVanilla,
	createWebMcpServer,
	type WebMcpServerOptions,
} from "./server/create.js";
export { autoui, bus } from "./server/defaults.js";
export { createCanvas, type LiveCanvas } from "./server/live-canvas.js";
export { WebMcpError } from "./core/errors.js";
export { trustOwnScripts } from "./core/trusted.js";
export {
	type CompressHistoryOptions,
	compressOldToolResults,
	trimConversationHistory,
	truncateResult,
} from "./agent/history.js";
export type { HttpProviderOptions } from "./provider/http-options.js";
export { type InitOptions, init } from "./core/init.js";
export { createIndexedDBJournal, createMemoryJournal, type ReadableJournal } from "./agent/journal.js";
export { activateServerTools } from "./dispatch/activate.js";
export {
	type AliasMap,
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
} from "./dispatch/layers.js";
export {
	type ConnectedServer,
	McpClient,
	McpMultiClient,
} from "./mcp/index.js";
export type * from "./mcp/types.js";
export {
	type ContextHit,
	ContextRAG,
	type ContextRAGOptions,
	type ContextSource,
	type SavedContext,
} from "./memory/context-rag.js";
export { MODEL_PRESETS } from "./model/choice.js";
export { recommendModel } from "./model/recommend.js";
export { type MountedWidget, mountWidget, type RendererSource } from "./widgets/mount.js";
export { registerPack, type WidgetPack } from "./packs/register.js";
export { nativeWidgets, type WidgetSource } from "./widgets/index.js";
export { type ProposedWish, type ProposeWishesOptions, proposeWishes } from "./agent/wishes.js";
export { type MapTiles, setMapTiles } from "./widgets/map/tiles.js";
export {
	LocalLLMProvider,
	type LocalLLMProviderOptions,
	MODEL_ALIASES,
	RemoteLLMProvider,
	type RemoteLLMProviderOptions,
} from "./provider/over-http.js";
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
} from "./schema/json-schema.js";
export { addWidgetWords } from "./widgets/say.js";
export { createWidgetPreview, type PreviewSource, type WidgetPreview } from "./widgets/preview.js";
export { type RateLimit, withRateLimit } from "./provider/rate-limit.js";
export { AgentRun, AgentSession, createSession, resumeAgentLoop, runAgentLoop } from "./agent/session.js";
export { estimateTokens } from "./model/tokens.js";
export type * from "./types/index.js";
export { type WarmUpOptions, warmUp } from "./agent/warm-up.js";
export { WasmProvider } from "./provider/wasm-provider.js";
export { clearAllModelCaches, clearModelCache, listCachedModels, type StoredModel } from "./model/cache.js";
