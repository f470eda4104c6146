/** Decides which of the package's errors an error of the AI SDK is. */
import { WebMcpError } from "../../core/errors.js";
import type { WebMcpErrorCode } from "../../types/index.js";

/** What the SDK's `APICallError` has. */
interface CallError {
	statusCode?: unknown;
	responseHeaders?: { [name: string]: string };
	isRetryable?: unknown;
}

/** The error in the package's words; errors of the package stay as they are. */
export function translated(error: unknown): Error {
	if (error instanceof WebMcpError) return error;
	const message = messageOf(error);
	const { statusCode, responseHeaders, isRetryable } = (
		typeof error === "object" && error !== null ? error : {}
	) as CallError;
	if (typeof statusCode === "number") {
		const retryAfter = responseHeaders?.["retry-after"] ?? null;
		const broken = statusCode >= 200 && statusCode < 300;
		return new WebMcpError(
			broken ? "protocol" : codeOf(statusCode),
			`The model's server answered ${statusCode}: ${message}`,
			{ status: statusCode, retryAfter },
		);
	}
	// Neither a status nor a model's own words: the request did not get through, or the reply stopped.
	const lost = isRetryable === true || error instanceof TypeError;
	return new WebMcpError(
		lost ? "network" : "model",
		lost ? `The model's server cannot be reached, or broke off: ${message}` : `The model failed: ${message}`,
	);
}

function codeOf(status: number): WebMcpErrorCode {
	if (status === 401 || status === 403) return "unauthorized";
	return status === 429 ? "rate_limited" : "http";
}

function messageOf(error: unknown): string {
	if (error instanceof Error) return error.message.slice(0, 500);
	if (typeof error === "string") return error.slice(0, 500);
	const { message } = (typeof error === "object" && error !== null ? error : {}) as { message?: unknown };
	return typeof message === "string" ? message.slice(0, 500) : "no reason given";
}
