/** Earlier names of shapes. */
import type { JsonSchemaError, JsonSchemaResult } from "../schema/json-schema.js";
import type { JsonSchema, McpToolDef, McpToolResult, RecipeSummary } from "../types/index.js";

/** {@link McpToolDef}. */
export type McpTool = McpToolDef;
/** {@link RecipeSummary}. */
export type McpRecipeSummary = RecipeSummary;
/** {@link McpToolResult}. */
export type ToolExecuteResult = McpToolResult;
/** {@link JsonSchemaResult}. */
export type ValidationResult = JsonSchemaResult;
/** {@link JsonSchemaError}. */
export type ValidationError = JsonSchemaError;
/** {@link JsonSchema}. */
export type JsonSchemaObject = JsonSchema;
