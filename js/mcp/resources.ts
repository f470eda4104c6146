/** Tools by which a model lists and reads a server's resources, which the protocol leaves to the host. */
import type {
	JsonObject,
	McpResource,
	McpResourceContent,
	McpToolDef,
	McpToolResult,
} from "../types/index.js";

/** Resources that a list tells a model of; a server may have millions. */
const MOST_LISTED = 500;

const readOnly = { annotations: { readOnlyHint: true } };

/** Offered beside a server's own tools, where it has resources and no tools of these names. */
export const RESOURCE_TOOLS: readonly McpToolDef[] = [
	{
		name: "list_resources",
		description: "Lists this server's resources, with the uri, name, description and type of each",
		inputSchema: { type: "object", properties: {} },
		...readOnly,
	},
	{
		name: "read_resource",
		description: "Reads one of this server's resources by its uri",
		inputSchema: {
			type: "object",
			properties: { uri: { type: "string", description: "As list_resources gives it" } },
			required: ["uri"],
		},
		...readOnly,
	},
];

/** What the tools above read from. */
export interface ResourceReader {
	listResources(): Promise<McpResource[]>;
	readResource(uri: string): Promise<McpResourceContent[]>;
}

/** Whether a resource is the page of an app (extension `io.modelcontextprotocol/ui`), which is nothing to read. */
export const isApp = (uri: string): boolean => /^ui:/i.test(uri);

/** Whether a tool has an app: then its server may have no other resources. */
export function hasApp(tool: McpToolDef): boolean {
	const { _meta } = tool as { _meta?: unknown };
	const { ui, "ui/resourceUri": older } = Object(_meta) as { [name: string]: unknown };
	return older !== undefined || Object(ui).resourceUri !== undefined;
}

/** Answers a call of one of the tools above. */
export async function callResourceTool(
	reader: ResourceReader,
	name: string,
	args: JsonObject,
): Promise<McpToolResult> {
	if (name === "list_resources") {
		const all = (await reader.listResources()).filter(({ uri }) => !isApp(uri));
		const told = all.slice(0, MOST_LISTED).map(({ uri, name, description, mimeType }) => {
			return { uri, name, description, mimeType };
		});
		const more = all.length - told.length;
		return result(JSON.stringify(more > 0 ? { resources: told, more } : told));
	}
	if (typeof args.uri !== "string") return { ...result("'uri' is missing: a text."), isError: true };
	if (isApp(args.uri)) return { ...result("That is an app: it is shown, and not read."), isError: true };
	const contents = await reader.readResource(args.uri);
	return { content: contents.map(block) };
}

function block({ uri, mimeType = "", text, blob }: McpResourceContent): JsonObject {
	if (text !== undefined) return { type: "text", text };
	if (blob !== undefined && mimeType.startsWith("image/")) return { type: "image", data: blob, mimeType };
	return { type: "text", text: `${uri}: ${mimeType || "bytes"} that cannot be read as text` };
}

function result(text: string): McpToolResult {
	return { content: [{ type: "text", text }] };
}
