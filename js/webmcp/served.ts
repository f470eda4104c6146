/** What of ours a door shows: the tools of a server or layer, and of the widgets on its canvas. */
import {
	aFunction,
	aText,
	anObject,
	type Check,
	invalid,
	json,
	listOf,
	objectOf,
	optional,
	read,
} from "../core/arguments.js";
import { aGuard, createToolGuard } from "../guard/guard.js";
import type { DoorCall, GuardAnswer, ToolGuard } from "../guard/types.js";
import { validateJsonSchema } from "../schema/json-schema.js";
import type { CanvasVanilla, JsonObject, WebMcpLayer, WebMcpServer, WebMcpToolDef } from "../types/index.js";
import { widgetTools } from "./widget-tools.js";

const plain: Check = (what, value) => {
	anObject(what, value);
	json(what, value);
};
const TOOLS = listOf(
	objectOf({
		name: aText,
		description: aText,
		inputSchema: plain,
		annotations: optional(plain),
		execute: aFunction,
	}),
);

/** What a door of ours takes. */
export interface ServedOptions {
	/** Which tools; default all. */
	filter?(tool: WebMcpToolDef): boolean;
	/** The canvas whose widgets are tools too: three of each, that read, change and remove it. */
	canvas?: CanvasVanilla;
	/** Stands in the door. Default: one of `createToolGuard()`, which refuses what the person must be asked for. */
	guard?: ToolGuard;
}

/** The check of the fields of {@link ServedOptions}. */
export const SERVED = {
	filter: (what: string, value: unknown) => value === undefined || aFunction(what, value),
	canvas: (what: string, value: unknown) =>
		value === undefined ||
		objectOf({ subscribe: aFunction, updateWidget: aFunction }, "a canvas")(what, value),
	guard: (what: string, value: unknown) => value === undefined || aGuard(what, value),
};

/** The tools that a door shows, and how it calls them. */
export class Served {
	readonly #source: WebMcpServer | WebMcpLayer;
	readonly #options: ServedOptions;
	readonly #guard: ToolGuard;
	readonly #door: string;
	readonly #what: string;

	/**
	 * @param what - Which function was given `source`, for its errors.
	 * @param door - Which door, for the guard.
	 */
	constructor(what: string, source: WebMcpServer | WebMcpLayer, options: ServedOptions, door: string) {
		anObject(`${what}: source`, source);
		const isServer = read(`${what}: source`, () => "layer" in source && typeof source.layer === "function");
		if (!isServer && read(`${what}: source`, () => (source as WebMcpLayer).protocol) !== "webmcp") {
			throw invalid(`${what}: source`, "must be a WebMcpServer or the layer of one");
		}
		this.#what = what;
		this.#source = source;
		this.#options = options;
		this.#guard = options.guard ?? createToolGuard();
		this.#door = door;
		// What is wrong with the tools is told at once.
		this.tools();
		aText(`${what}: source.name`, this.name);
	}

	get name(): string {
		return read(`${this.#what}: source`, () =>
			"serverName" in this.#source ? this.#source.serverName : this.#source.name,
		);
	}

	/**
	 * The tools that there are now.
	 *
	 * @throws {@link WebMcpError} `invalid_argument` where they are none.
	 */
	tools(): WebMcpToolDef[] {
		const { canvas, filter } = this.#options;
		const own = read(`${this.#what}: source`, () =>
			"layer" in this.#source ? this.#source.layer().tools : this.#source.tools,
		);
		TOOLS(`${this.#what}: source.tools`, own);
		const server = "getWidget" in this.#source ? this.#source : undefined;
		const all = canvas ? [...own, ...widgetTools(canvas, server)] : own;
		return filter ? all.filter((tool) => filter(tool)) : all;
	}

	/** Calls `listener` when the tools may have changed. Returns what ends that. */
	subscribe(listener: () => void): () => void {
		const { canvas } = this.#options;
		const ends = [canvas?.subscribe(listener)];
		if ("subscribe" in this.#source) ends.push(this.#source.subscribe(listener));
		return () => {
			for (const end of ends) end?.();
		};
	}

	/** Calls a tool: the guard is asked, and what does not fit its schema is its result. Never rejects. */
	call(tool: WebMcpToolDef, args: unknown, origin?: string, signal?: AbortSignal): Promise<GuardAnswer> {
		const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
		const call: DoorCall = {
			door: this.#door,
			tool,
			args: (isObject ? args : {}) as JsonObject,
			...(origin === undefined ? {} : { origin }),
		};
		const work = (inner: AbortSignal) => {
			const error = wrongArguments(tool, args);
			return error ? { error } : tool.execute(args as JsonObject, { signal: inner });
		};
		return this.#guard.run(call, work, signal);
	}
}

/** What is wrong with the arguments of a call, as whoever made it can mend it. */
function wrongArguments({ name, inputSchema }: WebMcpToolDef, args: unknown): string | undefined {
	try {
		const { valid, errors } = validateJsonSchema(args, inputSchema);
		if (valid && typeof args === "object" && args !== null && !Array.isArray(args)) return undefined;
		const [first] = errors;
		const where = first?.path ? `${first.path}: ` : "";
		const why = first ? `${where}${first.message}` : "they must be an object";
		return `The arguments of '${name}' do not fit its schema: ${why}`;
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return `The arguments of '${name}' cannot be checked: ${why}`;
	}
}
