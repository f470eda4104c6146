/** What a model places is looked at by the widget itself before the core places it, whoever calls the tool. */
import { report } from "../core/report.js";
import type {
	CanvasVanilla,
	Json,
	JsonObject,
	JsonSchema,
	WebMcpLayer,
	WebMcpServer,
	WebMcpToolDef,
	WidgetProblem,
} from "../types/index.js";
import { withoutFence } from "../widgets/fence.js";

/** The longest that `validate` may take, milliseconds: a parser may have to be loaded first. */
const VALIDATE_TIMEOUT_MS = 5000;

type Execute = WebMcpServer["executeTool"];
type Mended = ReturnType<NonNullable<WebMcpLayer["mendWidget"]>>;

/** What is to be called, or what the model reads instead; `problem` becomes part of the result. */
type Judged =
	| { readonly args: JsonObject; readonly problem?: WidgetProblem }
	| { readonly refused: JsonObject };

/**
 * Makes a server of the core ask the `normalise` and `validate` of its widgets' renderers: in `executeTool`, and in the tools and the mending
 * of its layers.
 */
export function withChecks(server: WebMcpServer): WebMcpServer {
	const core = {
		executeTool: server.executeTool.bind(server),
		layer: server.layer.bind(server),
		attachCanvas: server.attachCanvas.bind(server),
		detachCanvas: server.detachCanvas.bind(server),
	};
	let canvas: CanvasVanilla | undefined;
	/** The core's own rule and repairs. */
	let rules: WebMcpLayer | undefined;
	const ruled = () => {
		rules ??= core.layer();
		return rules;
	};

	/** The arguments of `widget_display` as the widget wants them and the core mends them; nothing where they are no JSON. */
	const mend = (args: JsonObject): Mended | undefined => {
		const mended = ruled().mendWidget?.(args);
		const { name, params } = mended?.args ?? {};
		const widget = typeof name === "string" ? server.getWidget(name) : undefined;
		if (!widget || !isRecord(params)) return mended;
		const given = isRecord(args.params) ? args.params : params;
		const wanted = normal(widget.renderer, unfenced(given, widget.inputSchema));
		return ruled().mendWidget?.({ ...args, params: wanted });
	};
	/** What is wrong with data that the core would take. */
	const problemOf = async (type: string, data: JsonObject): Promise<WidgetProblem | undefined> => {
		const renderer = server.getWidget(type)?.renderer;
		if (!renderer?.validate || ruled().checkWidget?.(type, data)) return undefined;
		return inTime(async () => renderer.validate?.(structuredClone(data)));
	};

	const display = async (args: JsonObject): Promise<Judged> => {
		const wanted = mend(args)?.args ?? args;
		const { name, params } = wanted;
		if (typeof name !== "string" || !isRecord(params)) return { args };
		return judged(name, wanted, await problemOf(name, params));
	};
	const update = async (args: JsonObject): Promise<Judged> => {
		const params = isRecord(args.params) ? args.params : {};
		const id = args.id ?? params.id;
		const patch = patchOf(params, args);
		const block = canvas?.getSnapshot().blocks.find((one) => one.id === id);
		const widget = block?.serverName === server.name ? server.getWidget(block.type) : undefined;
		if (!block || !widget || !patch) return { args };
		const data = normal(widget.renderer, unfenced(patch, widget.inputSchema));
		const wanted = { action: "update", id: block.id, params: { data } };
		return judged(block.type, wanted, await problemOf(block.type, { ...block.data, ...data }));
	};

	const execute: Execute = async (tool, given, options) => {
		const isDisplay = tool === "widget_display";
		const args = isDisplay || tool === "canvas" ? copied(given) : undefined;
		if (!args || !(isDisplay || args.action === "update")) return core.executeTool(tool, given, options);
		const found = await (isDisplay ? display(args) : update(args));
		if ("refused" in found) return found.refused;
		const result = (await core.executeTool(tool, found.args, options)) as Json;
		if (!found.problem || !isRecord(result)) return result;
		return { ...result, notice: noticeOf(found.problem) };
	};

	return Object.assign(server, {
		executeTool: execute,
		attachCanvas(given: CanvasVanilla) {
			core.attachCanvas(given);
			canvas = given;
		},
		detachCanvas() {
			core.detachCanvas();
			canvas = undefined;
		},
		layer(): WebMcpLayer {
			const layer = core.layer();
			const tools = layer.tools.map((tool): WebMcpToolDef => {
				const isOurs = tool.name === "widget_display" || tool.name === "canvas";
				return isOurs ? { ...tool, execute: (args, options) => execute(tool.name, args, options) } : tool;
			});
			return { ...layer, tools, mendWidget: mend as (args: JsonObject) => Mended };
		},
	});
}

const isRecord = (value: Json | undefined): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A page may call with anything; what is no data the core refuses. */
function copied(args: unknown): JsonObject | undefined {
	try {
		const copy = structuredClone(args) as Json;
		return isRecord(copy) ? copy : undefined;
	} catch {
		return undefined;
	}
}

/** What an update changes, where the core looks for it. */
function patchOf(params: JsonObject, args: JsonObject): JsonObject | undefined {
	const { data } = params;
	if (isRecord(data) && Object.keys(params).length === 1) return data;
	if (Object.keys(params).length > 0) return params;
	return isRecord(args.data) ? args.data : undefined;
}

/** What is no text for the schema is no text within a fence. */
function unfenced(data: JsonObject, { properties }: JsonSchema): JsonObject {
	const takesText = (name: string) => {
		const schema = isRecord(properties) ? properties[name] : undefined;
		const types = isRecord(schema) ? schema.type : undefined;
		return types === undefined || types === "string" || (Array.isArray(types) && types.includes("string"));
	};
	const changed = Object.entries(data).map(([name, value]) =>
		typeof value === "string" && !takesText(name) ? [name, withoutFence(value)] : [name, value],
	);
	return Object.fromEntries(changed);
}

/** A widget that fails at it has its data as it came. */
function normal({ normalise }: { normalise?(data: JsonObject): JsonObject }, data: JsonObject): JsonObject {
	try {
		return normalise?.(data) ?? data;
	} catch (problem) {
		report(problem);
		return data;
	}
}

async function inTime(work: () => Promise<WidgetProblem | undefined>): Promise<WidgetProblem | undefined> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), VALIDATE_TIMEOUT_MS);
	});
	try {
		return await Promise.race([work(), timeout]);
	} catch (problem) {
		report(problem);
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}

function judged(type: string, args: JsonObject, problem: WidgetProblem | undefined): Judged {
	if (!problem) return { args };
	if (problem.isPartial) return { args, problem };
	const { line, remedy } = problem;
	return {
		refused: {
			error: `The widget "${type}" cannot be drawn of this data, and nothing was changed. ${problem.reason}`,
			...(line !== undefined && { line }),
			...(remedy !== undefined && { remedy }),
		},
	};
}

const noticeOf = ({ reason, remedy }: WidgetProblem) =>
	remedy === undefined ? reason : `${reason} ${remedy}`;
