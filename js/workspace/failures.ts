/** What is made of the error of a server: its kind, its words, and whether it may pass by itself. */
import { WebMcpError } from "../core/errors.js";

/** What the page itself forbids stays so as long as the page is there. */
const STAYS = ["mixed-content", "page-policy"];

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a browser did not allow, else the error's code. */
export function kindOf(error: unknown): string {
	if (!(error instanceof WebMcpError)) return "unknown";
	const { reason } = Object(error.details) as { reason?: unknown };
	// Other errors have details that a server has written.
	return error.code === "network" && typeof reason === "string" ? reason : error.code;
}

/** Whether it may be otherwise in a while, without anybody doing something about it here. */
export function canPass(error: unknown): boolean {
	if (!(error instanceof WebMcpError)) return false;
	const { code, details } = error;
	if (code === "network") return !STAYS.includes(kindOf(error));
	const { status } = Object(details) as { status?: unknown };
	return code === "rate_limited" || (code === "http" && typeof status === "number" && status >= 500);
}
