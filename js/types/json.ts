/** Values that cross the boundary, and the codes of errors. */

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A JSON Schema (draft 2020-12), as an object. */
export type JsonSchema = { [keyword: string]: Json };

/** The closed set of codes that a {@link WebMcpError} can carry. */
export type WebMcpErrorCode =
	| "not_initialised"
	| "invalid_argument"
	| "invalid_recipe"
	| "invalid_schema"
	| "duplicate_widget"
	| "not_found"
	| "network"
	| "http"
	| "protocol"
	| "unauthorized"
	| "rate_limited"
	| "aborted"
	| "model"
	| "unsupported"
	| "conflict"
	| "tool_failed"
	| "internal";
