/** A displayed widget as tools: to read, change and remove it. */
import type {
	CanvasVanilla,
	JsonObject,
	JsonSchema,
	WebMcpServer,
	WebMcpToolDef,
	Widget,
} from "../types/index.js";

/** Three tools for each widget that is on the canvas now. */
export function widgetTools(canvas: CanvasVanilla, server?: WebMcpServer): WebMcpToolDef[] {
	return canvas.blocks.flatMap((widget) => toolsOf(widget, canvas, server));
}

function toolsOf({ id, type }: Widget, canvas: CanvasVanilla, server?: WebMcpServer): WebMcpToolDef[] {
	const which = `the widget '${type}' with the id ${id}`;
	const find = () => canvas.blocks.find((one) => one.id === id);
	const gone = { error: `The widget ${id} is gone.` };
	return [
		{
			name: `${id}.get`,
			description: `Reads ${which}: its type, data and place on the canvas.`,
			inputSchema: NOTHING,
			annotations: { readOnlyHint: true },
			execute: () => find() ?? gone,
		},
		{
			name: `${id}.update`,
			description: `Changes data of ${which}: each field that is given replaces the one that is there.`,
			inputSchema: patchSchema(server?.getWidget(type)?.inputSchema),
			annotations: { readOnlyHint: false, destructiveHint: false },
			execute: (patch) => (canvas.updateWidget(id, patch as JsonObject) ? (find() ?? gone) : gone),
		},
		{
			name: `${id}.remove`,
			description: `Removes ${which} from the canvas.`,
			inputSchema: NOTHING,
			annotations: { readOnlyHint: false, destructiveHint: true },
			execute: () => (canvas.removeWidget(id) ? { ok: true } : gone),
		},
	];
}

const NOTHING: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

/** The widget's own schema, of which a part is enough: the canvas holds the whole to it. */
function patchSchema(schema: JsonSchema = { type: "object" }): JsonSchema {
	const { required: _, ...rest } = schema;
	return { ...rest, minProperties: 1 };
}
