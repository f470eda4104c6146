/** What an app knows of the page around it: what the page says, and what can be found out. */
import type { JsonObject } from "../types/index.js";
import type { McpAppContext, McpAppDisplayMode, McpAppTool } from "./types.js";
import { isRecord } from "./wire.js";

const SIZES = "xs|sm|md|lg";
/** Apps check what they are told, and begin not at all where a variable is none of the specification's. */
const VARIABLE = new RegExp(
	`^--(?:${[
		"color-(?:background|text|border)-(?:primary|secondary|tertiary|inverse|ghost|info|danger|success|warning|disabled)",
		"color-ring-(?:primary|secondary|inverse|info|danger|success|warning)",
		"font-(?:sans|mono|weight-(?:normal|medium|semibold|bold))",
		`font-text-(?:${SIZES})-(?:size|line-height)`,
		`font-heading-(?:${SIZES}|xl|2xl|3xl)-(?:size|line-height)`,
		`border-radius-(?:${SIZES}|xl|full)`,
		"border-width-regular",
		"shadow-(?:hairline|sm|md|lg)",
	].join("|")})$`,
);

/** All that is said, with what is always said. */
export interface Said extends McpAppContext {
	readonly displayMode: McpAppDisplayMode;
	readonly availableDisplayModes: readonly McpAppDisplayMode[];
}

/** Knows what is said now, and tells what of it changes. */
export class Context {
	readonly #tool: JsonObject;
	readonly #found: () => McpAppContext;
	readonly #tell: (changes: JsonObject) => void;
	#given: McpAppContext;
	#told: { [field: string]: string } = {};

	/**
	 * @param found - What holds where the page says nothing.
	 * @param tell - Hears of changes.
	 */
	constructor(
		given: McpAppContext,
		tool: McpAppTool | undefined,
		found: () => McpAppContext,
		tell: (changes: JsonObject) => void,
	) {
		this.#given = given;
		this.#tool = toolInfoOf(tool);
		this.#found = found;
		this.#tell = tell;
	}

	/** What holds now. */
	get now(): Said {
		const one = { displayMode: "inline", availableDisplayModes: ["inline"] } as const;
		const found = this.#found();
		const containerDimensions = sizeOf(found.containerDimensions, this.#given.containerDimensions);
		return { ...one, ...found, ...this.#given, containerDimensions };
	}

	/** The same for an app that begins: from here on it is told of changes. */
	whole(): JsonObject {
		const fields = this.#fields();
		this.#told = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, JSON.stringify(one)]));
		return fields;
	}

	/** The page says something else. */
	change(changes: McpAppContext): void {
		this.#given = { ...this.#given, ...changes };
		this.refresh();
	}

	/** Something may have become otherwise. */
	refresh(): void {
		const before = this.#told;
		const changed = Object.entries(this.whole()).filter(([name]) => this.#told[name] !== before[name]);
		if (changed.length > 0) this.#tell(Object.fromEntries(changed));
	}

	#fields(): JsonObject {
		const { styles, ...now } = this.now;
		const variables = Object.entries(styles?.variables ?? {}).filter(([name]) => VARIABLE.test(name));
		const more = {
			...(styles ? { styles: { ...styles, variables: Object.fromEntries(variables) } } : {}),
			...this.#tool,
		};
		// A copy without what is undefined or no JSON.
		return JSON.parse(JSON.stringify({ ...now, ...more })) as JsonObject;
	}
}

type Size = NonNullable<McpAppContext["containerDimensions"]>;

/** The page may say something of the width alone, or of the height. */
function sizeOf({ width, maxHeight }: Size = {}, given: Size = {}): Size {
	const isSaid = (...one: unknown[]) => one.some((value) => value !== undefined);
	return {
		...(isSaid(given.width, given.maxWidth) || width === undefined ? {} : { width }),
		...(isSaid(given.height, given.maxHeight) || maxHeight === undefined ? {} : { maxHeight }),
		...given,
	};
}

/** The tool, as far as it is what MCP says a tool is: an app that checks it would not begin with another. */
function toolInfoOf(tool: McpAppTool | undefined): JsonObject {
	const given: unknown = tool?.definition;
	if (!isRecord(given) || typeof given.name !== "string") return {};
	const isSchema = (schema: unknown) => isRecord(schema) && schema.type === "object";
	if (!isSchema(given.inputSchema)) return {};
	const { name, title, description, inputSchema, outputSchema, _meta } = given;
	const fields = {
		name,
		...(typeof title === "string" ? { title } : {}),
		...(typeof description === "string" ? { description } : {}),
		inputSchema,
		...(isSchema(outputSchema) ? { outputSchema } : {}),
		...(isRecord(_meta) ? { _meta } : {}),
	};
	return { toolInfo: { tool: fields as JsonObject } };
}

/** What can be found out of the page around `element` and of the browser. */
export function foundContext(element: HTMLElement, width: number, maxHeight: number): McpAppContext {
	const is = (query: string) => matchMedia(query).matches;
	const schemes = getComputedStyle(element).colorScheme.split(" ");
	const isDark =
		schemes.includes("dark") && (!schemes.includes("light") || is("(prefers-color-scheme: dark)"));
	const { lang } = document.documentElement;
	return {
		theme: isDark ? "dark" : "light",
		containerDimensions: {
			width,
			...(Number.isFinite(maxHeight) ? { maxHeight } : {}),
		},
		locale: lang || navigator.language,
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		userAgent: "webmcp-auto-ui",
		platform: "web",
		...{ deviceCapabilities: { touch: is("(any-pointer: coarse)"), hover: is("(any-hover: hover)") } },
	};
}
