/** JavaScript in an interpreter of its own: without anything of a browser, in a memory that has a limit, and never for long. */
import { inside } from "../../inside.js";
import { type Context, type Handle, interpreterModule, type Result, type Runtime } from "../../quickjs.js";
import { type Host, type Inside, MAX_LINE_CHARS, MEMORY_BYTES, TURN_MS } from "./messages.js";

const PAGE_BYTES = 65_536;
const FIRST_BYTES = 16 * 1024 * 1024;
/** Calls inside calls take so much of the stack; more would not fit the Worker's. */
const STACK_BYTES = 200 * 1024;
/** Scripts that may wait for something, as modules do; what they say last is their value. */
const WITH_AWAIT = 128;
/** Jobs such as `then` between two looks at the clock. */
const JOBS_AT_ONCE = 1000;

/** The code was stopped, and nothing of it can go on. */
export class Stopped extends Error {}

/** What code gave: its value as JSON, which is empty for none, or what it threw; neither yet where it waits. */
export type Outcome = { readonly json: string } | { readonly reason: string } | undefined;

/** An interpreter with the world of `inside/`. It is never tidied: its Worker goes with all of it. */
export class Interpreter {
	readonly #runtime: Runtime;
	readonly #context: Context;
	#inside: Handle | undefined;
	#end = 0;
	#isLate = false;
	/** By what the code's end is known, and whether that is its value already. */
	#running: Handle | undefined;
	#isValue = false;

	private constructor(runtime: Runtime) {
		this.#runtime = runtime;
		runtime.setMaxStackSize(STACK_BYTES);
		runtime.setInterruptHandler(() => {
			if (performance.now() > this.#end) this.#isLate = true;
			return this.#isLate;
		});
		this.#context = runtime.newContext();
	}

	/** Loads the interpreter, and in it its world, which asks `host`. */
	static async open(host: Host): Promise<Interpreter> {
		// The limit that the interpreter offers counts next to nothing in WebAssembly; a memory of this size cannot grow.
		const memory = new WebAssembly.Memory({
			initial: FIRST_BYTES / PAGE_BYTES,
			maximum: MEMORY_BYTES / PAGE_BYTES,
		});
		const interpreter = new Interpreter((await interpreterModule(memory)).newRuntime());
		interpreter.turn(() => interpreter.#begin(host));
		return interpreter;
	}

	#begin(host: Host): void {
		const context = this.#context;
		this.#given(context.evalCode(inside, "inside.js"));
		const world = context.getProp(context.global, "inside");
		const functions = context.newObject();
		for (const [name, work] of Object.entries(host) as [string, (...values: unknown[]) => unknown][]) {
			const wrapped = context.newFunction(name, (...handles) => {
				const result = work(...handles.map((handle) => context.dump(handle)));
				return typeof result === "number" ? context.newNumber(result) : context.undefined;
			});
			context.setProp(functions, name, wrapped);
		}
		const open = context.getProp(world, "open");
		this.#inside = this.#given(context.callFunction(open, context.undefined, functions));
		// What is left of it is what it has put into the global object.
		this.#given(context.evalCode("delete globalThis.inside", "inside.js"));
	}

	/** Does something, and what follows from it. @throws {Stopped} if it takes too long or too much */
	turn<T>(work: () => T): T {
		this.#end = performance.now() + TURN_MS;
		try {
			const result = work();
			this.#followUp();
			return result;
		} catch (error) {
			if (error instanceof Stopped) throw error;
			// The interpreter itself has failed, such as by calls that lie too deep; it cannot go on.
			throw new Stopped(`It broke off: ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	/** Calls what `inside/` offers. */
	call(name: keyof Inside, ...values: (string | number)[]): string {
		const context = this.#context;
		if (!this.#inside) return "";
		const handles = values.map((value) =>
			typeof value === "number" ? context.newNumber(value) : context.newString(value),
		);
		const work = context.getProp(this.#inside, name);
		return this.#text(this.#given(context.callFunction(work, context.undefined, ...handles)));
	}

	/** Runs code. What it gives is said by {@link outcome}. */
	run(code: string): Outcome {
		let result = this.#context.evalCode(code, "code.js", WITH_AWAIT);
		if (result.error && this.#described(result.error).includes("return not in a function")) {
			// People end code with `return` that stands in no function.
			result = this.#context.evalCode(`await (async () => {${code}\n})()`, "code.js", WITH_AWAIT);
		}
		this.#stopIfLate();
		if (result.error) return { reason: this.#described(result.error) };
		this.#running = result.value;
		this.#isValue = false;
		return this.outcome();
	}

	/** What has become of the code that ran. It is said once. */
	outcome(): Outcome {
		this.#followUp();
		while (this.#running) {
			const state = this.#context.getPromiseState(this.#running);
			if (state.type === "pending") return undefined;
			if (state.type === "rejected") {
				this.#running = undefined;
				return { reason: this.#described(state.error) };
			}
			if (state.notAPromise) {
				const value = this.#running;
				this.#running = undefined;
				return this.#valueOf(value);
			}
			this.#running = this.#isValue ? state.value : this.#context.getProp(state.value, "value");
			this.#isValue = true;
		}
		return undefined;
	}

	#valueOf(value: Handle): Outcome {
		const context = this.#context;
		if (!this.#inside) return undefined;
		const asJson = context.callFunction(context.getProp(this.#inside, "value"), context.undefined, value);
		this.#stopIfLate();
		return asJson.error ? { reason: this.#described(asJson.error) } : { json: this.#text(asJson.value) };
	}

	/** Does what waits, such as what stands in `then`. */
	#followUp(): void {
		for (;;) {
			const done = this.#runtime.executePendingJobs(JOBS_AT_ONCE);
			this.#stopIfLate();
			if (!done.error && done.value < JOBS_AT_ONCE) return;
			if (performance.now() > this.#end) this.#isLate = true;
			this.#stopIfLate();
		}
	}

	#given(result: Result): Handle {
		this.#stopIfLate();
		if (result.error) throw new Stopped(this.#described(result.error));
		return result.value;
	}

	#stopIfLate(): void {
		if (this.#isLate) throw new Stopped(`It went on for ${TURN_MS / 1000} seconds without a pause.`);
	}

	#text(handle: Handle): string {
		const value = this.#context.dump(handle);
		return typeof value === "string" ? value : "";
	}

	/** An error for people, with the line of the code. */
	#described(error: Handle): string {
		const value: unknown = this.#context.dump(error);
		if (typeof value !== "object" || value === null) return String(value).slice(0, MAX_LINE_CHARS);
		const { name = "Error", message = "", stack = "" } = value as { [field: string]: unknown };
		const [, line] = /code\.js:(\d+)/.exec(String(stack)) ?? [];
		return `${String(name)}: ${String(message)}${line ? ` (line ${line})` : ""}`.slice(0, MAX_LINE_CHARS);
	}
}
