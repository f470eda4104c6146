/** Decides whether options make sense, before the first request comes. */
import {
	aFlag,
	aFunction,
	aText,
	type Check,
	invalid,
	json,
	listOf,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	optionsOf,
	read,
} from "../core/arguments.js";
import type { ToolApiOptions, ToolApiSecurity, ToolInfo } from "./types.js";

const WHOLE = number("a whole number above 0", (value) => Number.isSafeInteger(value) && value > 0);
const NAME = must("a name", (value) => typeof value === "string" && value !== "");
const TOOL = objectOf(
	{ name: NAME, description: optional(aText) },
	"a tool, {name, description, inputSchema}",
);
const TOOLS = listOf(TOOL, "a list of tools, or a function that gives one");

/** All that the plain document asks for, and nothing more. */
const DOCUMENT: ToolApiSecurity = { anySite: true, anyType: true, strictJson: false, checkArguments: false };

const aFlagOrFunction: Check = (what, value) => {
	if (typeof value !== "function") aFlag(what, value);
};

const OPTIONS = objectOf({
	tools: (what, value) => {
		if (typeof value !== "function") TOOLS(what, value);
	},
	call: aFunction,
	allowExecute: optional(aFlag),
	authHook: optional(aFunction),
	title: optional(aText),
	project: optional(objectOf({ name: aText, url: optional(aText) })),
	prefix: optional(
		must(
			"empty, or a path such as '/explorer'",
			(value) => typeof value === "string" && /^(\/[\w.~-]+)*$/.test(value),
			true,
		),
	),
	limits: optional(
		objectOf({
			bodyBytes: optional(WHOLE),
			concurrency: optional(WHOLE),
			timeoutMs: optional(number("milliseconds above 0", (value) => value > 0)),
		}),
	),
	security: optional((what, value) => {
		const isText = typeof value === "string";
		(isText ? oneOf(["document"]) : SECURITY)(what, value);
	}),
	onError: optional(aFunction),
});

const SECURITY = objectOf({
	anySite: optional(aFlag),
	anyType: optional(aFlag),
	hosts: optional(listOf(NAME, "a list of hosts")),
	strictJson: optional(aFlag),
	checkArguments: optional(aFlag),
	exposeErrors: optional(aFlagOrFunction),
	toolErrorsAre200: optional(aFlag),
});

/** Options as the driver wants them. */
export interface Checked extends ToolApiOptions {
	readonly prefix: string;
	readonly timeoutMs: number;
	readonly bodyBytes: number;
	readonly exposeErrors: boolean | ((error: unknown) => string);
	/** As Rust reads them. */
	readonly settings: string;
	/** Tools that never change, as JSON. */
	readonly fixed: string | undefined;
}

// What is not named here has its default in `src/tool_api/settings.rs`.
const BODY_BYTES = 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** The options with their defaults. @throws {@link WebMcpError} `invalid_argument`, naming the option. */
export function checked(options: ToolApiOptions): Checked {
	const given = optionsOf("createToolApi: options", options, OPTIONS);
	const { prefix = "/explorer", title, authHook } = given;
	const part = <T extends object>(name: string, value: T) =>
		optionsOf(`createToolApi: options.${name}`, value);
	const project: Partial<ToolApiOptions["project"] & object> = part("project", given.project ?? {});
	const limits = part("limits", given.limits ?? {});
	const security = part("security", given.security === "document" ? DOCUMENT : (given.security ?? {}));
	const { bodyBytes = BODY_BYTES, concurrency, timeoutMs = TIMEOUT_MS } = limits;
	const {
		exposeErrors = true,
		anySite,
		anyType,
		hosts,
		strictJson,
		checkArguments,
		toolErrorsAre200,
	} = security;
	const fixed = typeof given.tools === "function" ? undefined : fixedTools(given.tools);
	return {
		...given,
		prefix,
		timeoutMs,
		bodyBytes,
		exposeErrors,
		fixed,
		settings: json("createToolApi: options", {
			allowExecute: given.allowExecute ?? false,
			title,
			projectName: project.name,
			projectUrl: project.url,
			prefix,
			asksWho: authHook !== undefined,
			limits: { bodyBytes, concurrency },
			security: {
				anySite,
				anyType,
				hosts,
				strictJson,
				checkArguments,
				toolErrorsAre200,
				exposeErrors: exposeErrors !== false,
			},
		}) as string,
	};
}

/** A list that never changes, as Rust reads it. */
function fixedTools(tools: readonly ToolInfo[]): string {
	const names = new Set<string>();
	const text = toolsText("createToolApi: tools", tools);
	for (const { name } of JSON.parse(text) as ToolInfo[]) {
		if (names.has(name)) throw invalid("createToolApi: tools", `has two of the name '${name}'`);
		names.add(name);
	}
	return text;
}

/** A list of tools as Rust reads it. */
export function toolsText(what: string, tools: readonly ToolInfo[]): string {
	const told = ({ name, description, inputSchema, annotations }: ToolInfo) => ({
		name,
		description,
		inputSchema,
		annotations,
	});
	return json(
		what,
		read(what, () => tools.map(told)),
	) as string;
}
