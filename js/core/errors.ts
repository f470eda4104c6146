/** The error that the package throws and rejects with. */
import type { AgentResult, Json, WebMcpErrorCode } from "../types/index.js";

/**
 * An error with a code. `instanceof` goes by the name, because the core makes its errors in WebAssembly and a
 * page may hold two copies of the package.
 */
export class WebMcpError extends Error {
	override readonly name = "WebMcpError";
	/** What kind of failure this is. */
	readonly code: WebMcpErrorCode;
	/** Further facts, such as `{status: 429}`. */
	readonly details?: Json;
	/** Of a run whose provider failed: what was said, called and counted until then. */
	readonly partial?: Omit<AgentResult, "stopReason">;

	/**
	 * @param code - What kind of failure this is.
	 * @param message - What happened, to which name, and what to do about it.
	 */
	constructor(code: WebMcpErrorCode, message: string, details?: Json) {
		super(message);
		this.code = code;
		if (details !== undefined) this.details = details;
	}

	static override [Symbol.hasInstance](value: unknown): boolean {
		return value instanceof Error && value.name === "WebMcpError" && "code" in value;
	}
}
