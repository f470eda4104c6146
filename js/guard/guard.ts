/** Decides on the calls that cross a door: who is asked, how much and how often, what is remembered, what is written down. */
import {
	aFunction,
	aSignal,
	aText,
	anObject,
	number,
	objectOf,
	oneOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import type {
	AuditEntry,
	DoorCall,
	GuardAnswer,
	GuardCode,
	GuardLimits,
	ToolGuard,
	ToolGuardOptions,
	Verdict,
} from "./types.js";

const MAX_LOG = 1000;
const MAX_PINS = 10_000;
const MAX_CALLERS = 1000;
const MAX_OPEN = 20;
const MAX_NAME_CHARS = 128;
/** Timers of more would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const MAX_ARGS_CHARS = 1000;
const MINUTE_MS = 60_000;
const LIMITS: Required<GuardLimits> = {
	argumentChars: 1_000_000,
	resultChars: 100_000,
	callsPerMinute: 120,
	timeoutMs: 60_000,
};

const VERDICT = oneOf(["allow", "ask", "deny"]);
const above = optional(number("a number above 0", (value) => value > 0));
const OPTIONS = objectOf({
	policy: optional((what, value) => (typeof value === "function" ? undefined : VERDICT(what, value))),
	ask: optional(aFunction),
	limits: optional(
		objectOf({ argumentChars: above, resultChars: above, callsPerMinute: above, timeoutMs: above }),
	),
	audit: optional(aFunction),
});
const CALL = objectOf({
	door: aText,
	tool: objectOf({ name: aText }),
	args: anObject,
	origin: optional(aText),
});

/** The check of a guard. */
export const aGuard = objectOf({ run: aFunction }, "a guard of createToolGuard");

/**
 * A guard for doors: `exposeNative`, `importNative`, `toolsFrom`, `connectRelay` and `listenForAgentCalls` take one, and several may share it.
 * What a tool is (description, schema, hints) is remembered where the person allowed it, and where it is a stranger's; one that has changed since is asked for anew.
 *
 * @throws {@link WebMcpError} `invalid_argument` when the options make no sense.
 */
export function createToolGuard(options: ToolGuardOptions = {}): ToolGuard {
	return new Guard(optionsOf("createToolGuard: options", options, OPTIONS));
}

class Guard implements ToolGuard {
	readonly #options: ToolGuardOptions;
	readonly #limits: Required<GuardLimits>;
	readonly #log: AuditEntry[] = [];
	/** What tools were when they were allowed, and whether for good. */
	readonly #pins = new Map<string, { print: string; always: boolean }>();
	readonly #recent = new Map<string, number[]>();
	/** Questions that the person has not answered. */
	#open = 0;

	constructor(options: ToolGuardOptions) {
		this.#options = options;
		this.#limits = { ...LIMITS, ...options.limits };
	}

	get log(): readonly AuditEntry[] {
		return [...this.#log];
	}

	async run(
		call: DoorCall,
		work: (signal: AbortSignal) => unknown,
		signal?: AbortSignal,
	): Promise<GuardAnswer> {
		CALL("run: call", call);
		aFunction("run: work", work);
		optional(aSignal)("run: signal", signal);
		const at = Date.now();
		let verdict: Verdict = "deny";
		let begun: number | undefined;
		let args: string | undefined = "";
		const answer = await (async (): Promise<GuardAnswer> => {
			const { argumentChars, callsPerMinute } = this.#limits;
			if (this.#tooMany(`${call.door} ${call.origin ?? ""}`, at)) {
				return refused(
					"too_many",
					`More than ${callsPerMinute} calls came within a minute. Try again later.`,
				);
			}
			args = written(call.args);
			if (args === undefined) return refused("failed", "The arguments cannot be written as JSON.");
			if (args.length > argumentChars) {
				return refused(
					"too_large",
					`The arguments have ${args.length} characters; ${argumentChars} are taken.`,
				);
			}
			const judged = await this.#judged(call, signal);
			verdict = judged.verdict;
			if (judged.refusal) return refused(judged.code ?? "denied", judged.refusal);
			begun = performance.now();
			return this.#worked(call.tool.name, work, signal);
		})();
		this.#write({
			at,
			door: call.door,
			...(call.origin ? { origin: shortened(call.origin, MAX_NAME_CHARS) } : {}),
			tool: shortened(call.tool.name, MAX_NAME_CHARS),
			args: shortened(args ?? "", MAX_ARGS_CHARS),
			verdict,
			outcome: "code" in answer ? answer.code : "ok",
			ms: begun === undefined ? 0 : Math.round(performance.now() - begun),
		});
		return answer;
	}

	#tooMany(from: string, now: number): boolean {
		const recent = (this.#recent.get(from) ?? []).filter((at) => at > now - MINUTE_MS);
		const isFull = recent.length >= this.#limits.callsPerMinute;
		this.#recent.delete(from);
		this.#recent.set(from, isFull ? recent : [...recent, now]);
		const [oldest] = this.#recent.keys();
		if (this.#recent.size > MAX_CALLERS && oldest !== undefined) this.#recent.delete(oldest);
		return isFull;
	}

	async #judged(
		call: DoorCall,
		signal: AbortSignal | undefined,
	): Promise<{ verdict: Verdict; refusal?: string; code?: GuardCode }> {
		const { name } = call.tool;
		const key = JSON.stringify([call.door, call.origin, name]);
		const pin = this.#pins.get(key);
		const print = printOf(call);
		const isChanged = call.changed === true || (pin !== undefined && pin.print !== print);
		const said = attempt(() => this.#said(call));
		if (said === undefined || said === "deny") {
			return { verdict: "deny", refusal: `The page does not let '${name}' be called.` };
		}
		if (!isChanged && (said === "allow" || pin?.always)) {
			// Our own tools change as the page does; those of others are what they were, or are asked for.
			if (call.foreign) this.#remember(key, print, pin?.always ?? false);
			return { verdict: "allow" };
		}
		if (!this.#options.ask) {
			return { verdict: "ask", refusal: `'${name}' needs the person's consent, and nobody can be asked.` };
		}
		if (this.#open >= MAX_OPEN) {
			return {
				verdict: "ask",
				code: "too_many",
				refusal: "Too many calls wait for the person. Try again later.",
			};
		}
		this.#open += 1;
		const answer = await asked(this.#options, isChanged ? { ...call, changed: true } : call, signal);
		this.#open -= 1;
		if (answer !== true && answer !== "always") {
			const who = signal?.aborted ? "Nobody waited until the person" : "The person did not";
			return { verdict: "ask", refusal: `${who} let '${name}' be called.` };
		}
		this.#remember(key, print, answer === "always");
		return { verdict: "ask" };
	}

	/** A page that goes on inventing tools must not fill the memory. */
	#remember(key: string, print: string, always: boolean): void {
		this.#pins.delete(key);
		this.#pins.set(key, { print, always });
		const [oldest] = this.#pins.keys();
		if (this.#pins.size > MAX_PINS && oldest !== undefined) this.#pins.delete(oldest);
	}

	#said(call: DoorCall): Verdict {
		const { policy } = this.#options;
		const said = typeof policy === "function" ? policy(call) : policy;
		if (said !== undefined) {
			VERDICT("createToolGuard: what policy returns", said);
			return said;
		}
		const { annotations, needsApproval } = call.tool;
		const isGrave = annotations?.destructiveHint === true || annotations?.consequentialHint === true;
		return isGrave || needsApproval === true ? "ask" : "allow";
	}

	async #worked(
		name: string,
		work: (signal: AbortSignal) => unknown,
		signal: AbortSignal | undefined,
	): Promise<GuardAnswer> {
		if (signal?.aborted) return refused("denied", `The call of '${name}' was cancelled before it began.`);
		const { timeoutMs, resultChars } = this.#limits;
		const inner = new AbortController();
		let end: (answer: GuardAnswer) => void = () => undefined;
		const stopped = new Promise<GuardAnswer>((resolve) => {
			end = resolve;
		});
		const stop = (why: string) => {
			inner.abort(signal?.reason);
			end(refused("outcome_unknown", `The call of '${name}' ${why} after it had begun: ${UNKNOWN}`));
		};
		const onAbort = () => stop("was cancelled");
		signal?.addEventListener("abort", onAbort, { once: true });
		const timer =
			timeoutMs <= MAX_TIMER_MS
				? setTimeout(() => stop(`took longer than ${timeoutMs} ms`), timeoutMs)
				: undefined;
		const done = (async (): Promise<GuardAnswer> => {
			try {
				return { result: capped(await work(inner.signal), resultChars) };
			} catch (error) {
				return refused("failed", `'${name}' failed: ${reasonOf(error)}`);
			}
		})();
		try {
			return await Promise.race([stopped, done]);
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
		}
	}

	#write(entry: AuditEntry): void {
		this.#log.push(entry);
		if (this.#log.length > MAX_LOG) this.#log.shift();
		attempt(() => this.#options.audit?.(entry));
	}
}

const UNKNOWN = "whether it took effect is not known. Look before trying again.";

const refused = (code: GuardCode, error: string): GuardAnswer => ({ error, code });

/** What a listener of the page throws is the page's, and told to its console. */
function attempt<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch (error) {
		console.error("webmcp-auto-ui: a guard's function failed.", error);
		return undefined;
	}
}

/** What the person says; nothing where nobody waits for it any more. */
async function asked({ ask }: ToolGuardOptions, call: DoorCall, signal?: AbortSignal): Promise<unknown> {
	const inner = new AbortController();
	let leave = () => inner.abort();
	const gone = new Promise<undefined>((resolve) => {
		leave = () => {
			inner.abort();
			resolve(undefined);
		};
	});
	if (signal?.aborted) leave();
	signal?.addEventListener("abort", leave);
	try {
		return await Promise.race([ask?.(call, inner.signal), gone]);
	} catch (error) {
		console.error("webmcp-auto-ui: a guard's function failed.", error);
		return false;
	} finally {
		// A signal may be a whole run's, with many calls.
		signal?.removeEventListener("abort", leave);
	}
}

/** What a tool is, as far as whoever allows it can see. */
function printOf({ tool }: DoorCall): string {
	return written([tool.description, tool.inputSchema, tool.annotations]) ?? "";
}

function written(value: unknown): string | undefined {
	try {
		// As the doors write it that take a number too large for JSON.
		return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part));
	} catch {
		return undefined;
	}
}

function capped(value: unknown, most: number): unknown {
	const text = typeof value === "string" ? value : written(value);
	if (text === undefined || text.length <= most) return value;
	return { truncated: `The first ${most} of ${text.length} characters.`, text: text.slice(0, most) };
}

function reasonOf(error: unknown): string {
	try {
		return error instanceof Error ? error.message : String(error);
	} catch {
		return "it does not say why.";
	}
}

/** A text of its own: a piece of a long one would keep all of it. */
function shortened(text: string, most: number): string {
	return text.length <= most ? text : [...text.slice(0, most)].join("");
}
