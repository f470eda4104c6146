/** `document.modelContext` (WebMCP, "ModelContext Interface"): the checks of its three methods, in the order of the draft. */
import { DOMException } from "./dom-exception.js";
import type { RegisteredTool } from "../types.js";
import {
	executeOptions,
	getOptions,
	inputOf,
	jsonText,
	registeredTool,
	registerOptions,
	toolOf,
} from "./convert.js";
import type { Definition, Listed } from "./document-tools.js";
import { EventHandlers } from "./events.js";
import type { Home } from "./home.js";
import { NAME } from "./names.js";
import { secureOrigins } from "./origins.js";

/** Who may make one. */
const MAKER = Symbol("maker");

/** Makes the `ModelContext` of a document. `home` is nothing where the document is in no window. */
export function modelContextOf(home: (context: ModelContext) => Home | undefined): ModelContext {
	return new ModelContext(MAKER, home);
}

/** As its IDL says; pages cannot make one. */
export class ModelContext extends EventTarget {
	readonly #handlers = new EventHandlers(this);
	readonly #home: Home | undefined;

	/** @hidden */
	constructor(...given: unknown[]) {
		const [maker, home] = given;
		if (maker !== MAKER) throw new TypeError("Illegal constructor");
		super();
		this.#home = (home as (context: ModelContext) => Home | undefined)(this);
	}

	async registerTool(tool: unknown, options: unknown = undefined): Promise<undefined> {
		const { name, description, execute, title, inputSchema, annotations } = toolOf(tool);
		const { exposedTo, signal } = registerOptions(options);
		const may = allowed(this.#home);
		const home = may instanceof Promise ? await may : may;
		if (home.tools.has(name)) throw new DOMException("Duplicate tool name", "InvalidStateError");
		if (!NAME.test(name)) throw new DOMException("Invalid tool name", "InvalidStateError");
		if (description === "") throw new DOMException("Description is required", "InvalidStateError");
		const schema = inputSchema ? jsonText("invalid input schema", inputSchema) : "";
		signal?.throwIfAborted();
		const definition: Definition = {
			name,
			title,
			description,
			schema,
			annotations,
			exposedTo: secureOrigins("exposedTo", exposedTo),
			// Without the tool as `this`: callbacks have none.
			start: (input, callOptions) => Reflect.apply(execute, undefined, [input, callOptions]),
		};
		// What reading the arguments has run may have aborted it.
		signal?.throwIfAborted();
		return new Promise((resolve, reject) => {
			home.add(definition, () => resolve(undefined));
			signal?.addEventListener(
				"abort",
				() => {
					home.remove(definition);
					reject(signal.reason);
				},
				{ once: true },
			);
		});
	}

	async getTools(options: unknown = undefined): Promise<RegisteredTool[]> {
		const { fromOrigins } = getOptions(options);
		const may = allowed(this.#home);
		const home = may instanceof Promise ? await may : may;
		const origins = secureOrigins("fromOrigins", fromOrigins);
		const found = await home.listed(origins);
		const tools = found.map(({ tool, window, origin }) => registered(tool, window, origin));
		return tools.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
	}

	async executeTool(
		tool: unknown,
		inputObject: unknown = undefined,
		options: unknown = undefined,
	): Promise<string | null> {
		const wanted = registeredTool(tool);
		const given = inputOf(inputObject);
		const { signal } = executeOptions(options);
		const may = allowed(this.#home);
		const home = may instanceof Promise ? await may : may;
		const url = URL.canParse(wanted.origin) ? new URL(wanted.origin) : undefined;
		if (!url || url.origin === "null") {
			throw new DOMException("The provided origin is invalid.", "NotSupportedError");
		}
		const input = jsonText("invalid input object", given);
		signal?.throwIfAborted();
		if (wanted.window.closed) throw new DOMException("Target frame is detached.", "InvalidStateError");
		return new Promise((resolve, reject) => {
			const cancel = home.call(wanted.window, url.origin, wanted.name, input, (outcome) => {
				signal?.removeEventListener("abort", aborted);
				if ("text" in outcome) resolve(outcome.text);
				else reject(new DOMException(outcome.failed, "UnknownError"));
			});
			const aborted = () => {
				reject(signal?.reason);
				cancel();
			};
			signal?.addEventListener("abort", aborted, { once: true });
		});
	}

	get ontoolchange() {
		return this.#handlers.get("toolchange");
	}
	set ontoolchange(handler) {
		this.#handlers.set("toolchange", handler);
	}

	get ontoolactivated() {
		return this.#handlers.get("toolactivated");
	}
	set ontoolactivated(handler) {
		this.#handlers.set("toolactivated", handler);
	}

	get ontoolcancel() {
		return this.#handlers.get("toolcancel");
	}
	set ontoolcancel(handler) {
		this.#handlers.set("toolcancel", handler);
	}
}

/** What the document may use; at once where its policy is known, so that a tool is there as soon as it was registered. */
function allowed(home: Home | undefined): Home | Promise<Home> {
	if (!home?.isActive()) throw new DOMException("The document is not fully active.", "InvalidStateError");
	const checked = (isAllowed: boolean) => {
		if (isAllowed) return home;
		throw new DOMException(
			'Access to the feature "tools" is disallowed by permissions policy.',
			"NotAllowedError",
		);
	};
	const isAllowed = home.tools.allowed();
	return typeof isAllowed === "boolean" ? checked(isAllowed) : isAllowed.then(checked);
}

function registered(tool: Listed, window: Window, origin: string): RegisteredTool {
	return {
		name: tool.name,
		title: tool.title ?? "",
		description: tool.description,
		...(tool.schema ? { inputSchema: JSON.parse(tool.schema) as object } : {}),
		window,
		origin,
		...(tool.annotations ? { annotations: { ...tool.annotations } } : {}),
	};
}
