/** Decides how a refusal is written, so that clients of each API read it as one of that API's own. */
import type { WireFormat } from "../types/index.js";

/** What a refused client is told. */
export class Refusal extends Error {
	readonly status: number;
	readonly headers: { [name: string]: string };

	constructor(status: number, message: string, headers: { [name: string]: string } = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}

	/** As a response in the shape of `format`. Each has `error.message` and `error.type`. */
	response(format: WireFormat | undefined): Response {
		const { status, message } = this;
		const [type, grpc] = KINDS[status] ?? ["api_error", "INTERNAL"];
		const shapes = {
			anthropic: { type: "error", error: { type, message } },
			openai: { error: { message, type, param: null, code: null } },
			"openai-responses": { error: { message, type, param: null, code: null } },
			gemini: { error: { code: status, message, status: grpc, type } },
		};
		return new Response(JSON.stringify(shapes[format ?? "openai"]), {
			status,
			headers: {
				"content-type": "application/json",
				"cache-control": "no-store",
				"x-content-type-options": "nosniff",
				...this.headers,
			},
		});
	}
}

/** Anthropic's and OpenAI's word for a status, and Google's. */
const KINDS: { [status: number]: [type: string, grpc: string] } = {
	400: ["invalid_request_error", "INVALID_ARGUMENT"],
	401: ["authentication_error", "UNAUTHENTICATED"],
	403: ["permission_error", "PERMISSION_DENIED"],
	404: ["not_found_error", "NOT_FOUND"],
	405: ["invalid_request_error", "UNIMPLEMENTED"],
	408: ["timeout_error", "DEADLINE_EXCEEDED"],
	413: ["request_too_large", "INVALID_ARGUMENT"],
	415: ["invalid_request_error", "INVALID_ARGUMENT"],
	429: ["rate_limit_error", "RESOURCE_EXHAUSTED"],
	499: ["api_error", "CANCELLED"],
	502: ["api_error", "UNAVAILABLE"],
	504: ["timeout_error", "DEADLINE_EXCEEDED"],
};

/** A name that came from outside, short enough for a sentence. */
export function quoted(name: string): string {
	return `'${name.length > 100 ? `${name.slice(0, 100)}…` : name}'`;
}
