/** The browser's errors in the package's words. */
import { WebMcpError } from "../core/errors.js";

/** Whether the browser failed with a `DOMException` of this name. */
export const isNamed = (error: unknown, name: string): boolean =>
	error instanceof Error && error.name === name;

/** The error that a caller of the provider gets. */
export function translated(error: unknown): Error {
	if (error instanceof WebMcpError) return error;
	const said = error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500);
	if (isNamed(error, "QuotaExceededError")) {
		return new WebMcpError(
			"model",
			`The conversation is longer than the browser's model reads: begin a new one, or offer fewer tools. (${said})`,
		);
	}
	if (isNamed(error, "NotAllowedError")) {
		return new WebMcpError(
			"unsupported",
			`The browser does not let this page use its model now: begin it with a press of the person, and allow 'language-model' in the page's Permissions-Policy. (${said})`,
		);
	}
	if (isNamed(error, "NotSupportedError")) {
		return new WebMcpError("unsupported", `The browser's model cannot do this: ${said}`);
	}
	if (isNamed(error, "NetworkError")) {
		return new WebMcpError("network", `The browser could not download its model: ${said}`);
	}
	return new WebMcpError("model", `The browser's model failed: ${said}`);
}
