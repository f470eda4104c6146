/** What a guard is told, and what it tells. */
import type { JsonObject, JsonSchema } from "../types/index.js";

/** What becomes of a call. */
export type Verdict = "allow" | "ask" | "deny";

/** What of a tool a guard looks at. */
export interface GuardedTool {
	name: string;
	description?: string;
	inputSchema?: JsonSchema | object;
	/** MCP's and WebMCP's hints. */
	annotations?: JsonObject;
	/** The tool's author wants the person asked. */
	needsApproval?: boolean;
}

/** A call that comes in by a door, or goes out by one. */
export interface DoorCall {
	/** Which: `native`, `import`, `tool-api`, `relay`, `message`. */
	readonly door: string;
	readonly tool: GuardedTool;
	readonly args: JsonObject;
	/** Who calls, or whose tool it is, as far as that is known. */
	readonly origin?: string;
	/** The tool is somebody else's: what it was when it was first allowed is remembered, and it is asked for when it has changed. */
	readonly foreign?: true;
	/** The tool is no longer what was allowed before. */
	readonly changed?: true;
}

/** How much is taken. */
export interface GuardLimits {
	/** Characters of arguments as JSON; default 1,000,000. */
	argumentChars?: number;
	/** Characters of a result as JSON; default 100,000. Longer ones are cut, and say so. */
	resultChars?: number;
	/** Calls in a minute by one door from one origin; default 120. */
	callsPerMinute?: number;
	/** Milliseconds of a call; default 60,000, `Infinity` for ever. */
	timeoutMs?: number;
}

/** Options of `createToolGuard`. */
export interface ToolGuardOptions {
	/**
	 * A verdict for all calls, or for each; where it says nothing, calls are asked for of tools with `destructiveHint`,
	 * `consequentialHint` or `needsApproval`, and others are allowed.
	 */
	policy?: Verdict | ((call: DoorCall) => Verdict | undefined);
	/**
	 * Asks the person: `true` for this call, `"always"` for this tool until it changes. Without it, what must be asked for is refused. `signal`
	 * aborts when nobody waits for the answer any more; at most 20 questions are open at a time.
	 */
	ask?(call: DoorCall, signal: AbortSignal): boolean | "always" | Promise<boolean | "always">;
	limits?: GuardLimits;
	/** Hears of every call when it has ended. */
	audit?(entry: AuditEntry): void;
}

/** Why a call has no result. `outcome_unknown`: it had begun, and nobody knows what it has done. */
export type GuardCode = "denied" | "too_large" | "too_many" | "failed" | "outcome_unknown";

/** What became of a call. */
export type GuardAnswer = { readonly result: unknown } | { readonly error: string; readonly code: GuardCode };

/** One line of the log. */
export interface AuditEntry {
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly door: string;
	readonly origin?: string;
	readonly tool: string;
	/** As JSON, at most 1,000 characters. */
	readonly args: string;
	readonly verdict: Verdict;
	/** `ok` where the tool has answered, be it by an error of its own; else why there is no result. */
	readonly outcome: "ok" | GuardCode;
	/** Milliseconds of the call itself; 0 where it did not run. */
	readonly ms: number;
}

/** Stands in doors. */
export interface ToolGuard {
	/** The last 1,000 calls, oldest first. */
	readonly log: readonly AuditEntry[];
	/**
	 * Has `work` done if the call may be made. Never rejects.
	 *
	 * @param work - Does it; its signal aborts with `signal`, and when the time is up.
	 */
	run(call: DoorCall, work: (signal: AbortSignal) => unknown, signal?: AbortSignal): Promise<GuardAnswer>;
}
