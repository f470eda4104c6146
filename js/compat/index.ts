/** Published names around the loop: small helpers that a page may use or leave. */
export { dispatchAndWait, type DispatchOptions, signalCompletion } from "./completion.js";
export {
	AnthropicProvider,
	type CreatedProvider,
	type CreateProviderOptions,
	createProvider,
	GemmaProvider,
} from "./create-provider.js";
export { type Diagnostic, runDiagnostics } from "./diagnostics.js";
export { type FrontmatterParts, parseFrontmatter } from "./frontmatter.js";
export { createTraceObserver, type TraceObserver, type TraceTarget } from "./observer.js";
export {
	createRecipeRegistry,
	filterRecipes,
	filterRecipesByServer,
	formatMcpRecipesForPrompt,
	formatRecipesForPrompt,
	parseRecipesFromToolResponse,
	type RecipeRegistry,
	recipeRegistry,
	registerRecipes,
	sortRecipes,
} from "./recipe-lists.js";
export { parseRecipe, parseRecipes, type Recipe, recipeToDownloadBlob, recipeToMarkdown } from "./recipes.js";
export { jsonResult, textResult } from "./results.js";
export { type ChatSummary, type SummarizeChatOptions, summarizeChat } from "./summary.js";
export { type TokenStats, TokenTracker } from "./tokens.js";
export { parseToolCalls } from "./tool-calls.js";
export { createToolGroup, type ToolGroup } from "./tool-group.js";
export {
	DISCOVERY_TOOL_NAMES,
	formatToolSchema,
	fromMcpTools,
	groupToolsByServer,
	NATIVE_WIDGET_NAMES,
} from "./tools.js";
export { PipelineTrace, type TraceEntry, type TraceLevel } from "./trace.js";
export type {
	JsonSchemaObject,
	McpRecipeSummary,
	McpTool,
	ToolExecuteResult,
	ValidationError,
	ValidationResult,
} from "./types.js";
