/** Names that earlier code knows: each is offered, or the README says what to use instead. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { inRoot } from "../../scripts/lib/paths.mjs";

const CORE = `validateJsonSchema initializeWebMCPPolyfill cleanupWebMCPPolyfill hasNativeWebMCP executeToolInternal
McpClient listenForAgentCalls stopListening callToolViaPostMessage isWebMCPEvent dispatchAndWait signalCompletion
sanitizeSchema sanitizeSchemaWithReport flattenSchema unflattenParams createToolGroup textResult jsonResult
McpMultiClient MultiMcpBridge installMultiMcpBridge parseRecipesFromToolResponse createWebMcpServer parseFrontmatter
mountWidget`;

const AGENT = `RemoteLLMProvider WasmProvider TransformersProvider LocalLLMProvider HawkProvider createProvider
AnthropicProvider GemmaProvider TRANSFORMERS_MODELS getTransformersModel listTransformersModels HAWK_MODELS
listHawkModels parseToolCalls buildGemmaPrompt loadOrDownloadModel clearModelCache listCachedModels
clearAllModelCaches walkDirectoryStats listAllStorage deleteStorageEntry clearAllStorage runAgentLoop toProviderTools
fromMcpTools trimConversationHistory buildSystemPrompt buildSystemPromptWithAliases autoui NATIVE_WIDGET_NAMES
buildToolsFromLayers buildDiscoveryTools buildDiscoveryToolsWithAliases activateServerTools resolveCanonicalTools
toolAliasMap flattenPathMaps buildDiscoveryCache DiscoveryCache DISCOVERY_TOOL_NAMES WEBMCP_RECIPES parseRecipe
parseRecipes recipeRegistry registerRecipes filterRecipesByServer formatRecipesForPrompt formatMcpRecipesForPrompt
filterRecipes sortRecipes recipeToMarkdown recipeToDownloadBlob groupToolsByServer formatToolSchema summarizeChat
TokenTracker runDiagnostics autoRepairParams PipelineTrace createTraceObserver ContextRAG llmProxy hawkProxy`;

test("each published name is offered or argued away, never both", () => {
	const readme = readFileSync(inRoot("README.md"), "utf8");
	const [, table = ""] = /### Names of the earlier package([\s\S]*?)\n## /.exec(readme) ?? [];
	const argued = new Set(
		[...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
			[...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
		),
	);
	const names = `${CORE} ${AGENT}`.split(/\s+/);
	assert.equal(new Set(names).size, 90);
	for (const name of names) {
		assert.notEqual(
			name in kit,
			argued.has(name),
			`${name}: offered ${name in kit}, argued ${argued.has(name)}`,
		);
	}
});
