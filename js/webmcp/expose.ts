/** Shows our tools to the browser's own agent, its extensions and other scripts: by `document.modelContext`. */
import { aFunction, aText, listOf, objectOf, optional, optionsOf } from "../core/arguments.js";
import type { JsonObject, WebMcpLayer, WebMcpServer, WebMcpToolDef } from "../types/index.js";
import { modelContext } from "./context.js";
import { addExported } from "./exported.js";
import { outerName } from "./names.js";
import { failure, plainResult } from "./plain.js";
import { SERVED, Served, type ServedOptions } from "./served.js";
import type { ModelContext, ToolHints } from "./types.js";

/** Options of `exposeNative`. */
export interface ExposeOptions extends ServedOptions {
	/** In front of each name, with a dot. Default: the server's name; `""` for none. */
	prefix?: string;
	/** Origins of frames that may see and call the tools beside this page's own. */
	exposedTo?: readonly string[];
	/** Where; default `document.modelContext`. */
	context?: ModelContext;
	/** Hears of a tool that could not be registered. Default: `console.error`. */
	onError?(error: unknown, tool: string): void;
}

/** What is shown. */
export interface Exposed {
	/** The names that the tools have outside, by their own. */
	readonly names: ReadonlyMap<string, string>;
	/** Resolves when what has changed until now is shown. */
	settled(): Promise<void>;
	/** Takes all of it back. What runs goes on. */
	stop(): void;
}

const OPTIONS = objectOf({
	...SERVED,
	prefix: optional(aText),
	exposedTo: optional(listOf(aText)),
	context: optional(objectOf({ registerTool: aFunction }, "a ModelContext")),
	onError: optional(aFunction),
});

/**
 * Mirrors a server's tools, or a layer's, to the browser's WebMCP. It follows the server and the canvas: changes of one moment are one change.
 * Arguments are checked before the call, which the browser does not; what is answered is always a JSON object, `{isError: true, error}` where
 * something is wrong, for the browser keeps no error's words. Needs `init()`.
 *
 * @throws {@link WebMcpError} `invalid_argument`, or `unsupported` where there is no `document.modelContext`.
 */
export function exposeNative(source: WebMcpServer | WebMcpLayer, options: ExposeOptions = {}): Exposed {
	const given = optionsOf("exposeNative: options", options, OPTIONS);
	const mirror = new Mirror(new Served("exposeNative", source, given, "native"), given);
	return mirror;
}

interface Shown {
	readonly print: string;
	readonly controller: AbortController;
	readonly outer: string;
	running: number;
}

class Mirror implements Exposed {
	readonly names = new Map<string, string>();
	readonly #served: Served;
	readonly #options: ExposeOptions;
	readonly #context: ModelContext;
	readonly #shown = new Map<string, Shown>();
	readonly #unsubscribe: () => void;
	#isStopped = false;
	#pending: Promise<void> | undefined;
	#work: Promise<void> = Promise.resolve();

	constructor(served: Served, options: ExposeOptions) {
		this.#served = served;
		this.#options = options;
		this.#context = modelContext(options.context);
		this.#unsubscribe = served.subscribe(() => this.#changed());
		this.#changed();
	}

	settled(): Promise<void> {
		return this.#pending ?? this.#work;
	}

	stop(): void {
		this.#isStopped = true;
		this.#unsubscribe();
		for (const name of [...this.#shown.keys()]) this.#hide(name);
	}

	/** What changes within a moment is looked at once. */
	#changed(): void {
		this.#pending ??= new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
			this.#pending = undefined;
			this.#work = this.#work.then(() => this.#mirror());
			return this.#work;
		});
	}

	async #mirror(): Promise<void> {
		if (this.#isStopped) return;
		let tools: Map<string, WebMcpToolDef>;
		try {
			tools = new Map(this.#served.tools().map((tool) => [tool.name, tool]));
		} catch (error) {
			return this.#failed(error, this.#served.name);
		}
		for (const [name, { print }] of [...this.#shown]) {
			const tool = tools.get(name);
			if (!tool || printOf(tool) !== print) this.#hide(name);
		}
		const missing = [...tools.values()].filter(({ name }) => !this.#shown.has(name));
		await Promise.all(missing.map((tool) => this.#show(tool)));
	}

	#hide(name: string): void {
		const shown = this.#shown.get(name);
		this.#shown.delete(name);
		this.names.delete(name);
		// Chrome 149 to 152 lose the result of a call whose tool goes while it runs.
		if (shown && shown.running === 0) shown.controller.abort();
	}

	async #show(tool: WebMcpToolDef): Promise<void> {
		const { prefix = this.#served.name, exposedTo } = this.#options;
		const controller = new AbortController();
		const outer = outerName(prefix, tool.name);
		const shown: Shown = { print: printOf(tool), controller, outer, running: 0 };
		this.#shown.set(tool.name, shown);
		const forget = addExported(outer);
		controller.signal.addEventListener("abort", forget);
		try {
			await this.#context.registerTool(
				{
					name: outer,
					description: tool.description || tool.name,
					inputSchema: tool.inputSchema,
					annotations: hintsOf(tool.annotations),
					execute: (input, { signal } = {} as { signal: AbortSignal }) =>
						this.#call(shown, tool, input, signal),
				},
				{ signal: controller.signal, ...(exposedTo ? { exposedTo } : {}) },
			);
			this.names.set(tool.name, outer);
		} catch (error) {
			if (this.#shown.get(tool.name) === shown) this.#shown.delete(tool.name);
			if (controller.signal.aborted) return;
			forget();
			this.#failed(error, outer);
		}
	}

	#failed(error: unknown, tool: string): void {
		const { onError } = this.#options;
		try {
			if (onError) onError(error, tool);
			else console.error(`webmcp-auto-ui: the tool '${tool}' cannot be registered.`, error);
		} catch (thrown) {
			console.error(thrown);
		}
	}

	async #call(
		shown: Shown,
		tool: WebMcpToolDef,
		input: JsonObject,
		signal: AbortSignal | undefined,
	): Promise<JsonObject> {
		// It is there only because a call of it still runs.
		if (this.#shown.get(tool.name) !== shown) return failure(`The tool '${shown.outer}' is gone.`);
		shown.running += 1;
		try {
			const answer = await this.#served.call(tool, input, undefined, signal);
			return "code" in answer ? failure(answer.error, { code: answer.code }) : plainResult(answer.result);
		} finally {
			shown.running -= 1;
			if (shown.running === 0 && this.#shown.get(tool.name) !== shown) {
				shown.controller.abort();
				// Another of its name could not be shown until now.
				this.#changed();
			}
		}
	}
}

function printOf({ description, inputSchema, annotations }: WebMcpToolDef): string {
	return JSON.stringify([description, inputSchema, annotations]);
}

/** MCP's hints as WebMCP has them. */
function hintsOf(hints: JsonObject = {}): ToolHints {
	return {
		readOnlyHint: hints.readOnlyHint === true,
		consequentialHint: hints.destructiveHint === true,
		untrustedContentHint: hints.openWorldHint === true,
	};
}
